from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from pytestqt.qtbot import QtBot

from desktop.ui.controllers.reloading import Reloading
from tests.ui.hearing import heard


def test_another_choice_is_due_at_once(qtbot: QtBot, owner: QObject) -> None:
    reloading = Reloading(owner)
    due = heard(reloading.due)
    reloading.begin("ryuk")
    reloading.ask("ryuk")
    assert len(due) == 1


def test_typing_is_due_once_after_a_pause(qtbot: QtBot, owner: QObject) -> None:
    reloading = Reloading(owner)
    due = heard(reloading.due)
    for text in ("r", "ry", "ryu"):
        reloading.ask(text)
    assert due == []
    qtbot.waitUntil(lambda: len(due) == 1)


def test_many_changes_are_due_once(qtbot: QtBot, owner: QObject) -> None:
    reloading = Reloading(owner)
    due = heard(reloading.due)
    for _ in range(5):
        reloading.change()
    qtbot.waitUntil(lambda: len(due) == 1)


def test_a_reload_answers_what_was_due(qtbot: QtBot, owner: QObject) -> None:
    reloading = Reloading(owner)
    reloading.ask("r")
    reloading.change()
    timers = reloading.findChildren(QTimer)
    assert [timer.isActive() for timer in timers] == [True, True]
    reloading.begin("r")
    assert [timer.isActive() for timer in timers] == [False, False]
