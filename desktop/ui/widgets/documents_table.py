"""The table of documents: rows of one height, columns as the room allows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.ui.models import documents_model as columns
from desktop.ui.models.documents_model import DocumentsModel
from desktop.ui.widgets.marking_delegate import MarkingDelegate

ROW_HEIGHT = 34
BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
LEAST_TITLE_WIDTH = 250
WIDTHS = {
    columns.FORMAT: 78,
    columns.PAGES: 72,
    columns.PUBLISHED: 104,
    columns.IMPORTED: 142,
    columns.MARKING: 140,
    columns.CHARACTERS: 104,
}
BY_IMPORTANCE = (columns.MARKING, columns.PUBLISHED, columns.FORMAT, columns.PAGES, columns.IMPORTED, columns.CHARACTERS)


class DocumentsTable(QTableView):
    """Shows a DocumentsModel; leaves out columns that matter less where there is little room."""

    def __init__(self, model: DocumentsModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName("Documents")
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
        self._set_up_header()

    @property
    def selected_count(self) -> int:
        """How many rows are selected, fetched or not."""
        return sum(each.height() for each in self.selectionModel().selection().toList())

    def selected_rows(self, most: int) -> list[int]:
        """The first `most` of the selected rows."""
        rows: set[int] = set()
        for each in self.selectionModel().selection().toList():
            rows.update(range(each.top(), min(each.bottom() + 1, each.top() + most)))
        return sorted(rows)[:most]

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Whoever comes by keyboard stands on a row that is selected; Qt would let it stand on one that is not."""
        super().focusInEvent(event)
        if event.reason() in BY_KEYBOARD and self.currentIndex().isValid() and not self.selectionModel().hasSelection():
            self.selectRow(self.currentIndex().row())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns there is room for."""
        super().resizeEvent(event)
        room = self.viewport().width() - LEAST_TITLE_WIDTH
        for column in BY_IMPORTANCE:
            room -= WIDTHS[column]
            self.setColumnHidden(column, room < 0)

    def _set_up_header(self) -> None:
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(60)
        header.setSectionResizeMode(columns.TITLE, QHeaderView.ResizeMode.Stretch)
        for column, width in WIDTHS.items():
            header.resizeSection(column, width)
        header.setSortIndicator(columns.IMPORTED, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)
