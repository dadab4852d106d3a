from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.find_bar import FindBar
from tests.ui.samples import SignalLog


@pytest.fixture
def bar(qtbot: QtBot) -> FindBar:
    bar = FindBar()
    qtbot.addWidget(bar)
    bar.open_bar()
    return bar


def test_it_seeks_while_one_types_and_forgets_when_closed(qtbot: QtBot, bar: FindBar) -> None:
    sought, closed = SignalLog(bar.sought), SignalLog(bar.closed)
    qtbot.keyClicks(bar.box, "ab")
    qtbot.keyClick(bar.box, Qt.Key.Key_Escape)

    assert sought.emissions == [("a",), ("ab",), ("",)]
    assert closed.emissions == [()]
    assert bar.isHidden()

    bar.open_bar()
    assert sought.emissions[-1] == ("ab",)


def test_enter_goes_on_and_shift_enter_back(qtbot: QtBot, bar: FindBar) -> None:
    steps = SignalLog(bar.step_requested)
    qtbot.keyClick(bar.box, Qt.Key.Key_Return)
    qtbot.keyClick(bar.box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    bar.show_matches(2, 1, True)
    bar.next.click()
    bar.previous.click()

    assert steps.emissions == [(1,), (-1,), (1,), (-1,)]


@pytest.mark.parametrize(
    ("found", "current", "complete", "said"),
    [(3, 2, True, "2 of 3"), (3, 2, False, "2 of 3…"), (0, 0, True, "No match"), (0, 0, False, "Searching…")],
)
def test_it_says_how_many_matches_there_are(bar: FindBar, found: int, current: int, complete: bool, said: str) -> None:
    bar.box.setText("x")
    bar.show_matches(found, current, complete)

    assert bar.count.text() == said
    assert bar.next.isEnabled() == bar.previous.isEnabled() == (found > 0)


def test_it_says_nothing_of_nothing(bar: FindBar) -> None:
    bar.show_matches(0, 0, True)
    assert bar.count.text() == ""
