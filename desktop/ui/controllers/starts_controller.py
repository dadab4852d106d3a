"""Further starts of the program: the window comes to the front, with the vault or the bundle that was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.domain.start_request import StartRequest
from desktop.ui.notifier import Notice, Severity


class HearsStarts(Protocol):
    """What hears of further starts, in a thread of its own."""

    def listen(self, asked: Callable[[StartRequest], None]) -> None:
        """Call `asked` for each start, with what it asks for. Raises OSError."""
        ...


class StartsController(QObject):
    """Stands between what hears of starts and the window."""

    requested = Signal(object)
    noticed = Signal(object)
    _heard = Signal(object)

    def __init__(self, hears: HearsStarts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hears = hears
        self._window: QWidget | None = None
        self._heard.connect(self._come_forward, Qt.ConnectionType.QueuedConnection)

    def begin(self, window: QWidget) -> None:
        """Hear of starts from now on; where that cannot be, say what it means."""
        self._window = window
        try:
            self._hears.listen(self._heard.emit)
        except OSError as error:
            said = f"A second start of Coffer would not find this window: {error.strerror or error}."
            self.noticed.emit(Notice(Severity.WARNING, said, "Everything else works.", key="starts"))

    @Slot(object)
    def _come_forward(self, request: StartRequest) -> None:
        if self._window is None:
            return
        self._window.setWindowState(self._window.windowState() & ~Qt.WindowState.WindowMinimized)
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()
        self.requested.emit(request)
