from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.domain.source import SourceCondition, SourceState
from desktop.ui.dialogs.sources import SourcesDialog, describe_states
from tests.ui.hearing import button, heard, visible_texts

STATES = (
    SourceState("same-1", "/cases/same.pdf", SourceCondition.UNCHANGED),
    SourceState("gone-1", "/stick/gone.pdf", SourceCondition.GONE),
    SourceState("new-1", "/cases/new.pdf", SourceCondition.CHANGED),
)


@pytest.fixture
def dialog(qtbot: QtBot) -> SourcesDialog:
    dialog = SourcesDialog(STATES)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def rows(dialog: SourcesDialog) -> list[list[str]]:
    table = dialog.table
    return [[table.item(row, column).text() for column in range(table.columnCount())] for row in range(table.rowCount())]  # type: ignore[union-attr]


def test_what_differs_is_listed_what_changed_first(dialog: SourcesDialog) -> None:
    assert rows(dialog) == [["Changed", "new.pdf", "/cases"], ["Gone", "gone.pdf", "/stick"]]
    assert "1 file changed, 1 file is gone; 1 file is as it was" in visible_texts(dialog)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ((0, 1, 0, 0), "1 file is gone; none is as it was"),
        ((2, 0, 1, 1200), "2 files changed, 1 file cannot be read; 1,200 files are as they were"),
    ],
)
def test_how_many_there_are_of_each(counts: tuple[int, int, int, int], said: str) -> None:
    conditions = (SourceCondition.CHANGED, SourceCondition.GONE, SourceCondition.UNREADABLE, SourceCondition.UNCHANGED)
    states = [SourceState("x", "/x", each) for each, count in zip(conditions, counts, strict=True) for _ in range(count)]
    assert describe_states(states) == said


def test_what_changed_is_imported_again(dialog: SourcesDialog) -> None:
    asked = heard(dialog.import_requested)
    button(dialog, "Import the changed again").click()
    assert asked == [(Path("/cases/new.pdf"),)]
    assert dialog.isHidden()


def test_a_document_is_opened_and_a_file_shown_where_it_is_there(dialog: SourcesDialog) -> None:
    opened, shown = heard(dialog.open_requested), heard(dialog.reveal_requested)
    button(dialog, "Show in folder").click()
    dialog.table.selectRow(1)
    assert not button(dialog, "Show in folder").isEnabled()
    button(dialog, "Open document").click()
    assert (opened, shown) == (["gone-1"], [Path("/cases/new.pdf")])


def test_the_list_can_be_copied(dialog: SourcesDialog, qapp: QApplication) -> None:
    button(dialog, "Copy list").click()
    assert qapp.clipboard().text() == "Changed\t/cases/new.pdf\tnew-1\nGone\t/stick/gone.pdf\tgone-1"


def test_where_nothing_changed_or_may_change_nothing_is_imported(qtbot: QtBot) -> None:
    gone = SourcesDialog(STATES[:2])
    reading = SourcesDialog(STATES, changeable=False)
    for each in (gone, reading):
        qtbot.addWidget(each)
        each.show()
    assert not button(gone, "Import the changed again").isEnabled()
    assert not button(reading, "Import the changed again").isVisible()
