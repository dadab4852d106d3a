"""From which day to which day: either may be left open."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.day_edit import UNDATED, DayEdit


class PeriodDialog(QDialog):
    """Asks for a period; `chosen` carries its first and last day (ISO 8601), None where it is open."""

    chosen = Signal(object, object)

    def __init__(self, since: str | None, until: str | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Published from … to …")
        self.first = _Day("&From", since)
        self.last = _Day("&To", until)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.addRow(self.first.given, self.first.day)
        form.addRow(self.last.given, self.last.day)
        note = QLabel(UNDATED, wordWrap=True)
        play(note, "muted")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
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
        """Tell the period, its earlier day first."""
        super().accept()
        first, last = self.first.value, self.last.value
        self.chosen.emit(*((last, first) if first and last and first > last else (first, last)))


class _Day:
    """A day that counts only where its box is ticked."""

    def __init__(self, words: str, value: str | None) -> None:
        self.given = QCheckBox(words)
        self.day = DayEdit(words.replace("&", ""), value)
        self.given.setChecked(self.day.known)
        self.day.setEnabled(self.day.known)
        self.given.toggled.connect(self.day.setEnabled)

    @property
    def value(self) -> str | None:
        return self.day.day if self.given.isChecked() else None
