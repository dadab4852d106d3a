from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.navigation import Navigation, Place
from tests.ui.hearing import button, heard


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
