"""Splitters that turn."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter
from pytestqt.qtbot import QtBot

from desktop.ui.widgets.turning import turn


def test_it_turns_only_where_it_lies_otherwise(qtbot: QtBot) -> None:
    splitter = QSplitter(Qt.Orientation.Horizontal)
    qtbot.addWidget(splitter)
    assert [turn(splitter, wide=wide) for wide in (True, False, False, True)] == [False, True, False, True]
    assert splitter.orientation() == Qt.Orientation.Horizontal
