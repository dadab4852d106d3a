from __future__ import annotations

from pytestqt.qtbot import QtBot

from desktop.domain.network import NetworkAttempt
from desktop.domain.provider import Purpose, Reach
from desktop.ui.widgets.shield import Shield


def test_it_counts_attempts_and_names_the_last(qtbot: QtBot) -> None:
    shield = Shield()
    qtbot.addWidget(shield)
    assert shield.text() == "Offline: 0 attempts"
    shield.show_attempts([NetworkAttempt("2026-05-04T10:00:00+00:00", "worker embed", "the name example.org")])
    assert shield.text() == "Offline: 1 attempt"
    assert "1 refused, the last by worker embed: the name example.org." in shield.toolTip()


def test_it_names_the_provider_that_is_configured(qtbot: QtBot) -> None:
    shield = Shield()
    qtbot.addWidget(shield)
    shield.show_reaches(tuple(Reach("https://api.example.com:8443/v1", each) for each in Purpose))
    assert shield.text() == "Provider api.example.com:8443: 0 attempts"
    assert shield.toolTip().startswith("Coffer connects to nothing but https://api.example.com:8443/v1. Nothing has tried to.")
    shield.show_reaches(())
    assert shield.text() == "Offline: 0 attempts"
