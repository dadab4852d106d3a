from __future__ import annotations

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from pytestqt.qtbot import QtBot

from desktop.domain.reading import OpenRequest
from desktop.ui.models.blocks_model import BLOCK
from desktop.ui.models.documents_model import PAGES, TITLE
from desktop.ui.panes.documents import DocumentsPane, Listing, runs
from tests.fakes.services import make_summary
from tests.ui.hearing import button, heard, visible_texts


@pytest.fixture
def pane(qtbot: QtBot) -> DocumentsPane:
    pane = DocumentsPane()
    qtbot.addWidget(pane)
    pane.resize(1100, 600)
    pane.show()
    return pane


def test_an_empty_vault_says_how_to_begin(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(0, 0, [])

    assert visible_texts(pane) >= {"No documents yet", "Drop reports here, or press Ctrl+O.", "Import files…"}
    assert not pane.filter_box.isVisible()


def test_a_filter_that_finds_nothing_says_so_and_can_be_taken_off(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(3, 0, [make_summary(number) for number in range(3)])
    wanted = heard(pane.listing_wanted)
    pane.filter_box.setText("zebra")
    pane.show_listing(0, 0, [])
    assert "No title or file name contains “zebra”." in visible_texts(pane)

    qtbot.mouseClick(button(pane, "Show all documents"), Qt.MouseButton.LeftButton)

    assert wanted == [Listing("zebra"), Listing("")]


def test_enter_and_double_click_open_a_document(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(2, 0, [make_summary(1), make_summary(2)])
    opened = heard(pane.open_requested)

    pane.table.setFocus()
    pane.table.selectRow(1)
    qtbot.keyClick(pane.table, Qt.Key.Key_Return)
    pane.table.doubleClicked.emit(pane.model.index(0, 0))

    assert opened == [OpenRequest("report-000002"), OpenRequest("report-000001")]


def test_delete_asks_for_what_is_selected(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(3, 0, [make_summary(number) for number in (1, 2, 3)])
    deleted = heard(pane.delete_requested)
    select(pane, 0, 2)

    pane.table.setFocus()
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)

    assert deleted == [("report-000001", "report-000003")]


def test_what_is_selected_can_be_converted_again(pane: DocumentsPane) -> None:
    pane.show_listing(3, 0, [make_summary(number) for number in (1, 2, 3)])
    asked = heard(pane.reconvert_requested)
    pane.convert_selected_again()
    select(pane, 0, 2)
    pane.convert_selected_again()
    pane.allow_changes(False)
    pane.convert_selected_again()
    assert asked == [("report-000001", "report-000003")]


def test_rows_nobody_has_seen_are_never_deleted(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(BLOCK + 5, 0, [make_summary(number) for number in range(BLOCK)])
    deleted, refused = heard(pane.delete_requested), heard(pane.too_much_selected)

    pane.table.selectAll()
    pane.delete_selected()

    assert deleted == []
    assert len(refused) == 1


def test_a_reload_keeps_selection_and_place(qtbot: QtBot, pane: DocumentsPane) -> None:
    rows = [make_summary(number) for number in range(150)]
    pane.show_listing(150, 0, rows)
    select(pane, 100)
    pane.table.verticalScrollBar().setValue(90)

    pane.show_listing(151, 0, [make_summary(999), *rows])

    assert pane.selected_ids() == ("report-000100",)
    assert pane.table.verticalScrollBar().value() == 90


def test_a_reload_keeps_no_half_of_a_selection(qtbot: QtBot, pane: DocumentsPane) -> None:
    rows = [make_summary(number) for number in range(BLOCK)]
    pane.show_listing(BLOCK * 3, 0, rows)
    pane.table.selectAll()
    pane.show_listing(BLOCK * 3, 0, rows)
    assert pane.selected_ids() == ()


@pytest.mark.parametrize(
    ("rows", "expected"), [([], []), ([4], [(4, 4)]), ([1, 2, 3], [(1, 3)]), ([0, 2, 3, 7, 8, 10], [(0, 0), (2, 3), (7, 8), (10, 10)])]
)
def test_runs(rows: list[int], expected: list[tuple[int, int]]) -> None:
    assert runs(rows) == expected


def test_a_click_on_a_heading_asks_for_another_order(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(2, 0, [make_summary(1), make_summary(2)])
    wanted = heard(pane.listing_wanted)

    pane.table.sortByColumn(PAGES, Qt.SortOrder.AscendingOrder)
    pane.table.sortByColumn(TITLE, Qt.SortOrder.DescendingOrder)

    assert wanted == [Listing("", "pages", False), Listing("", "title", True)]


def test_a_vault_for_reading_offers_no_import(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.allow_changes(False)
    pane.show_listing(0, 0, [])

    assert "This vault is open for reading only." in visible_texts(pane)
    assert "Import files…" not in visible_texts(pane)


def test_a_narrow_list_keeps_title_and_marking(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(1, 0, [make_summary(1)])
    assert not any(pane.table.isColumnHidden(column) for column in range(pane.model.columnCount()))

    pane.resize(480, 600)

    shown = [pane.model.headerData(column, Qt.Orientation.Horizontal) for column in range(7) if not pane.table.isColumnHidden(column)]
    assert shown == ["Title", "Marking"]


def select(pane: DocumentsPane, *rows: int) -> None:
    for row in rows:
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        pane.table.selectionModel().select(pane.model.index(row, 0), flags)


def test_escape_takes_the_filter_off(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(3, 0, [make_summary(number) for number in range(3)])
    pane.filter_box.setText("zebra")
    qtbot.keyClick(pane.filter_box, Qt.Key.Key_Escape)
    assert pane.filter_box.text() == ""


def test_the_keyboard_stays_in_the_pane_when_the_first_documents_come(pane: DocumentsPane) -> None:
    pane.show_listing(0, 0, [])
    button(pane, "Import folder…").setFocus()
    pane.show_listing(1, 0, [make_summary(0)])
    assert pane.focusWidget() is pane.table

    pane.show_listing(0, 0, [])
    assert pane.focusWidget() is button(pane, "Import files…")


def test_counting_matches_takes_no_room_from_others(pane: DocumentsPane) -> None:
    pane.show_listing(3, 0, [make_summary(number) for number in range(3)])
    before = pane.minimumSizeHint().width()
    pane.filter_box.setText("a")
    pane.show_listing(99_999, 0, [])
    assert pane.minimumSizeHint().width() == before


def test_who_comes_by_keyboard_stands_on_a_selected_row(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(1, 0, [make_summary(7)])
    deleted = heard(pane.delete_requested)
    pane.filter_box.setFocus()
    qtbot.keyClick(pane.filter_box, Qt.Key.Key_Down)
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    assert deleted == [(make_summary(7).document.id,)]


def test_the_count_says_whether_it_counts_all(pane: DocumentsPane) -> None:
    pane.show_listing(1200, 0, [make_summary(number) for number in range(3)])
    assert "1,200 documents" in visible_texts(pane)
    pane.filter_box.setText("a")
    pane.show_listing(1, 0, [make_summary(0)])
    assert "1 found" in visible_texts(pane)


def test_what_came_out_of_a_mail_is_listed_until_that_is_taken_off(qtbot: QtBot, pane: DocumentsPane) -> None:
    pane.show_listing(3, 0, [make_summary(number) for number in range(3)])
    pane.filter_box.setText("zebra")
    wanted = heard(pane.listing_wanted)
    pane.show_members(make_summary(7, "Fwd: R&D").document)
    pane.show_listing(0, 0, [])
    assert "Nothing that came out of it is in the vault any more." in visible_texts(pane)
    pane.show_listing(1, 0, [make_summary(8)])
    assert pane.container_chip.text() == "Inside: Fwd: R&&D  ✕"
    pane.container_chip.click()
    pane.show_members(make_summary(7).document)
    pane.table.setFocus()
    qtbot.keyClick(pane.table, Qt.Key.Key_Escape)
    assert [(each.text, each.container) for each in wanted] == [("", "report-000007"), ("", ""), ("", "report-000007"), ("", "")]
    assert pane.container_chip.isHidden()


def test_the_keyboard_goes_on_from_where_what_it_stood_on_was_deleted(qtbot: QtBot, pane: DocumentsPane) -> None:
    rows = [make_summary(number) for number in range(9)]
    pane.show_listing(9, 0, rows)
    deleted = heard(pane.delete_requested)
    pane.table.selectRow(5)
    pane.show_listing(8, 0, rows[:5] + rows[6:])
    assert pane.selected_ids() == ()
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    assert deleted == []
    assert pane.table.currentIndex().row() == 5
    pane.table.selectRow(7)
    pane.show_listing(2, 0, rows[:2])
    assert pane.table.currentIndex().row() == 1
