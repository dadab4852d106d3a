from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QPalette
from pytestqt.qtbot import QtBot

from desktop.ui.theme import DARK
from desktop.ui.widgets.filter_box import FilterBox


def test_it_says_what_it_filters_by_and_draws_its_sign_in_the_colours_of_the_theme(qtbot: QtBot) -> None:
    box = FilterBox("Filter by path", "Filter files by path")
    qtbot.addWidget(box)
    before = box.actions()[0].icon().cacheKey()
    old, dark = QGuiApplication.palette(), QPalette()
    dark.setColor(QPalette.ColorRole.Window, DARK.window)
    QGuiApplication.setPalette(dark)
    try:
        box.setPalette(dark)
        assert (box.placeholderText(), box.accessibleName()) == ("Filter by path", "Filter files by path")
        assert box.actions()[0].icon().cacheKey() != before
    finally:
        QGuiApplication.setPalette(old)
