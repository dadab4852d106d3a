from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.domain.network import NetworkAttempt
from desktop.ui.widgets.shield import Shield


def test_it_counts_attempts_and_names_the_last(qtbot: QtBot) -> None:
    shield = Shield()
    qtbot.addWidget(shield)
    assert shield.text() == "Offline: 0 attempts"
    shield.show_attempts([NetworkAttempt("2026-05-04T10:00:00+00:00", "worker embed", "the name example.org")])
    assert shield.text() == "Offline: 1 attempt"
    assert "1 refused, the last by worker embed: the name example.org." in shield.toolTip()
