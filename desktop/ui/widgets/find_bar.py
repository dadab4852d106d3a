"""The bar that finds words in the open document."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.icon_button import IconButton
from desktop.ui.widgets.shown_sources import state_sources


class FindBar(QFrame):
    """A box, how many matches, next and previous; Enter goes on, Shift+Enter back, Esc closes."""

    sought = Signal(str)
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        play(self, "bar")
        self.box = QLineEdit()
        self.box.setPlaceholderText("Find in this document")
        self.box.setAccessibleName("Find in this document")
        self.box.setClearButtonEnabled(True)
        self.box.textChanged.connect(self.sought)
        self.count = QLabel()
        play(self.count, "muted")
        self.count.setAccessibleName("Matches")
        self.previous = IconButton("previous", "Previous match (Shift+Enter)")
        self.previous.clicked.connect(self.go_back)
        self.next = IconButton("next", "Next match (Enter)")
        self.next.clicked.connect(self.go_on)
        self._close = IconButton("close", "Close (Esc)")
        self._close.clicked.connect(self.close_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 6, 8, 6)
        row.addWidget(self.box, 1)
        row.addWidget(self.count)
        for button in (self.previous, self.next, self._close):
            row.addWidget(button)
        self.hide()

    @Slot()
    def open_bar(self) -> None:
        """Show the bar, ready to type, and mark again what was sought last."""
        self.show()
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()
        self.sought.emit(self.box.text())

    @Slot()
    def close_bar(self) -> None:
        """Hide the bar and unmark everything."""
        self.hide()
        self.sought.emit("")
        self.closed.emit()

    @Slot(int, int, bool)
    def show_matches(self, found: int, current: int, complete: bool) -> None:
        """Say how many matches there are and which one is looked at."""
        if not self.box.text():
            said = ""
        elif found:
            said = f"{current} of {found}{'' if complete else '…'}"
        else:
            said = "No match" if complete else "Searching…"
        self.count.setText(said)
        self.previous.setEnabled(found > 0)
        self.next.setEnabled(found > 0)

    @Slot()
    def go_on(self) -> None:
        """Ask for the next match."""
        self.step_requested.emit(1)

    @Slot()
    def go_back(self) -> None:
        """Ask for the previous match."""
        self.step_requested.emit(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter, Shift+Enter, Esc."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step_requested.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        else:
            super().keyPressEvent(event)
