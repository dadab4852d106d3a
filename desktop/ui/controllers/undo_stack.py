"""What the key of undo takes back: what was done last, in whichever part of the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, Slot

from desktop.ui.notifier import Notice, Severity

SAID_SECONDS = 8.0

Undo = Callable[[], None]
"""Two that do the same must be equal: what was taken back by its message is then known."""


class UndoStack(QObject):
    """Keeps what can be taken back for as long as the vault stays open, however long its message is gone."""

    noticed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: list[Undo] = []
        self._in_hand: Undo | None = None

    @Slot(object)
    def push(self, undo: Undo) -> None:
        """Something was done that this takes back."""
        self._steps.append(undo)

    @Slot(object)
    def forget(self, undo: Undo) -> None:
        """It was taken back."""
        if undo == self._in_hand:
            self._in_hand = None  # it has left the stack already, and another like it may be there
        elif undo in self._steps:
            last = len(self._steps) - 1 - self._steps[::-1].index(undo)
            del self._steps[last]

    @Slot()
    def undo(self) -> None:
        """Take back what was done last."""
        if self._steps:
            step = self._in_hand = self._steps.pop()
            step()
            self._in_hand = None
        else:
            self.noticed.emit(
                Notice(Severity.INFO, "Nothing was done that could be taken back.", seconds=SAID_SECONDS, key="undo", made_of=())
            )
