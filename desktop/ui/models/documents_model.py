"""The document list as a Qt model: it knows how many rows there are, and fetches those that are looked at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal, Slot

from desktop.domain.document import DocumentSummary

BLOCK = 200
KEPT_BLOCKS = 50
BLOCKS_ASKED_AT_ONCE = 3
ASK_AFTER_MS = 15
WAITING = "…"

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, what the list sorts by under it (empty: nothing), and what a row says in it."""

    heading: str
    sort: str
    says: Callable[[DocumentSummary], str]
    numeric: bool = False


def local_time(moment: str) -> str:
    """An ISO 8601 moment as the analyst's clock showed it."""
    try:
        return datetime.fromisoformat(moment).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return moment


COLUMNS = (
    Column("Title", "title", lambda row: row.document.title),
    Column("Format", "format", lambda row: row.document.source_format.upper()),
    Column("Pages", "pages", lambda row: "" if row.document.pages is None else f"{row.document.pages:,}", numeric=True),
    Column("Published", "published", lambda row: row.document.published or ""),
    Column("Imported", "imported_at", lambda row: local_time(row.document.imported_at)),
    Column("Marking", "tlp", lambda row: f"TLP:{row.document.tlp}"),
    Column("Characters", "characters", lambda row: f"{row.characters:,}", numeric=True),
)
TITLE, FORMAT, PAGES, PUBLISHED, IMPORTED, MARKING, CHARACTERS = range(len(COLUMNS))


class DocumentsModel(QAbstractTableModel):
    """Rows of documents, in blocks that are asked for when a row of them is looked at.

    Sorting and filtering are the query's: the model says what is wanted and is told what to show.
    Of the blocks, the most recently used fifty are kept, so that no list is too long.
    """

    block_wanted = Signal(int, int)
    sort_wanted = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._blocks: dict[int, Sequence[DocumentSummary]] = {}
        self._asked: set[int] = set()
        self._wanted: dict[int, None] = {}
        self._asking = QTimer(self, singleShot=True, interval=ASK_AFTER_MS)
        self._asking.timeout.connect(self._ask)

    # --- what the controller tells

    def show_listing(self, count: int, offset: int, rows: Sequence[DocumentSummary]) -> None:
        """Show a new list of `count` rows, of which those from `offset` on are at hand."""
        self.beginResetModel()
        self._count = count
        self._blocks.clear()
        self._asked.clear()
        self._wanted.clear()
        self._keep(offset, rows)
        self.endResetModel()

    def show_block(self, offset: int, rows: Sequence[DocumentSummary]) -> None:
        """Fill in rows that were asked for."""
        self._keep(offset, rows)
        last = min(offset + len(rows), self._count) - 1
        if last >= offset:
            self.dataChanged.emit(self.index(offset, 0), self.index(last, len(COLUMNS) - 1))

    # --- what the pane asks

    def summary(self, row: int) -> DocumentSummary | None:
        """The document of a row, or None if the row has not been fetched."""
        block = self._blocks.get(row // BLOCK, ())
        position = row % BLOCK
        return block[position] if position < len(block) else None

    def rows_of(self, document_ids: Collection[str]) -> list[int]:
        """Rows of documents, in order, of those that have been fetched."""
        wanted = frozenset(document_ids)
        placed = ((number * BLOCK + position, each) for number, block in self._blocks.items() for position, each in enumerate(block))
        return sorted(row for row, each in placed if each.document.id in wanted)

    # --- Qt's questions

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many rows there are, fetched or not."""
        return 0 if parent.isValid() else self._count

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows; a row that is not at hand is asked for."""
        if not index.isValid():
            return None
        column = COLUMNS[index.column()]
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        if role not in (Role.DisplayRole, Role.ToolTipRole, Role.AccessibleTextRole):
            return None
        summary = self.summary(index.row())
        if summary is None:
            self._want(index.row() // BLOCK)
            return WAITING if role == Role.DisplayRole and index.column() == TITLE else None
        if role == Role.ToolTipRole:
            return _tooltip(summary)
        said = column.says(summary)
        return f"{column.heading}: {said or 'unknown'}" if role == Role.AccessibleTextRole else said

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """Headings of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Role.DisplayRole:
            return COLUMNS[section].heading
        return _alignment(COLUMNS[section]) if role == Role.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Ask for the list in another order."""
        if 0 <= column < len(COLUMNS):
            self.sort_wanted.emit(COLUMNS[column].sort, order == Qt.SortOrder.DescendingOrder)

    # --- blocks

    def _keep(self, offset: int, rows: Sequence[DocumentSummary]) -> None:
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


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _tooltip(summary: DocumentSummary) -> str:
    document = summary.document
    lines = [document.title, document.source_filename, f"TLP:{document.tlp}"]
    if document.grade:
        lines.append(f"Grade {document.grade}")
    if document.tags:
        lines.append("Tags: " + ", ".join(document.tags))
    return "\n".join(dict.fromkeys(lines))
