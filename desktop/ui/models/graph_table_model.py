"""The tables that mirror the picture: nodes, or relations, sorted where they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from desktop.domain.graph_rows import NodeRow, TieRow

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Row = NodeRow | TieRow


@dataclass(frozen=True, slots=True)
class GraphColumn:
    """A column: its heading and the attribute that stands in it."""

    heading: str
    attribute: str
    numeric: bool = False


NODES = (
    GraphColumn("Name", "name"),
    GraphColumn("Kind", "kind"),
    GraphColumn("Type", "type"),
    GraphColumn("Documents", "documents", numeric=True),
    GraphColumn("Mentions", "mentions", numeric=True),
    GraphColumn("Relations", "relations", numeric=True),
    GraphColumn("In the picture", "shown"),
)
TIES = (
    GraphColumn("Source", "source"),
    GraphColumn("Relation", "relationship"),
    GraphColumn("Target", "target"),
    GraphColumn("Word", "status"),
    GraphColumn("Sentences", "sentences", numeric=True),
    GraphColumn("Documents", "documents", numeric=True),
    GraphColumn("First seen", "first_seen"),
    GraphColumn("Last seen", "last_seen"),
)


class GraphTableModel(QAbstractTableModel):
    """Rows of one kind, in their own order until they are sorted."""

    def __init__(self, columns: Sequence[GraphColumn], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self._all: Sequence[Row] = ()
        self._shown: list[Row] = []
        self._text = ""
        self._sorted: tuple[int, Qt.SortOrder] | None = None

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows."""
        self._all = rows
        self._arrange()

    def narrow(self, text: str) -> None:
        """List only what says this anywhere."""
        if text != self._text:
            self._text = text
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Qt: sort by a column; by none, in their own order."""
        self._sorted = (column, order) if 0 <= column < len(self.columns) else None
        self._arrange()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows that are listed, in their order."""
        return tuple(self._shown)

    def text_of(self, rows: Sequence[Row]) -> str:
        """Rows as text that spreadsheets take, with a heading."""
        lines = ["\t".join(each.heading for each in self.columns)]
        lines += ["\t".join(" ".join(str(getattr(row, each.attribute)).split()) for each in self.columns) for row in rows]
        return "\n".join(lines)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Qt: how many rows are listed."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Qt: how many columns there are."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Qt: what a cell says."""
        if not index.isValid():
            return None
        column = self.columns[index.column()]
        value = getattr(self._shown[index.row()], column.attribute)
        if role == Role.DisplayRole:
            return f"{value:,}" if column.numeric else str(value)
        if role == Role.TextAlignmentRole and column.numeric:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return str(value) if role == Role.ToolTipRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """Qt: the heading of a column."""
        if role == Role.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return self.columns[section].heading
        return None

    def _arrange(self) -> None:
        self.beginResetModel()
        wanted = self._text.casefold()
        self._shown = [each for each in self._all if not wanted or wanted in self._said(each)]
        if self._sorted:
            attribute, backwards = self.columns[self._sorted[0]].attribute, self._sorted[1] is Qt.SortOrder.DescendingOrder
            self._shown.sort(key=_by(attribute), reverse=backwards)
        self.endResetModel()

    def _said(self, row: Row) -> str:
        return "\n".join(str(getattr(row, each.attribute)) for each in self.columns).casefold()


def _by(attribute: str) -> Callable[[Row], tuple[int, str]]:
    def key(row: Row) -> tuple[int, str]:
        value = getattr(row, attribute)
        return (value, "") if isinstance(value, int) else (0, str(value).casefold())

    return key
