"""The vault's trash: what was deleted, to bring back or to remove for good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.ach import board_id_of
from desktop.domain.fact import fact_id_of
from desktop.domain.named_graph import graph_of
from desktop.domain.thread import thread_id_of
from desktop.ui.models.documents_model import local_time
from desktop.ui.theme import play
from desktop.ui.widgets.plain_table import plain_table
from desktop.ui.widgets.quiet_copy import keep_from_copying

COLUMNS = ("Title", "Deleted", "Size")
TITLE, DELETED, SIZE = range(len(COLUMNS))
DELETED_WIDTH, SIZE_WIDTH = 150, 100
ID_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class TrashEntry:
    """A document, a fact (`memory/<id>`), a thread (`threads/<id>`), a graph (`graphs/<file>`) or a board (`boards/<id>`) in the trash."""

    document_id: str
    title: str
    deleted_at: str
    size: int


class TrashDialog(QDialog):
    """Lists the trash, newest first."""

    restore_requested = Signal(object)
    remove_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Trash")
        self.resize(760, 460)
        self._summary = QLabel()
        play(self._summary, "heading")
        self.table = _table()
        self._restore = QPushButton("Restore")
        self._remove = QPushButton("Remove for good…")
        self._empty = QPushButton("Empty the trash…")
        self._close = QPushButton("Close")
        for button in (self._restore, self._remove, self._empty, self._close):
            button.setAutoDefault(False)
        self._place()
        self._restore.clicked.connect(self._ask_restore)
        self._remove.clicked.connect(self._ask_remove)
        self._empty.clicked.connect(self._ask_empty)
        self._close.clicked.connect(self.accept)
        self.table.itemSelectionChanged.connect(self._allow)
        self.show_trash(())

    def show_trash(self, entries: Sequence[TrashEntry]) -> None:
        """Show what is in the trash now."""
        size = sum(entry.size for entry in entries)
        count = _counted(entries)
        self._summary.setText(f"{count}, {_size(size)}" if entries else "The trash is empty")
        self.table.setRowCount(len(entries))
        for row, entry in enumerate(entries):
            for column, text in enumerate((entry.title, local_time(entry.deleted_at), _size(entry.size))):
                cell = QTableWidgetItem(text)
                cell.setData(ID_ROLE, entry.document_id)
                cell.setToolTip(f"{entry.title}\n{entry.document_id}")
                self.table.setItem(row, column, cell)
        self._empty.setEnabled(bool(entries))
        self._allow()

    def selected_ids(self) -> tuple[str, ...]:
        """Ids of what is selected."""
        rows = sorted({index.row() for index in self.table.selectedIndexes()})
        cells = (self.table.item(row, TITLE) for row in rows)
        return tuple(str(cell.data(ID_ROLE)) for cell in cells if cell)

    @Slot()
    def _allow(self) -> None:
        chosen = bool(self.selected_ids())
        self._restore.setEnabled(chosen)
        self._remove.setEnabled(chosen)

    @Slot()
    def _ask_restore(self) -> None:
        self.restore_requested.emit(self.selected_ids())

    @Slot()
    def _ask_remove(self) -> None:
        chosen = self.selected_ids()
        count = "This" if len(chosen) == 1 else f"These {len(chosen):,}"
        if self._sure(f"{count}, with the originals of documents, will be gone for good; nothing brings them back."):
            self.remove_requested.emit(chosen)

    @Slot()
    def _ask_empty(self) -> None:
        if self._sure("Everything in the trash will be gone for good; nothing brings it back."):
            self.remove_requested.emit(None)

    def _sure(self, what: str) -> bool:
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        answer = QMessageBox.question(self, "Remove for good", f"{what}\n\nRemove?", buttons, QMessageBox.StandardButton.No)
        return answer == QMessageBox.StandardButton.Yes

    def _place(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._restore)
        buttons.addWidget(self._remove)
        buttons.addStretch()
        buttons.addWidget(self._empty)
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(12)
        layout.addWidget(self._summary)
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)


def _counted(entries: Sequence[TrashEntry]) -> str:
    """How many documents, facts, threads, graphs and boards these are, in words."""
    facts = sum(fact_id_of(entry.document_id) is not None for entry in entries)
    threads = sum(thread_id_of(entry.document_id) is not None for entry in entries)
    graphs = sum(graph_of(entry.document_id) is not None for entry in entries)
    boards = sum(board_id_of(entry.document_id) is not None for entry in entries)
    documents = len(entries) - facts - threads - graphs - boards
    counted = ((documents, "documents"), (facts, "facts"), (threads, "threads"), (graphs, "graphs"), (boards, "boards"))
    said = [f"{count:,} {noun}" if count > 1 else f"1 {noun[:-1]}" for count, noun in counted if count]
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def _size(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB" if size >= 100_000 else f"{max(1, round(size / 1000)):,} kB"


def _table() -> QTableWidget:
    table = plain_table("Documents, facts, threads, graphs and boards in the trash", COLUMNS, (None, DELETED_WIDTH, SIZE_WIDTH))
    keep_from_copying(table)
    table.setWordWrap(False)
    return table
