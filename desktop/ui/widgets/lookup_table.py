"""The table of a lookup: rows of one height, columns as the room allows."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop.ui.models import lookup_model as columns
from desktop.ui.models.lookup_model import LookupModel
from desktop.ui.widgets.rows_table import Columns, RowsTable

ROW_HEIGHT = 30
COLUMNS = Columns(
    columns.SOUGHT,
    200,
    {
        columns.STANDING: 130,
        columns.DOCUMENTS: 104,
        columns.MENTIONS: 96,
        columns.FIRST_SEEN: 104,
        columns.LAST_SEEN: 104,
        columns.READ_AS: 220,
        columns.WARNINGS: 200,
    },
    always=frozenset({columns.STANDING}),
)


class LookupTable(RowsTable):
    """Shows a LookupModel; Ctrl+C copies the selected rows."""

    copy_wanted = Signal()

    def __init__(self, model: LookupModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "What was looked up", COLUMNS, ROW_HEIGHT, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        header = self.horizontalHeader()
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
