"""Where in its thread a question stands, with the way to the others and to a thread of its own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.icon_button import IconButton


class ThreadSteps(QWidget):
    """Hidden while there is no thread; the steps only where there is more than one question."""

    stepped = Signal(int)  # by how many questions, -1 or 1
    end_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.before = IconButton("previous", "The question before, in this thread")
        self.after = IconButton("next", "The next question in this thread")
        self.place = QLabel(textFormat=Qt.TextFormat.PlainText)
        play(self.place, "muted")
        self.end = QPushButton("New thread")
        play(self.end, "quiet")
        self.end.setToolTip("The next question begins a thread of its own, and goes on with nothing")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for each in (self.before, self.place, self.after, self.end):
            layout.addWidget(each)
        self.before.clicked.connect(self._step_back)
        self.after.clicked.connect(self._step_on)
        self.end.clicked.connect(self.end_requested)
        self.show_place(0, 0)

    def show_place(self, number: int, count: int) -> None:
        """Show which question of how many is shown, from 1; 0 of 0 is no thread."""
        several = count > 1
        self.place.setText(f"Question {number} of {count}" if several else "")
        for each in (self.before, self.place, self.after):
            each.setVisible(several)
        self.before.setEnabled(number > 1)
        self.after.setEnabled(number < count)
        self.setVisible(count > 0)

    @Slot()
    def _step_back(self) -> None:
        self.stepped.emit(-1)

    @Slot()
    def _step_on(self) -> None:
        self.stepped.emit(1)
