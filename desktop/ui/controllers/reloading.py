"""When a list is fetched anew: at once for another choice, after a pause while somebody types, soon when rows have changed."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

TYPING_MS = 180
CHANGES_MS = 700


class Reloading(QObject):
    """Says when a reload is due; many reasons in a row make one reload."""

    due = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._text = ""
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.timeout.connect(self.due)
        self._changing = QTimer(self, singleShot=True, interval=CHANGES_MS)
        self._changing.timeout.connect(self.due)

    def ask(self, text: str) -> None:
        """Another list is wanted: where its text is another than that of the last reload, somebody may still be typing."""
        if text == self._text:
            self.due.emit()
        else:
            self._typing.start()

    def change(self) -> None:
        """Rows have changed."""
        if not self._changing.isActive():
            self._changing.start()

    def begin(self, text: str) -> None:
        """A list with this text is being fetched: whatever was due is answered by it."""
        self._text = text
        self.stop()

    def stop(self) -> None:
        """Nothing is due any more."""
        self._typing.stop()
        self._changing.stop()
