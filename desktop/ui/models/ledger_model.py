"""The ledger of an import as a Qt model, limited to the outcomes one wants to see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.ledger import LedgerRow, Outcome

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole

OUTCOME_NAMES = {
    Outcome.IMPORTED: "Imported",
    Outcome.DUPLICATE: "Duplicate",
    Outcome.UPDATED: "Updated",
    Outcome.SKIPPED: "Skipped",
    Outcome.FAILED: "Failed",
}


def needs_attention(row: LedgerRow) -> bool:
    """Whether a person should look at a row: something was not taken, or not all of it, or there is a remark."""
    if row.outcome in (Outcome.FAILED, Outcome.SKIPPED):
        return True
    return row.truncated or (row.outcome is Outcome.IMPORTED and bool(row.reason))


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and what a row says in it."""

    heading: str
    says: Callable[[LedgerRow], str]
    numeric: bool = False


COLUMNS = (
    Column("Outcome", lambda row: OUTCOME_NAMES[row.outcome]),
    Column("File", lambda row: _file_name(row.path)),
    Column("Remark", lambda row: row.reason or ("Not all of the text was kept." if row.truncated else "")),
    Column("Pages", lambda row: _pages(row), numeric=True),
    Column("Characters", lambda row: "" if row.characters is None else f"{row.characters:,}", numeric=True),
    Column("Seconds", lambda row: f"{row.seconds:.1f}", numeric=True),
)
OUTCOME, FILE, REMARK, PAGES, CHARACTERS, SECONDS = range(len(COLUMNS))


class LedgerModel(QAbstractTableModel):
    """Ledger rows; `limit_to` chooses which of them are shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[LedgerRow, ...] = ()
        self._shown: tuple[LedgerRow, ...] = ()
        self._wanted: Callable[[LedgerRow], bool] = needs_attention

    def show_rows(self, rows: Sequence[LedgerRow]) -> None:
        """Show another ledger."""
        self._all = tuple(rows)
        self._choose()

    def limit_to(self, wanted: Callable[[LedgerRow], bool]) -> None:
        """Show only rows that are wanted."""
        self._wanted = wanted
        self._choose()

    def ledger_row(self, row: int) -> LedgerRow:
        """The ledger row that stands at a row."""
        return self._shown[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many rows are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows."""
        if not index.isValid():
            return None
        column, row = COLUMNS[index.column()], self._shown[index.row()]
        if role == Role.DisplayRole:
            return column.says(row)
        if role == Role.ToolTipRole:
            return "\n".join(filter(None, [row.path, row.reason]))
        if role == Role.AccessibleTextRole:
            return f"{column.heading}: {column.says(row) or 'none'}"
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """Headings of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Role.DisplayRole:
            return COLUMNS[section].heading
        return _alignment(COLUMNS[section]) if role == Role.TextAlignmentRole else None

    def _choose(self) -> None:
        self.beginResetModel()
        self._shown = tuple(row for row in self._all if self._wanted(row))
        self.endResetModel()


def _alignment(column: Column) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _file_name(path: str) -> str:
    """The name of a file; of a member of a mail or an archive, the container's name too."""
    container, mark, member = path.partition("!/")
    name = container.replace("\\", "/").rstrip("/").rpartition("/")[2]
    return f"{name} › {member}" if mark else name


def _pages(row: LedgerRow) -> str:
    if row.pages is None:
        return ""
    if row.pages_with_text is not None and row.pages_with_text < row.pages:
        return f"{row.pages_with_text:,} of {row.pages:,}"
    return f"{row.pages:,}"
