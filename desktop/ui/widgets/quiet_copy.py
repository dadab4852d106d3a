"""Lists that copy nothing by themselves: Qt puts the cell under the keyboard on the clipboard, past the gate."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView


def keep_from_copying(view: QAbstractItemView) -> None:
    """Have a view leave the key that copies to whoever lets things out."""
    view.installEventFilter(_Quiet(view))


class _Quiet(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002 - the signature is Qt's
        """Qt: whether an event goes no further."""
        return isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress and event.matches(QKeySequence.StandardKey.Copy)
