from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from desktop.domain.ach import Board, BoardSheet, Evidence, Rating, Weight
from desktop.domain.fact import Fact
from desktop.domain.marking import Marking
from desktop.ui.dialogs.board import NO_BOARD, BoardDialog
from desktop.ui.widgets.board_table import DIAGNOSTICITY, EVIDENCE, FIRST, WEIGHT
from tests.ui.hearing import heard, visible_texts

R = Rating
BOARD = Board(
    "who", "Who did it?", ("Heron", "Otter"),
    (Evidence("one", (R.INCONSISTENT, R.CONSISTENT)), Evidence("two", (R.UNRATED, R.UNRATED), Weight.HIGH)), "2026-12-01T08:00:00Z",
)  # fmt: skip
FACTS = tuple(Fact(name, name.title(), "", "") for name in ("one", "two", "three"))


def sheet(board: Board = BOARD) -> BoardSheet:
    return BoardSheet(board, {"one": "One", "two": "Two"}, Marking.AMBER)


@pytest.fixture
def dialog(qtbot: QtBot) -> BoardDialog:
    dialog = BoardDialog()
    qtbot.addWidget(dialog)
    dialog.show_boards((BOARD,), FACTS, changeable=True)
    dialog.show_sheet(sheet())
    dialog.show()
    return dialog


def cells(dialog: BoardDialog, row: int) -> list[str]:
    found = (dialog.table.item(row, column) for column in range(dialog.table.columnCount()))
    return [each.text() if each else "" for each in found]


def press(qtbot: QtBot, dialog: BoardDialog, row: int, column: int, key: Qt.Key, *, shift: bool = False) -> None:
    dialog.table.setCurrentCell(row, column)
    qtbot.keyClick(dialog.table, key, Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier)


def test_the_matrix_shows_ratings_diagnosticity_and_what_speaks_against_each(dialog: BoardDialog) -> None:
    assert cells(dialog, 0) == ["One", "medium", "50%", "I", "C"]
    assert cells(dialog, 1) == ["Two", "high", "0%", "–", "–"]
    assert cells(dialog, 2)[FIRST:] == ["1.0", "0.0"]
    assert dialog.table.item(2, FIRST + 1).toolTip() == "Least of all"
    assert dialog.marking.marking is Marking.AMBER


@pytest.mark.parametrize(
    ("key", "shift", "rating"),
    [
        (Qt.Key.Key_C, False, R.CONSISTENT),
        (Qt.Key.Key_C, True, R.VERY_CONSISTENT),
        (Qt.Key.Key_I, False, R.INCONSISTENT),
        (Qt.Key.Key_I, True, R.VERY_INCONSISTENT),
        (Qt.Key.Key_N, False, R.NEUTRAL),
        (Qt.Key.Key_Backspace, False, R.UNRATED),
    ],
)
def test_a_key_rates(qtbot: QtBot, dialog: BoardDialog, key: Qt.Key, shift: bool, rating: Rating) -> None:
    kept = heard(dialog.changed)
    press(qtbot, dialog, 0, FIRST, key, shift=shift)
    assert kept == [BOARD.rated(0, 0, rating)]


def test_keys_go_on_from_each_other_before_anything_is_kept(qtbot: QtBot, dialog: BoardDialog) -> None:
    kept = heard(dialog.changed)
    press(qtbot, dialog, 1, FIRST, Qt.Key.Key_I)
    press(qtbot, dialog, 1, WEIGHT, Qt.Key.Key_W)
    assert kept[1] == BOARD.rated(1, 0, R.INCONSISTENT).weighed(1, Weight.LOW)
    dialog.show_sheet(sheet(kept[0]))  # what was kept first comes back late
    assert cells(dialog, 1)[WEIGHT] == "low"
    dialog.show_sheet(replace(sheet(replace(kept[1], updated_at="later")), marked=Marking.RED))
    assert dialog.marking.marking is Marking.RED


def test_what_could_not_be_kept_is_shown_as_it_is_kept(qtbot: QtBot, dialog: BoardDialog) -> None:
    wanted = heard(dialog.board_wanted)
    press(qtbot, dialog, 0, FIRST, Qt.Key.Key_C)
    dialog.forget()
    assert wanted == ["who"]
    dialog.show_sheet(sheet())
    assert cells(dialog, 0)[FIRST] == "I"


def test_evidence_opens_and_leaves_by_keys(qtbot: QtBot, dialog: BoardDialog) -> None:
    opened, kept = heard(dialog.open_requested), heard(dialog.changed)
    press(qtbot, dialog, 1, EVIDENCE, Qt.Key.Key_Return)
    press(qtbot, dialog, 2, EVIDENCE, Qt.Key.Key_Return)  # the sums open nothing
    assert opened == ["two"]
    press(qtbot, dialog, 0, DIAGNOSTICITY, Qt.Key.Key_Delete)
    assert kept == [BOARD.without_evidence(0)]


def test_facts_and_hypotheses_are_added_and_taken_out(qtbot: QtBot, dialog: BoardDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = heard(dialog.changed)
    dialog.filter.setText("three")
    assert [dialog.facts.item(row).isHidden() for row in range(3)] == [True, True, False]
    dialog.facts.item(2).setSelected(True)
    dialog.add_evidence.click()
    assert kept[-1] == BOARD.with_evidence("three")
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: (" Neither  of them ", True))
    dialog.add_hypothesis.click()
    assert kept[-1].hypotheses == ("Heron", "Otter", "Neither of them")
    dialog.table.setCurrentCell(0, FIRST + 2)
    dialog.drop_hypothesis.click()
    assert kept[-1] == BOARD.with_evidence("three")


def test_without_a_board_one_can_be_begun(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    dialog = BoardDialog()
    qtbot.addWidget(dialog)
    dialog.show_boards((), FACTS, changeable=True)
    dialog.show()
    assert NO_BOARD in visible_texts(dialog)
    begun = heard(dialog.begin_requested)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("Who?", True))
    dialog.begin.click()
    assert begun == ["Who?"]


def test_a_vault_for_reading_changes_nothing(qtbot: QtBot, dialog: BoardDialog) -> None:
    kept = heard(dialog.changed)
    dialog.show_boards((BOARD,), FACTS, changeable=False)
    press(qtbot, dialog, 0, FIRST, Qt.Key.Key_C)
    assert kept == []
    assert not dialog.begin.isEnabled()
    assert not dialog.add_hypothesis.isEnabled()
