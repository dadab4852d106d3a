from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.navigation import Navigation, Place
from tests.ui.hearing import button, heard, visible_texts


def test_a_click_chooses_a_place(qtbot: QtBot) -> None:
    navigation = Navigation()
    qtbot.addWidget(navigation)
    chosen = heard(navigation.chosen)
    navigation.show_place(Place.DOCUMENTS)
    assert button(navigation, "Documents").isChecked()

    qtbot.mouseClick(button(navigation, "Search"), Qt.MouseButton.LeftButton)

    assert chosen == [Place.SEARCH]
    assert button(navigation, "Search").isChecked()
    assert not button(navigation, "Documents").isChecked()


def test_what_came_for_watched_searches_is_told_at_the_search(qtbot: QtBot) -> None:
    navigation = Navigation()
    qtbot.addWidget(navigation)
    navigation.show()
    navigation.show_news(3)
    assert "3" in visible_texts(navigation)
    assert button(navigation, "Search").accessibleDescription() == "3 new documents match saved searches"
    navigation.show_news(4000)
    assert "1,000+" in visible_texts(navigation)
    navigation.show_news(0)
    assert button(navigation, "Search").accessibleDescription() == ""
    assert not any(text.isdigit() for text in visible_texts(navigation))
