"""A canary: some PySide6 releases lose a reference to None at each call that returns it, and abort after thousands."""

from __future__ import annotations

import sys

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot


def test_calls_that_return_none_keep_their_references(qtbot: QtBot) -> None:
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(2000):
        thing.setObjectName("canary")
    assert abs(sys.getrefcount(None) - before) < 200
