"""Lists that copy nothing by themselves."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.quiet_copy import keep_from_copying


def test_nothing_comes_to_the_clipboard(qtbot: QtBot) -> None:
    listed = QListWidget()
    qtbot.addWidget(listed)
    listed.addItem("Informant")
    listed.setCurrentRow(0)
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    keep_from_copying(listed)
    qtbot.keySequence(listed, QKeySequence.StandardKey.Copy)
    assert clipboard.text() == "before"
