"""The table of a lookup: rows of one height, columns as the room allows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.ui.models import lookup_model as columns
from desktop.ui.models.lookup_model import LookupModel

ROW_HEIGHT = 30
LEAST_SOUGHT_WIDTH = 200
WIDTHS = {
    columns.STANDING: 130,
    columns.DOCUMENTS: 104,
    columns.MENTIONS: 96,
    columns.FIRST_SEEN: 104,
    columns.LAST_SEEN: 104,
    columns.READ_AS: 220,
    columns.WARNINGS: 200,
}
BY_IMPORTANCE = tuple(WIDTHS)


class LookupTable(QTableView):
    """Shows a LookupModel; Ctrl+C copies the selected rows."""

    copy_wanted = Signal()

    def __init__(self, model: LookupModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName("What was looked up")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(60)
        for column, width in WIDTHS.items():
            header.resizeSection(column, width)
        header.setSectionResizeMode(columns.SOUGHT, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def selected_rows(self) -> list[int]:
        """The rows that are selected, in their order."""
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: copy whole rows, not one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_wanted.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: show the columns there is room for."""
        super().resizeEvent(event)
        room = self.viewport().width() - LEAST_SOUGHT_WIDTH
        for column in BY_IMPORTANCE:
            room -= WIDTHS[column]
            self.setColumnHidden(column, room < 0 and column != columns.STANDING)
