"""Texts that are selected, not dragged: what is dragged onto another program would pass by the gate."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QLabel, QPlainTextEdit

_BY_MOUSE = Qt.TextInteractionFlag.TextSelectableByMouse
_BY_BOTH = _BY_MOUSE | Qt.TextInteractionFlag.TextSelectableByKeyboard


def let_select(label: QLabel, *, by_keyboard: bool = False) -> None:
    """Let a person select a label's words."""
    label.setTextInteractionFlags(_BY_BOTH if by_keyboard else _BY_MOUSE)
    label.installEventFilter(_Still(label))


def keep_from_dragging(text: QPlainTextEdit) -> None:
    """Have a press on what is selected in a text begin anew there, as a press beside it does."""
    text.viewport().installEventFilter(_Still(text))


class _Still(QObject):
    """Qt drags what is selected under the pointer; where nothing is selected any more, there is nothing to drag."""

    def __init__(self, text: QLabel | QPlainTextEdit) -> None:
        super().__init__(text)
        self._text = text

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002 - the signature is Qt's
        """Qt: whether an event goes no further."""
        if isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonPress and _begins_anew(event):
            self._select_nothing()
        return False

    def _select_nothing(self) -> None:
        if isinstance(self._text, QLabel):
            if self._text.hasSelectedText():
                self._text.setSelection(0, 0)
            return
        cursor = self._text.textCursor()
        cursor.clearSelection()
        self._text.setTextCursor(cursor)


def _begins_anew(event: QMouseEvent) -> bool:
    return event.button() is Qt.MouseButton.LeftButton and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
