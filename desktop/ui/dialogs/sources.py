"""What became of the files that documents were made from, where the analyst keeps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.source import SourceCondition, SourceState
from desktop.ui.theme import play
from desktop.ui.widgets.outlet import outlet
from desktop.ui.widgets.plain_table import plain_table
from desktop.ui.widgets.quiet_copy import keep_from_copying

COLUMNS = ("State", "File", "Folder")
STATE, FILE, FOLDER = range(len(COLUMNS))
STATE_WIDTH, FILE_WIDTH = 130, 280
STATES = {SourceCondition.CHANGED: "Changed", SourceCondition.GONE: "Gone", SourceCondition.UNREADABLE: "Cannot be read"}


class SourcesDialog(QDialog):
    """Lists the files that are no longer what was imported, those that changed first."""

    import_requested = Signal(object)
    open_requested = Signal(str)
    reveal_requested = Signal(object)

    def __init__(self, states: Sequence[SourceState], parent: QWidget | None = None, *, changeable: bool = True) -> None:
        super().__init__(parent)
        self.setWindowTitle("Check of the originals")
        self.resize(860, 460)
        order = list(STATES)
        self._states = sorted((each for each in states if each.state in STATES), key=lambda each: order.index(each.state))
        self._changed = tuple(Path(each.path) for each in self._states if each.state is SourceCondition.CHANGED)
        self._heading = QLabel(describe_states(states), wordWrap=True)
        play(self._heading, "heading")
        self.table = _table(self._states)
        self._import = QPushButton("Import the changed again")
        play(self._import, "primary")
        self._import.setVisible(changeable)
        self._import.setEnabled(bool(self._changed))
        self._open, self._reveal = QPushButton("Open document"), QPushButton("Show in folder")
        self._copy, self._close = QPushButton("Copy list"), QPushButton("Close")
        for button in (self._import, self._open, self._reveal, self._copy, self._close):
            button.setAutoDefault(False)
        self._place()
        self._connect()
        self.table.selectRow(0)

    def _place(self) -> None:
        told = QLabel(
            "Nothing was changed. The vault keeps what was imported, whatever becomes of these files. "
            "A changed file that is imported again becomes a document of its own; the old one stays.",
            wordWrap=True,
        )
        play(told, "muted")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self._import, self._open, self._reveal):
            buttons.addWidget(button)
        buttons.addStretch()
        buttons.addWidget(self._copy)
        buttons.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(12)
        for each in (self._heading, told):
            layout.addWidget(each)
        layout.addWidget(self.table, 1)
        layout.addLayout(buttons)

    def _connect(self) -> None:
        self._import.clicked.connect(self._ask_import)
        self._open.clicked.connect(self._ask_open)
        self._reveal.clicked.connect(self._ask_reveal)
        self._copy.clicked.connect(self.copy_list)
        self._close.clicked.connect(self.accept)
        self.table.doubleClicked.connect(self._ask_open)
        self.table.itemSelectionChanged.connect(self._allow)

    @Slot()
    def copy_list(self) -> None:
        """Want the list on the clipboard, a line a file."""
        lines = (f"{STATES[each.state]}\t{each.path}\t{each.document_id}" for each in self._states)
        outlet.copy("\n".join(lines), "The list", tuple(each.document_id for each in self._states))

    def _current(self) -> SourceState | None:
        row = self.table.currentRow()
        return self._states[row] if 0 <= row < len(self._states) else None

    @Slot()
    def _allow(self) -> None:
        state = self._current()
        self._open.setEnabled(state is not None)
        self._reveal.setEnabled(state is not None and state.state is not SourceCondition.GONE)

    @Slot()
    def _ask_import(self) -> None:
        self.accept()
        self.import_requested.emit(self._changed)

    @Slot()
    def _ask_open(self) -> None:
        state = self._current()
        if state is not None:
            self.accept()
            self.open_requested.emit(state.document_id)

    @Slot()
    def _ask_reveal(self) -> None:
        state = self._current()
        if state is not None:
            self.reveal_requested.emit(Path(state.path))


def describe_states(states: Sequence[SourceState]) -> str:
    """`3 files changed, 12 are gone; 120 are as they were`."""
    counted = Counter(each.state for each in states)
    parts = [
        _count(counted[SourceCondition.CHANGED], "changed", "changed"),
        _count(counted[SourceCondition.GONE], "is gone", "are gone"),
        _count(counted[SourceCondition.UNREADABLE], "cannot be read", "cannot be read"),
    ]
    told = ", ".join(filter(None, parts))
    return f"{told}; {_count(counted[SourceCondition.UNCHANGED], 'is as it was', 'are as they were') or 'none is as it was'}"


def _count(count: int, one: str, several: str) -> str:
    return "" if not count else f"1 file {one}" if count == 1 else f"{count:,} files {several}"


def _table(states: Sequence[SourceState]) -> QTableWidget:
    table = plain_table("Files that are no longer what was imported", COLUMNS, (STATE_WIDTH, FILE_WIDTH, None))
    keep_from_copying(table)
    table.setRowCount(len(states))
    table.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
    table.setWordWrap(False)
    for row, each in enumerate(states):
        path = PurePath(each.path)
        for column, text in enumerate((STATES[each.state], path.name, str(path.parent))):
            cell = QTableWidgetItem(text)
            cell.setToolTip(f"{each.path}\n{each.document_id}")
            table.setItem(row, column, cell)
    return table
