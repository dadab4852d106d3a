from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.pages import Pages


class Ground(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.elsewhere, self.first, self.second = QLineEdit(), QLineEdit(), QLineEdit()
        self.pages = Pages(self.first, self.second)
        layout = QVBoxLayout(self)
        layout.addWidget(self.elsewhere)
        layout.addWidget(self.pages)
        self.pages.turn_to(self.first)


@pytest.fixture
def ground(qtbot: QtBot) -> Ground:
    ground = Ground()
    qtbot.addWidget(ground)
    ground.show()
    return ground


def test_the_keyboard_goes_along_with_the_page(ground: Ground) -> None:
    ground.first.setFocus()
    ground.pages.turn_to(ground.second)
    assert ground.focusWidget() is ground.second


def test_a_keyboard_that_is_elsewhere_stays_there(ground: Ground) -> None:
    ground.elsewhere.setFocus()
    ground.pages.turn_to(ground.second)
    assert ground.focusWidget() is ground.elsewhere


def test_the_page_that_is_shown_takes_the_keyboard_when_told(ground: Ground) -> None:
    ground.elsewhere.setFocus()
    ground.pages.take_keyboard()
    assert ground.focusWidget() is ground.first
