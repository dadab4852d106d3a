"""The one way to the clipboard: while a vault is open, what shall leave is asked for and let out by whoever guards it."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication

from desktop.domain.leaving import CopyRequest, Outgoing

_LET_OUT = "application/x-coffer-let-out"


def is_let_out(data: QMimeData) -> bool:
    """Whether what is on the clipboard was put there by the outlet."""
    return data.hasFormat(_LET_OUT)


class Outlet(QObject):
    """There is one clipboard, so there is one of these."""

    asked = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._guarded = False

    @property
    def guarded(self) -> bool:
        """Whether what leaves is asked for first."""
        return self._guarded

    def guard(self, guarded: bool) -> None:
        """Ask before anything leaves, or not: without a vault there is nothing to guard."""
        self._guarded = guarded

    def copy(self, text: str, name: str, made_of: tuple[str, ...]) -> None:
        """Want a text on the clipboard that was made of these documents and facts."""
        request = CopyRequest(text, Outgoing(name, made_of))
        if self._guarded:
            self.asked.emit(request)
        else:
            self.let_out(request)

    def let_out(self, request: CopyRequest) -> None:
        """Put it there."""
        data = QMimeData()
        data.setText(request.text)
        data.setData(_LET_OUT, b"")
        QGuiApplication.clipboard().setMimeData(data)


outlet = Outlet()
