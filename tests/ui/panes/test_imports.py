from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.reading import OpenRequest
from desktop.ui.panes.imports import ImportsPane, LedgerListing
from desktop.ui.widgets.outcome_choice import ALL, ATTENTION
from tests.fakes.services import make_job
from tests.ui.hearing import button, heard, visible_texts

ROWS = (
    LedgerRow("/cases/a.pdf", Outcome.IMPORTED, document_id="a-00000000", job="j"),
    LedgerRow("/cases/b.pdf", Outcome.FAILED, "It needs a password.", problem="password_needed", job="j"),
    LedgerRow("/cases/c.pdf", Outcome.DUPLICATE, "It is in the vault already.", "a-00000000", job="j"),
)


@pytest.fixture
def pane(qtbot: QtBot) -> ImportsPane:
    pane = ImportsPane()
    qtbot.addWidget(pane)
    pane.resize(1000, 700)
    pane.show()
    pane.show_jobs([make_job("j"), make_job("i")])
    pane.show_counts({Outcome.IMPORTED: 1, Outcome.FAILED: 1, Outcome.DUPLICATE: 1}, 1)
    pane.show_listing(3, 0, ROWS)
    return pane


def test_before_anything_was_imported_it_says_how_to_begin(qtbot: QtBot) -> None:
    pane = ImportsPane()
    qtbot.addWidget(pane)
    pane.show()
    asked = heard(pane.import_files_requested)
    pane.show_listing(0, 0, [])
    assert "Nothing was imported yet" in visible_texts(pane)
    button(pane, "Import files…").click()
    assert len(asked) == 1


def test_each_choice_asks_for_another_list(pane: ImportsPane) -> None:
    wanted = heard(pane.listing_wanted)
    button(pane, "Failed  1").click()
    pane.jobs.setCurrentIndex(2)
    pane.filter_box.setText("b")
    assert wanted == [
        LedgerListing("", Outcome.FAILED, ""),
        LedgerListing("i", Outcome.FAILED, ""),
        LedgerListing("i", Outcome.FAILED, "b"),
    ]


def test_what_needs_attention_of_one_import_is_asked_for_at_once(pane: ImportsPane) -> None:
    pane.filter_box.setText("old")
    wanted = heard(pane.listing_wanted)
    pane.show_attention("j")
    assert wanted == [LedgerListing("j", ATTENTION, "")]


def test_a_chosen_import_stays_chosen_when_newer_ones_come(pane: ImportsPane) -> None:
    pane.jobs.setCurrentIndex(1)
    pane.show_jobs([make_job("k"), make_job("j")])
    assert pane.listing.job == "j"


def test_the_row_under_the_cursor_is_told_in_full(pane: ImportsPane) -> None:
    pane.table.selectRow(1)
    assert {"Failed: b.pdf", "It needs a password.", "Enter password…"} <= visible_texts(pane)


def test_the_cursor_stays_on_its_file_when_rows_come_before_it(pane: ImportsPane) -> None:
    pane.table.selectRow(1)
    pane.show_listing(4, 0, (LedgerRow("/cases/new.pdf", Outcome.IMPORTED, job="k"), *ROWS))
    assert pane.current_row == ROWS[1]


def test_enter_opens_the_document(qtbot: QtBot, pane: ImportsPane) -> None:
    opened = heard(pane.open_requested)
    pane.enter_list()
    pane.table.selectRow(0)
    qtbot.keyClick(pane.table, Qt.Key.Key_Return)
    pane.table.selectRow(1)
    qtbot.keyClick(pane.table, Qt.Key.Key_Return)  # a file that failed has no document
    assert opened == [OpenRequest("a-00000000")]


def test_another_try_a_password_and_the_folder_are_asked_for_by_row(pane: ImportsPane) -> None:
    pane.table.selectRow(1)
    asked = heard(pane.retry_requested), heard(pane.password_requested), heard(pane.reveal_requested)
    for label in ("Import again", "Enter password…", "Show in folder"):
        button(pane, label).click()
    assert asked == ([ROWS[1]], [ROWS[1]], [Path("/cases/b.pdf")])


def test_the_failed_are_imported_again_together(pane: ImportsPane) -> None:
    asked = heard(pane.retry_failed_requested)
    pane.jobs.setCurrentIndex(1)
    button(pane, "Import the failed again").click()
    assert [each.job for each in asked] == ["j"]
    pane.show_counts({Outcome.IMPORTED: 3}, 0)
    assert not button(pane, "Import the failed again").isEnabled()


def test_a_filter_that_finds_nothing_can_be_taken_off(pane: ImportsPane) -> None:
    pane.filter_box.setText("nowhere")
    pane.show_listing(0, 0, [])
    assert "No file matches" in visible_texts(pane)
    wanted = heard(pane.listing_wanted)
    button(pane, "Show all files").click()
    assert wanted == [LedgerListing("", ALL, "")]


def test_a_vault_for_reading_imports_nothing_again(pane: ImportsPane) -> None:
    pane.allow_changes(False)
    pane.table.selectRow(1)
    pane.show_listing(3, 0, ROWS)
    assert not {"Import again", "Enter password…", "Import the failed again"} & visible_texts(pane)
