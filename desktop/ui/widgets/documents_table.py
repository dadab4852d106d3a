"""The table of documents: rows of one height, columns as the room allows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop.ui.models import documents_model as columns
from desktop.ui.models.documents_model import DocumentsModel
from desktop.ui.widgets.marking_delegate import MarkingDelegate
from desktop.ui.widgets.rows_table import Columns, RowsTable

ROW_HEIGHT = 34
BY_KEYBOARD = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
COLUMNS = Columns(
    columns.TITLE,
    250,
    {
        columns.MARKING: 140,
        columns.PUBLISHED: 104,
        columns.FORMAT: 78,
        columns.PAGES: 72,
        columns.IMPORTED: 142,
        columns.CHARACTERS: 104,
    },
)


class DocumentsTable(RowsTable):
    """Shows a DocumentsModel."""

    def __init__(self, model: DocumentsModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Documents", COLUMNS, ROW_HEIGHT, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setItemDelegateForColumn(columns.MARKING, MarkingDelegate(self))
        self.horizontalHeader().setSortIndicator(columns.IMPORTED, Qt.SortOrder.DescendingOrder)
        self.setSortingEnabled(True)

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
