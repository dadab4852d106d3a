"""Keeps a search under a name."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from desktop.ui.theme import play
from desktop.ui.widgets.shown_sources import state_sources

LONGEST_NAME = 60


class SaveSearchDialog(QDialog):
    """Asks for a name; `saved` carries it, whether the search shall watch, and a note."""

    saved = Signal(str, bool, str)

    def __init__(self, text: str, how: str, taken: Collection[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self._taken = {each.casefold() for each in taken}
        self.setWindowTitle("Save this search")
        self.setMinimumWidth(460)
        self.name = QLineEdit(" ".join(text.split())[:LONGEST_NAME])
        self.name.selectAll()
        self.note = QLineEdit(placeholderText="What it is for")
        self.watch = QCheckBox("&Watch: count new documents that match")
        said = QLabel(f"“{text}”  ·  {how}", wordWrap=True)
        play(said, "muted")
        self.warning = QLabel(wordWrap=True)
        play(self.warning, "muted")
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        form.addRow("&Name", self.name)
        form.addRow("N&ote", self.note)
        form.addRow("", self.watch)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.name.textChanged.connect(self._check)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 14)
        layout.setSpacing(12)
        layout.addWidget(said)
        layout.addLayout(form)
        layout.addWidget(self.warning)
        layout.addWidget(self.buttons)
        self._check()

    @Slot()
    def accept(self) -> None:
        """Tell what was chosen."""
        super().accept()
        self.saved.emit(self.name.text().strip(), self.watch.isChecked(), self.note.text().strip())

    @Slot()
    def _check(self) -> None:
        name = " ".join(self.name.text().split())
        self.buttons.button(QDialogButtonBox.StandardButton.Save).setEnabled(bool(name))
        self.warning.setText("A search of this name is kept already; this one takes its place." if name.casefold() in self._taken else "")
