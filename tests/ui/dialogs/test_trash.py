from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from desktop.ui.dialogs.trash import TrashDialog, TrashEntry
from tests.ui.hearing import button, heard, visible_texts

ENTRIES = (
    TrashEntry("new-1", "A new report", "2026-12-01T08:00:00Z", 2_500_000),
    TrashEntry("old-1", "An old report", "2026-11-01T08:00:00Z", 1_200),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> TrashDialog:
    dialog = TrashDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.show_trash(ENTRIES)
    return dialog


def answer(monkeypatch: pytest.MonkeyPatch, choice: QMessageBox.StandardButton) -> None:
    monkeypatch.setattr(QMessageBox, "question", lambda *_: choice)


def test_what_is_in_it_is_listed_with_its_size(dialog: TrashDialog) -> None:
    cells = [[dialog.table.item(row, column) for column in (0, 2)] for row in range(2)]
    assert [[cell.text() if cell else "" for cell in row] for row in cells] == [["A new report", "2.5 MB"], ["An old report", "1 kB"]]
    assert "2 documents, 2.5 MB" in visible_texts(dialog)


def test_what_is_selected_is_brought_back(dialog: TrashDialog) -> None:
    asked = heard(dialog.restore_requested)
    assert not button(dialog, "Restore").isEnabled()
    dialog.table.selectRow(1)
    button(dialog, "Restore").click()
    assert asked == [("old-1",)]


@pytest.mark.parametrize(("label", "expected"), [("Remove for good…", ("new-1",)), ("Empty the trash…", None)])
def test_nothing_is_removed_for_good_unless_the_person_is_sure(
    dialog: TrashDialog, monkeypatch: pytest.MonkeyPatch, label: str, expected: tuple[str, ...] | None
) -> None:
    asked = heard(dialog.remove_requested)
    dialog.table.selectRow(0)
    answer(monkeypatch, QMessageBox.StandardButton.No)
    button(dialog, label).click()
    assert asked == []
    answer(monkeypatch, QMessageBox.StandardButton.Yes)
    button(dialog, label).click()
    assert asked == [expected]


def test_an_empty_trash_says_so(dialog: TrashDialog) -> None:
    dialog.show_trash(())
    assert "The trash is empty" in visible_texts(dialog)
    assert not button(dialog, "Empty the trash…").isEnabled()
