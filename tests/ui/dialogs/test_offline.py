from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.domain.network import NetworkAttempt, NetworkTrial
from desktop.ui.dialogs.offline import OfflineDialog


def press(dialog: OfflineDialog, qtbot: QtBot, words: str) -> None:
    (button,) = (each for each in dialog.findChildren(QPushButton) if each.text() == words)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_attempts_and_trials_are_listed(qtbot: QtBot) -> None:
    dialog = OfflineDialog("The claim.")
    qtbot.addWidget(dialog)
    assert dialog.attempts.isHidden()
    assert dialog.trials.isHidden()
    dialog.show_attempts(
        [
            NetworkAttempt("2026-05-04T10:00:00+00:00", "worker embed", "the name example.org"),
            NetworkAttempt("2026-05-04T10:00:01+00:00", "window and commands", "an internet socket"),
            NetworkAttempt("2026-05-04T10:00:02+00:00", "worker embed", "an internet socket"),
        ]
    )
    dialog.show_trials([NetworkTrial("embed", refused=True, detail="As it must be."), NetworkTrial("x", refused=False, detail="Open.")])
    assert [[dialog.attempts.item(row, column).text() for column in range(3)] for row in range(3)] == [
        ["window and commands", "2026-05-04T10:00:01+00:00", "an internet socket"],
        ["worker embed", "2026-05-04T10:00:00+00:00", "the name example.org"],
        ["worker embed", "2026-05-04T10:00:02+00:00", "an internet socket"],
    ]
    assert [dialog.trials.item(row, 1).text() for row in range(2)] == ["Refused. As it must be.", "NOT REFUSED. Open."]


def test_a_trial_is_asked_for_and_the_statement_copied(qtbot: QtBot) -> None:
    dialog = OfflineDialog("The claim.")
    qtbot.addWidget(dialog)
    dialog.show_statement("nothing left")
    with qtbot.waitSignal(dialog.trial_requested):
        press(dialog, qtbot, "Try every part")
    with qtbot.waitSignal(dialog.save_requested):
        press(dialog, qtbot, "Save statement…")
    press(dialog, qtbot, "Copy statement")
    assert QGuiApplication.clipboard().text() == "nothing left"
    dialog.show_trying()
    dialog.show_trials([NetworkTrial("x", refused=True, detail="")])
    with qtbot.waitSignal(dialog.trial_requested):
        press(dialog, qtbot, "Try again")
