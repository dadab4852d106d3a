"""What a language model's file says of itself: header, need of memory, hash, or why it is none."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop.domain.errors import CofferError
from desktop.domain.language_model import ModelFile
from desktop.ui.models.model_words import facts_of, memory_words, size_words
from desktop.ui.theme import play
from desktop.ui.widgets.still_text import let_select

STEPS = 1000


class ModelCard(QFrame):
    """Shows one file; the hash of a large one takes a while and can be stopped."""

    stop_requested = Signal()

    def __init__(self, machine_bytes: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        play(self, "card")
        self._machine_bytes = machine_bytes
        self.path = _said("muted")
        self.problem = _said("error")
        self._facts = QWidget()
        self._form = QFormLayout(self._facts)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(18)
        self._form.setVerticalSpacing(5)
        self.hash = _said()
        self.hash.setAccessibleName("SHA-256")
        self._bar = QProgressBar(textVisible=False, maximum=STEPS)
        self._bar.setAccessibleName("Progress of the hash")
        self._stop = QPushButton("Stop hashing")
        self._stop.setAutoDefault(False)
        self._stop.clicked.connect(self.stop_requested)
        self._place()
        self._show_busy(busy=False)

    def show_reading(self, path: Path, origin: str) -> None:
        """Say which file is being read, and where it is from."""
        self.path.setText(f"{origin}\n{path}")
        self.problem.hide()
        self._clear()
        self._facts.show()
        self.hash.setText("Reading the file…")
        self._show_busy(busy=True)

    def show_file(self, file: ModelFile) -> None:
        """Show what its header says."""
        self._clear()
        for name, value in (*facts_of(file), ("Memory", memory_words(file, self._machine_bytes))):
            said = _said()
            said.setText(value)
            self._form.insertRow(self._form.rowCount() - 1, _named(name), said)

    def show_hashing(self, done: int, total: int) -> None:
        """Say how much of the file was read."""
        self.hash.setText(f"Reading {size_words(done)} of {size_words(total)}…")
        self._bar.setValue(done * STEPS // total if total else 0)

    def show_hash(self, digest: str) -> None:
        """Show the hash; nothing stands for one that was stopped."""
        self.hash.setText(digest or "Stopped before the end; look at the file again to have it.")
        self._show_busy(busy=False)

    def show_problem(self, error: CofferError) -> None:
        """Say why the file cannot be used."""
        self.problem.setText(f"{error.message} {error.hint}".strip())
        self.problem.show()
        self._facts.hide()
        self._show_busy(busy=False)

    def _show_busy(self, *, busy: bool) -> None:
        self._bar.setVisible(busy)
        self._stop.setVisible(busy)
        self._bar.setValue(0)

    def _clear(self) -> None:
        while self._form.rowCount() > 1:  # the hash stays
            self._form.removeRow(0)

    def _place(self) -> None:
        hashed = QWidget()
        beside = QHBoxLayout(hashed)
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(10)
        beside.addWidget(self.hash, 1)
        beside.addWidget(self._bar, 1)
        beside.addWidget(self._stop)
        self._form.addRow(_named("SHA-256"), hashed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        for each in (self.path, self.problem, self._facts):
            layout.addWidget(each)


def _said(role: str = "") -> QLabel:
    label = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
    let_select(label, by_keyboard=True)
    if role:
        play(label, role)
    return label


def _named(name: str) -> QLabel:
    label = QLabel(name)
    play(label, "muted")
    return label
