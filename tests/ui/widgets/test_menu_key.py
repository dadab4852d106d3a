from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QMainWindow
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.menu_key import MenuKey
from tests.ui.samples import SignalLog


def test_shift_f10_opens_the_menu_of_what_has_the_keyboard(qtbot: QtBot) -> None:
    window, things = QMainWindow(), QListWidget()
    qtbot.addWidget(window)
    window.setCentralWidget(things)
    MenuKey(window)
    things.addItems(["one", "two"])
    things.setCurrentRow(1)
    things.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    with qtbot.waitActive(window):
        window.show()
    things.setFocus()
    log = SignalLog(things.customContextMenuRequested)

    qtbot.keyClick(things, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)

    assert [things.itemAt(where).text() for (where,) in log.emissions] == ["two"]
