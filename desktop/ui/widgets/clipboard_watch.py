"""The clipboard's watch: what Qt's own copying puts there is taken back and let out by the one way, or not at all.

Every field, editor and label of Qt copies and cuts by itself: by keys, by a menu, and on X11 by mere selecting. A clipboard is asked for
its content by other programs, and this program answers them only once it is back in its event loop; what is taken back in the very
signal that tells of it was never to be had.
"""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QMimeData, QObject, SignalInstance, Slot
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QApplication

from desktop.ui.widgets.outlet import Outlet, is_let_out
from desktop.ui.widgets.shown_sources import stated_sources


class WatchedClipboard(Protocol):
    """What the watch needs of Qt's clipboard."""

    dataChanged: SignalInstance  # noqa: N815 - the name is Qt's
    selectionChanged: SignalInstance  # noqa: N815

    def ownsClipboard(self) -> bool:
        """Qt: whether this program put there what is to be pasted."""
        ...

    def ownsSelection(self) -> bool:
        """Qt: whether this program holds what X11 pastes with the middle button."""
        ...

    def mimeData(self, mode: QClipboard.Mode = ...) -> QMimeData:
        """Qt: what is there."""
        ...

    def clear(self, mode: QClipboard.Mode = ...) -> None:
        """Qt: let nothing be there."""
        ...


class ClipboardWatch(QObject):
    """Watches as long as it lives; what other programs copy is none of its business."""

    def __init__(self, clipboard: WatchedClipboard, outlet: Outlet, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clipboard = clipboard
        self._outlet = outlet
        clipboard.dataChanged.connect(self._examine)
        clipboard.selectionChanged.connect(self._take_selection_back)

    @Slot()
    def _examine(self) -> None:
        put = self._clipboard.mimeData()
        if not self._outlet.guarded or not self._clipboard.ownsClipboard() or is_let_out(put):
            return
        text = put.text()
        self._clipboard.clear()
        if text:
            self._outlet.copy(text, "What is selected", stated_sources(QApplication.focusWidget()))

    @Slot()
    def _take_selection_back(self) -> None:
        if self._outlet.guarded and self._clipboard.ownsSelection():
            self._clipboard.clear(QClipboard.Mode.Selection)
