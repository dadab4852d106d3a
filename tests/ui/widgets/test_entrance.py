from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from desktop.domain.network import NetworkAttempt
from desktop.ui.widgets.entrance import Entrance
from tests.ui.hearing import button, heard, visible_texts


def shown(qtbot: QtBot) -> Entrance:
    entrance = Entrance()
    qtbot.addWidget(entrance)
    entrance.resize(900, 700)
    entrance.show()
    return entrance


def test_the_welcome_offers_a_folder_and_says_that_nothing_leaves(qtbot: QtBot) -> None:
    entrance = shown(qtbot)
    entrance.show_welcome(Path("/home/ana/Documents/Coffer"))
    assert entrance.currentWidget().focusWidget().text() == "Make my vault here"
    entrance.show_attempts([NetworkAttempt("2026-05-04", "worker embed", "the name example.org")])
    said = visible_texts(entrance)
    assert {"Nothing leaves this machine", "Offline: 1 attempt"} <= set(said)
    assert any("/home/ana/Documents/Coffer" in text for text in said)


def test_each_button_asks_for_what_it_says(qtbot: QtBot) -> None:
    entrance = shown(qtbot)
    entrance.show_welcome(Path("/home/ana/Coffer"))
    for text, signal, said in (
        ("Make my vault here", entrance.make_here_requested, [Path("/home/ana/Coffer")]),
        ("Another folder…", entrance.new_requested, [None]),
        ("Open a vault…", entrance.open_requested, [None]),
        ("Open the sample case", entrance.sample_requested, [None]),
        ("Offline: 0 attempts", entrance.evidence_requested, [None]),
    ):
        asked = heard(signal)
        button(entrance, text).click()
        assert asked == said


def test_a_vault_that_cannot_be_opened_takes_the_place_of_the_welcome(qtbot: QtBot) -> None:
    entrance = shown(qtbot)
    entrance.show_welcome(Path("/home/ana/Coffer"))
    entrance.show_opening(Path("/home/ana/Coffer"))
    entrance.show_reason("There is no vault here", "/home/ana/Coffer", None)
    assert "There is no vault here" in visible_texts(entrance)
    assert "Welcome to Coffer" not in visible_texts(entrance)
