"""Shift+F10 opens the menu of what has the keyboard, as the menu key does, which many keyboards lack."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Qt, Slot
from PySide6.QtGui import QContextMenuEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget


class MenuKey(QObject):
    """Listens in a window and those beside it; while a dialog is open, Qt gives it nothing."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        shortcut = QShortcut(QKeySequence("Shift+F10"), window)
        shortcut.setContext(Qt.ShortcutContext.ApplicationShortcut)
        shortcut.activated.connect(self._open)

    @Slot()
    def _open(self) -> None:
        asked = QApplication.focusWidget()
        if asked is None:
            return
        at = asked.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle).center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, at, asked.mapToGlobal(at))
        QCoreApplication.sendEvent(asked, event)
