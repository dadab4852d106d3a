"""Splitters that turn: their parts lie side by side where there is room, else one above the other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter


def turn(splitter: QSplitter, *, wide: bool) -> bool:
    """Lay the parts of a splitter as there is room; returns whether it had to be turned."""
    wanted = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
    if wanted == splitter.orientation():
        return False
    splitter.setOrientation(wanted)
    return True
