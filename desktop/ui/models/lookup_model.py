"""What a lookup found, as a table that is filtered and sorted where it stands: a list is pasted by hand, so it is not long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.lookup import LookupResult, LookupRow, Standing
from desktop.ui.theme import colours, icon

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
STANDING_WORDS = {Standing.KNOWN: "Known", Standing.WARNED: "Warning list", Standing.UNKNOWN: "Unknown"}
SIGNS = {Standing.KNOWN: "success", Standing.WARNED: "warning", Standing.UNKNOWN: "info"}


@dataclass(frozen=True, slots=True)
class LookupColumn:
    """A column: its heading, what a row says in it, and by what it is sorted."""

    heading: str
    says: Callable[[LookupRow], str]
    by: Callable[[LookupRow], tuple[object, ...]]
    numeric: bool = False


def read_as(row: LookupRow) -> str:
    """What a thing was read as: its kind, and its canonical form where that is another than what was pasted."""
    kind = str(row.type) if row.type else "words"
    return kind if row.value == row.text else f"{kind}: {row.value}"


def mention_words(row: LookupRow) -> str:
    """How often it was found."""
    return f"{row.mentions:,}{'+' if row.at_least else ''}" if row.mentions else ""


COLUMNS = (
    LookupColumn("Sought", lambda row: row.text, lambda row: (row.text.casefold(),)),
    LookupColumn("Standing", lambda row: STANDING_WORDS[row.standing], lambda row: (list(STANDING_WORDS).index(row.standing), row.line)),
    LookupColumn("Read as", read_as, lambda row: (read_as(row),)),
    LookupColumn("Documents", lambda row: f"{row.documents:,}" if row.documents else "", lambda row: (row.documents,), numeric=True),
    LookupColumn("Mentions", mention_words, lambda row: (row.mentions,), numeric=True),
    LookupColumn("First seen", lambda row: (row.first_seen or "")[:10], lambda row: (row.first_seen is None, row.first_seen or "")),
    LookupColumn("Last seen", lambda row: (row.last_seen or "")[:10], lambda row: (row.last_seen is None, row.last_seen or "")),
    LookupColumn("Warning lists", lambda row: ", ".join(row.warnings), lambda row: (not row.warnings, row.warnings)),
)
SOUGHT, STANDING, READ_AS, DOCUMENTS, MENTIONS, FIRST_SEEN, LAST_SEEN, WARNINGS = range(len(COLUMNS))


class LookupModel(QAbstractTableModel):
    """A row for each thing on a list, in the list's order until it is sorted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[LookupRow] = ()
        self._shown: list[LookupRow] = []
        self._standing: Standing | None = None
        self._text = ""
        self._sorted: tuple[int, Qt.SortOrder] | None = None

    # --- what is told

    def show_rows(self, rows: Sequence[LookupRow]) -> None:
        """Show other rows."""
        self._all = rows
        self._arrange()

    def narrow(self, standing: Standing | None, text: str) -> None:
        """List only what stands so, and says this anywhere; None for whatever it stands."""
        if (standing, text) != (self._standing, self._text):
            self._standing, self._text = standing, text
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Qt: sort by a column; by none, in the order of the list."""
        self._sorted = (column, order) if 0 <= column < len(COLUMNS) else None
        self._arrange()

    # --- what is asked

    @property
    def rows(self) -> tuple[LookupRow, ...]:
        """The rows that are listed, in their order."""
        return tuple(self._shown)

    def row_at(self, row: int) -> LookupRow:
        """What stands in a row."""
        return self._shown[row]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Qt: how many rows are listed."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Qt: how many columns there are."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Qt: what a cell shows."""
        if not index.isValid():
            return None
        row, column = self._shown[index.row()], COLUMNS[index.column()]
        if role == Role.DisplayRole:
            return column.says(row)
        if role == Role.AccessibleTextRole:
            return f"{column.heading}: {column.says(row) or 'none'}"
        if role == Role.ToolTipRole:
            return describe(row)
        if role == Role.DecorationRole and index.column() == STANDING:
            worn = colours()
            return icon(SIGNS[row.standing], {Standing.KNOWN: worn.success, Standing.WARNED: worn.warning}.get(row.standing, worn.muted))
        return _alignment(column) if role == Role.TextAlignmentRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """Qt: headings of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        if role == Role.DisplayRole:
            return COLUMNS[section].heading
        return _alignment(COLUMNS[section]) if role == Role.TextAlignmentRole else None

    def _arrange(self) -> None:
        self.beginResetModel()
        wanted = self._text.casefold()
        standing = (each for each in self._all if self._standing is None or each.standing is self._standing)
        self._shown = [each for each in standing if not wanted or wanted in _said(each)]
        if self._sorted:
            column, order = self._sorted
            self._shown.sort(key=COLUMNS[column].by, reverse=order == Qt.SortOrder.DescendingOrder)
        self.endResetModel()


def summary_words(result: LookupResult) -> str:
    """How much was looked up, and which lines were none of it."""
    said = f"{len(result.rows):,} looked up in {result.seconds:.1f} s"
    passed = len(result.passed_over)
    return f"{said} · {passed:,} {'line names' if passed == 1 else 'lines name'} nothing" if passed else said


def about(row: LookupRow) -> list[str]:
    """What is known of a thing besides where it stands."""
    told = ((f"On warning lists: {', '.join(row.warnings)}", row.warnings), (f"Stands there as: {', '.join(row.spellings)}", row.spellings))
    return [*row.remarks, *(words for words, some in (*told, (f"Also looked for: {', '.join(row.also)}", row.also)) if some)]


def describe(row: LookupRow) -> str:
    """What a row has no room for."""
    return "\n".join([f"Line {row.line}: {row.text}", f"Read as {read_as(row)}", *about(row)])


def table_text(rows: Sequence[LookupRow]) -> str:
    """Rows as text that a spreadsheet takes from the clipboard: a heading, and tabs between cells."""
    cells = [[column.heading for column in COLUMNS], *([column.says(row) for column in COLUMNS] for row in rows)]
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in cells)


def _said(row: LookupRow) -> str:
    return " ".join((row.text, row.value, *row.also, *row.spellings, *row.warnings, str(row.type or ""))).casefold()


def _alignment(column: LookupColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column.numeric else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
