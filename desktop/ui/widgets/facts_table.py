"""The table of facts: rows of one height, columns as the room allows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop.ui.models import facts_model as columns
from desktop.ui.models.facts_model import FactsModel
from desktop.ui.widgets.marking_delegate import MarkingDelegate
from desktop.ui.widgets.rows_table import Columns, RowsTable

ROW_HEIGHT = 34
COLUMNS = Columns(
    columns.NAME,
    220,
    {
        columns.GRADE: 66,
        columns.MARKING: 140,
        columns.VALID_UNTIL: 104,
        columns.SOURCES: 88,
        columns.TYPE: 116,
        columns.CHANGED: 142,
    },
)


class FactsTable(RowsTable):
    """Shows a FactsModel."""

    def __init__(self, model: FactsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Facts", COLUMNS, ROW_HEIGHT, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setItemDelegateForColumn(columns.MARKING, MarkingDelegate(self))
        self.horizontalHeader().setSortIndicator(columns.CHANGED, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)

    def selected_rows(self) -> list[int]:
        """The rows that are selected, in order."""
        return sorted(each.row() for each in self.selectionModel().selectedRows())
