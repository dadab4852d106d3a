"""As of which day the graph is shown."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.day_edit import UNDATED, DayEdit

NOTE = f"Only what documents of that day and before say counts. {UNDATED}"


class AsOfDialog(QDialog):
    """Asks for a day; `chosen` carries it (ISO 8601), empty for all that is known today."""

    chosen = Signal(str)

    def __init__(self, day: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("The graph as of a day")
        self.day = DayEdit("Day", day)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.addRow("Known &on", self.day)
        note = QLabel(NOTE, wordWrap=True)
        play(note, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.today = buttons.addButton("All that is known", QDialogButtonBox.ButtonRole.ResetRole)
        self.today.clicked.connect(self._choose_all)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(note)
        layout.addWidget(buttons)

    @Slot()
    def accept(self) -> None:
        """Tell the day."""
        super().accept()
        self.chosen.emit(self.day.day)

    @Slot()
    def _choose_all(self) -> None:
        super().accept()
        self.chosen.emit("")
