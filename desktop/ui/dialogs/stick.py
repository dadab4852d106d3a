"""Packs from a stick: what is on it, with hash, signer, licence, size and what it would change, and taking it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QTableWidget, QTableWidgetItem, QVBoxLayout, QWidget

from desktop.domain.stick import StickItem
from desktop.ui.models.model_words import size_words
from desktop.ui.theme import play
from desktop.ui.widgets.plain_table import plain_table
from desktop.ui.widgets.shown_sources import state_sources
from desktop.ui.widgets.still_text import let_select

COLUMNS = ("Kind", "Name", "Version", "Size", "State")
WIDTHS = (150, 250, 120, 80, None)
TOLD = (
    "Knowledge packs, language models, embedding models, OCR languages and Coffer itself. Everything is hashed and compared with "
    "SHA256SUMS where the stick has one; what does not match is refused. Nothing is taken before you say so."
)


class StickDialog(QDialog):
    """Shows what was found, one thing in detail; asks for another folder, and to take what is selected."""

    folder_wanted = Signal()
    take_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None, *, changeable: bool = True) -> None:
        super().__init__(parent)
        state_sources(self, ())
        self.setWindowTitle("Packs from a stick")
        self.resize(900, 620)
        self._changeable = changeable
        self._items: tuple[StickItem, ...] = ()
        self.heading = QLabel("Choose the stick, or a folder on it", wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        play(self.heading, "heading")
        self.table = plain_table("On the stick", COLUMNS, WIDTHS)
        self.table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.details = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        let_select(self.details, by_keyboard=True)
        self.details.setAccessibleName("What is selected")
        self.choose, self.take, self._close = QPushButton("Choose a folder…"), QPushButton("Take it"), QPushButton("Close")
        play(self.take, "primary")
        for button in (self.choose, self.take, self._close):
            button.setAutoDefault(False)
        self._place()
        self.choose.clicked.connect(self.folder_wanted)
        self.take.clicked.connect(self._take)
        self._close.clicked.connect(self.accept)
        self.table.itemSelectionChanged.connect(self._show_selected)
        self._show_selected()

    def show_looking(self, folder: str) -> None:
        """Say that a folder is being looked through."""
        self.show_items(())
        self.heading.setText(f"Looking through {folder}…")

    def show_progress(self, said: str) -> None:
        """Say what is being read."""
        self.heading.setText(said)

    def show_items(self, items: Sequence[StickItem]) -> None:
        """Show what was found so far; what is selected stays so."""
        row = max(self.table.currentRow(), 0)
        self._items = tuple(items)
        self.table.setRowCount(len(items))
        for at, item in enumerate(items):
            size = size_words(item.checked.bytes) if item.checked else ""
            cells = (item.kind.value, item.name, item.version, size, "Refused" if item.problem else item.signer)
            for column, text in enumerate(cells):
                self.table.setItem(at, column, QTableWidgetItem(text))
        if items:
            self.table.selectRow(min(row, len(items) - 1))
        self._show_selected()

    def show_end(self) -> None:
        """Say how much there is."""
        refused = sum(bool(item.problem) for item in self._items)
        found = f"{len(self._items):,} found" if self._items else "Nothing on it that Coffer can take"
        self.heading.setText(f"{found}, {refused:,} refused" if refused else found)
        if self._items:
            self.table.setFocus()

    def show_problem(self, said: str) -> None:
        """Say why it could not be looked through, or the thing not taken."""
        self.heading.setText(said)
        self._show_selected()

    def show_taking(self, item: StickItem) -> None:
        """Say that something is being taken."""
        self.heading.setText(f"{item.name} is being taken…")
        self.take.setEnabled(False)

    @property
    def selected(self) -> StickItem | None:
        """What is selected."""
        row = self.table.currentRow()
        return self._items[row] if 0 <= row < len(self._items) else None

    @Slot()
    def _take(self) -> None:
        if item := self.selected:
            self.take_wanted.emit(item)

    @Slot()
    def _show_selected(self) -> None:
        item = self.selected
        self.details.setText(details(item) if item else "")
        self.take.setEnabled(self._changeable and item is not None and item.takeable)

    def _place(self) -> None:
        told = QLabel(TOLD, wordWrap=True)
        play(told, "muted")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for each in (self.choose, self.take):
            buttons.addWidget(each)
        buttons.addStretch()
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 16, 20, 14)
        layout.setSpacing(10)
        layout.addWidget(self.heading)
        layout.addWidget(told)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.details)
        layout.addLayout(buttons)


def details(item: StickItem) -> str:
    """All that must be known of a thing before it is taken."""
    lines = [f"REFUSED: {item.problem}"] if item.problem else []
    lines += [f"SHA-256: {item.checked.sha256}"] if item.checked else []
    lines += [] if item.problem else [f"Licence: {item.licence or 'not stated'} · {item.signer}"]
    return "\n".join([*lines, *(f"• {each}" for each in item.changes if each), str(item.path)])
