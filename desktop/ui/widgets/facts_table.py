"""The table of facts: rows of one height, columns as the room allows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.ui.models import facts_model as columns
from desktop.ui.models.facts_model import FactsModel
from desktop.ui.widgets.documents_table import ROW_HEIGHT
from desktop.ui.widgets.marking_delegate import MarkingDelegate

LEAST_NAME_WIDTH = 220
WIDTHS = {
    columns.GRADE: 66,
    columns.MARKING: 140,
    columns.TYPE: 116,
    columns.VALID_UNTIL: 104,
    columns.SOURCES: 88,
    columns.CHANGED: 142,
}
BY_IMPORTANCE = (columns.GRADE, columns.MARKING, columns.VALID_UNTIL, columns.SOURCES, columns.TYPE, columns.CHANGED)


class FactsTable(QTableView):
    """Shows a FactsModel; leaves out columns that matter less where there is little room."""

    def __init__(self, model: FactsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName("Facts")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setItemDelegateForColumn(columns.MARKING, MarkingDelegate(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(columns.NAME, QHeaderView.ResizeMode.Stretch)
        for column, width in WIDTHS.items():
            header.resizeSection(column, width)
        header.setSortIndicator(columns.CHANGED, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)

    def selected_rows(self) -> list[int]:
        """The rows that are selected, in order."""
        return sorted(each.row() for each in self.selectionModel().selectedRows())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns there is room for."""
        super().resizeEvent(event)
        room = self.viewport().width() - LEAST_NAME_WIDTH
        for column in BY_IMPORTANCE:
            room -= WIDTHS[column]
            self.setColumnHidden(column, room < 0)
