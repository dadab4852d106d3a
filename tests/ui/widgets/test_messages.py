from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.widgets.messages import MessagesArea
from desktop.ui.widgets.shown_sources import UNKNOWN, stated_sources
from tests.ui.hearing import button, visible_texts


@pytest.fixture
def area(qtbot: QtBot) -> MessagesArea:
    area = MessagesArea()
    qtbot.addWidget(area)
    area.resize(900, 300)
    return area


def test_it_takes_room_only_while_there_is_something_to_say(qtbot: QtBot, area: MessagesArea) -> None:
    assert area.isHidden()
    area.show_notice(Notice(Severity.ERROR, "The disk is full.", "Free some space.", key="disk"))
    assert visible_texts(area) == {"The disk is full.", "Free some space."}

    area.dismiss("disk")
    assert area.isHidden()


def test_an_action_acts_and_closes_its_message(qtbot: QtBot, area: MessagesArea) -> None:
    done: list[str] = []
    area.show_notice(Notice(Severity.INFO, "Deleted.", actions=(NoticeAction("Undo", lambda: done.append("undone")),)))

    qtbot.mouseClick(button(area, "Undo"), Qt.MouseButton.LeftButton)

    assert done == ["undone"]
    assert area.notices() == []


def test_a_newer_message_about_the_same_thing_takes_the_place_of_the_older(qtbot: QtBot, area: MessagesArea) -> None:
    area.show_notice(Notice(Severity.INFO, "1 document deleted.", key="delete"))
    area.show_notice(Notice(Severity.WARNING, "No embedder."))
    area.show_notice(Notice(Severity.INFO, "2 documents deleted.", key="delete"))

    assert [each.text for each in area.notices()] == ["No embedder.", "2 documents deleted."]


def test_a_message_goes_when_its_time_is_over(qtbot: QtBot, area: MessagesArea) -> None:
    area.show_notice(Notice(Severity.SUCCESS, "Done.", seconds=0.05))
    area.show_notice(Notice(Severity.ERROR, "Stays."))
    qtbot.waitUntil(lambda: len(area.notices()) == 1)

    assert area.notices()[0].text == "Stays."


def test_the_newest_messages_are_in_sight_and_older_ones_come_back(area: MessagesArea) -> None:
    for number in range(6):
        area.show_notice(Notice(Severity.INFO, f"message {number}", key=str(number)))
    assert visible_texts(area) == {"3 earlier messages", "Close all", "message 3", "message 4", "message 5"}

    area.dismiss("4")
    assert visible_texts(area) == {"2 earlier messages", "Close all", "message 2", "message 3", "message 5"}
    area.dismiss("0")
    assert visible_texts(area) == {"1 earlier message", "Close all", "message 2", "message 3", "message 5"}
    area.dismiss("1")
    assert visible_texts(area) == {"message 2", "message 3", "message 5"}
    area.show_notice(Notice(Severity.INFO, "message 6"))

    button(area, "Close all").click()
    assert area.notices() == []
    assert area.isHidden()


def test_what_several_say_is_shown_once(area: MessagesArea) -> None:
    for key in ("documents", "ledger", "search"):
        area.show_notice(Notice(Severity.ERROR, "The disk is gone.", "Connect it.", key=key))
    area.show_notice(Notice(Severity.ERROR, "The disk is gone.", "Something else.", key="other"))
    assert [each.key for each in area.notices()] == ["search", "other"]


@pytest.mark.parametrize(("made_of", "stated"), [(None, UNKNOWN), ((), ()), (("doc-1",), ("doc-1",))])
def test_a_message_is_made_of_what_it_says_and_of_nobody_knows_what_where_it_says_nothing(
    area: MessagesArea, made_of: tuple[str, ...] | None, stated: tuple[str, ...]
) -> None:
    area.show_notice(Notice(Severity.SUCCESS, "The text was saved.", made_of=made_of))
    label = next(each for each in area.findChildren(QLabel) if each.text() == "The text was saved.")
    assert stated_sources(label) == stated
