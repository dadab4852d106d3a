"""Long lists as Qt models: they know how many rows there are, and fetch those that are looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal, Slot

from desktop.domain.shown_name import shown_name

BLOCK = 200
KEPT_BLOCKS = 50
BLOCKS_ASKED_AT_ONCE = 3
ASK_AFTER_MS = 15
WAITING = "…"

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Column(Generic[Row]):
    """A column: its heading, what a row says in it, and what the list sorts by under it (empty: nothing)."""

    heading: str
    says: Callable[[Row], str]
    sort: str = ""
    numeric: bool = False


class BlocksModel(QAbstractTableModel, Generic[Row]):
    """Rows in blocks that are asked for when a row of them is looked at.

    Sorting and filtering are the query's: the model says what is wanted and is told what to show.
    Of the blocks, the most recently used fifty are kept, so that no list is too long.
    """

    block_wanted = Signal(int, int)
    sort_wanted = Signal(str, bool)

    def __init__(self, columns: Sequence[Column[Row]], describe: Callable[[Row], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = columns
        self._describe = describe
        self._count = 0
        self._blocks: dict[int, Sequence[Row]] = {}
        self._asked: set[int] = set()
        self._wanted: dict[int, None] = {}
        self._asking = QTimer(self, singleShot=True, interval=ASK_AFTER_MS)
        self._asking.timeout.connect(self._ask)

    # --- what the controller tells

    def show_listing(self, count: int, offset: int, rows: Sequence[Row]) -> None:
        """Show a new list of `count` rows, of which those from `offset` on are at hand."""
        self.beginResetModel()
        self._count = count
        self._blocks.clear()
        self._asked.clear()
        self._wanted.clear()
        self._keep(offset, rows)
        self.endResetModel()

    def show_block(self, offset: int, rows: Sequence[Row]) -> None:
        """Fill in rows that were asked for."""
        self._keep(offset, rows)
        last = min(offset + len(rows), self._count) - 1
        if last >= offset:
            self.dataChanged.emit(self.index(offset, 0), self.index(last, len(self._columns) - 1))

    # --- what the pane asks

    def row_at(self, row: int) -> Row | None:
        """What stands in a row, or None if it has not been fetched."""
        block = self._blocks.get(row // BLOCK, ())
        position = row % BLOCK
        return block[position] if position < len(block) else None

    def rows_where(self, wanted: Callable[[Row], bool]) -> list[int]:
        """Rows that are wanted, in order, of those that have been fetched."""
        placed = ((number * BLOCK + position, each) for number, block in self._blocks.items() for position, each in enumerate(block))
        return sorted(row for row, each in placed if wanted(each))

    # --- Qt's questions

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many rows there are, fetched or not."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows; a row that is not at hand is asked for."""
        if not index.isValid():
            return None
        column = self._columns[index.column()]
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        if role not in (Role.DisplayRole, Role.ToolTipRole, Role.AccessibleTextRole):
            return None
        row = self.row_at(index.row())
        if row is None:
            self._want(index.row() // BLOCK)
            return WAITING if role == Role.DisplayRole and index.column() == 0 else None
        if role == Role.ToolTipRole:
            return shown_name(self._describe(row))
        said = shown_name(column.says(row))
        return f"{column.heading}: {said or 'none'}" if role == Role.AccessibleTextRole else said

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """Headings of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Role.DisplayRole:
            return self._columns[section].heading
        return _alignment(self._columns[section]) if role == Role.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask for the list in another order."""
        if 0 <= column < len(self._columns) and self._columns[column].sort:
            self.sort_wanted.emit(self._columns[column].sort, order == Qt.SortOrder.DescendingOrder)

    # --- blocks

    def _keep(self, offset: int, rows: Sequence[Row]) -> None:
        for start in range(0, len(rows), BLOCK):
            number = (offset + start) // BLOCK
            self._blocks.pop(number, None)
            self._blocks[number] = rows[start : start + BLOCK]
            self._asked.discard(number)
        while len(self._blocks) > KEPT_BLOCKS:
            del self._blocks[next(iter(self._blocks))]

    def _want(self, number: int) -> None:
        if number in self._asked:
            return
        self._wanted.pop(number, None)
        self._wanted[number] = None
        if not self._asking.isActive():
            self._asking.start()

    @Slot()
    def _ask(self) -> None:
        # Whoever drags the scroll bar passes blocks by: only where they came to rest is worth a query.
        numbers = list(self._wanted)[-BLOCKS_ASKED_AT_ONCE:]
        self._wanted.clear()
        self._asked.update(numbers)
        for number in numbers:
            self.block_wanted.emit(number * BLOCK, BLOCK)


def _alignment(column: Column[Row]) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
