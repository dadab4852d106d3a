"""Golden queries and how well each mode finds what they expect, as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.golden import CaseQueries, Found, GoldenQuery, ModeQuality, QualityReport
from desktop.domain.passage import Mode
from desktop.ui.models.results import MODE_NAMES

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
MEASURED = (Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.BLENDED)
NOT_FOUND = "–"
HEADINGS = ("Query", "Expected", *(MODE_NAMES[mode] for mode in MEASURED))
QUERY, EXPECTED, FIRST_MODE = range(3)


@dataclass(frozen=True, slots=True)
class GoldenList:
    """The golden queries of the case, and the titles of the documents they expect by id; one without a title is no longer there."""

    of_case: CaseQueries = field(default_factory=CaseQueries)
    titles: Mapping[str, str] = field(default_factory=dict)

    @property
    def queries(self) -> tuple[GoldenQuery, ...]:
        """Those to list."""
        return self.of_case.queries


class QualityModel(QAbstractTableModel):
    """A row for each golden query; under each mode the ranks of the expected documents."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queries: Sequence[GoldenQuery] = ()
        self._found: dict[tuple[Mode, str], Found] = {}

    def show_queries(self, queries: Sequence[GoldenQuery]) -> None:
        """Show these queries."""
        self.beginResetModel()
        self._queries = queries
        self.endResetModel()

    def show_modes(self, modes: Sequence[ModeQuality]) -> None:
        """Show what some modes found."""
        self._found |= {(each.mode, found.query): found for each in modes for found in each.found}
        if self._queries:
            self.dataChanged.emit(self.index(0, FIRST_MODE), self.index(len(self._queries) - 1, len(HEADINGS) - 1))

    def show_nothing_measured(self) -> None:
        """Forget what was found."""
        self._found.clear()
        self.show_modes(())

    def query_at(self, row: int) -> GoldenQuery:
        """The query of a row."""
        return self._queries[row]

    def row_of(self, query: str) -> int | None:
        """In which row a query stands."""
        return next((row for row, each in enumerate(self._queries) if each.query == query), None)

    def ranks_of(self, query: str, document_id: str) -> str:
        """Where each mode put an expected document."""
        measured = ((mode, self._found.get((mode, query))) for mode in MEASURED)
        ranks = (f"{MODE_NAMES[mode].lower()} {found.ranks.get(document_id, NOT_FOUND)}" for mode, found in measured if found)
        return "  ·  ".join(ranks)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Qt: how many queries there are."""
        return 0 if parent.isValid() else len(self._queries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Qt: how many columns there are."""
        return 0 if parent.isValid() else len(HEADINGS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Qt: what a cell shows."""
        if not index.isValid():
            return None
        golden, column = self._queries[index.row()], index.column()
        if role == Role.TextAlignmentRole:
            return _alignment(column)
        said = self._says(golden, column)
        if role == Role.DisplayRole:
            return said
        if role == Role.AccessibleTextRole:
            return f"{HEADINGS[column]}: {said or 'not measured'}"
        if role == Role.ToolTipRole:
            return "\n".join(filter(None, [golden.query, golden.note]))
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """Qt: headings of the columns."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(HEADINGS):
            return None
        if role == Role.ToolTipRole and section >= FIRST_MODE:
            return "At which rank each expected document stands"
        if role == Role.TextAlignmentRole:
            return _alignment(section)
        return HEADINGS[section] if role == Role.DisplayRole else None

    def _says(self, golden: GoldenQuery, column: int) -> str:
        if column == QUERY:
            return golden.query
        if column == EXPECTED:
            return f"{len(golden.expected):,}"
        found = self._found.get((MEASURED[column - FIRST_MODE], golden.query))
        return ", ".join(str(found.ranks.get(each, NOT_FOUND)) for each in golden.expected) if found else ""


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if column == QUERY else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def change_words(now: float, before: float | None) -> str:
    """How much a figure rose or fell; nothing where it was not measured before."""
    if before is None:
        return ""
    change = round(now - before, 3)
    return "as before" if not change else f"{'▲' if change > 0 else '▼'} {change:+.3f}"


def missing_words(report: QualityReport) -> str:
    """Which expectations cannot be met, because their documents are gone."""
    gone = sum(map(len, report.missing.values()))
    if not gone:
        return ""
    documents = "1 expected document is" if gone == 1 else f"{gone:,} expected documents are"
    return f"{documents} no longer in the vault, and count as not found."
