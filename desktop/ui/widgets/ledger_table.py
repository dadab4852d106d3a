"""The table of the ledger: rows of one height, the remark as wide as the room allows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from desktop.ui.models import ledger_model as columns
from desktop.ui.models.ledger_model import LedgerModel
from desktop.ui.widgets.outcome_delegate import OutcomeDelegate

ROW_HEIGHT = 32
LEAST_REMARK_WIDTH = 260
WIDTHS = {columns.OUTCOME: 118, columns.FILE: 250, columns.PAGES: 84, columns.CHARACTERS: 104, columns.SECONDS: 84}
BY_IMPORTANCE = (columns.OUTCOME, columns.FILE, columns.PAGES, columns.CHARACTERS, columns.SECONDS)


class LedgerTable(QTableView):
    """Shows a LedgerModel; leaves out columns that matter less where there is little room."""

    def __init__(self, model: LedgerModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setAccessibleName("Files of the import")
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setItemDelegateForColumn(columns.OUTCOME, OutcomeDelegate(self))
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        for column, width in WIDTHS.items():
            header.resizeSection(column, width)
        header.setSectionResizeMode(columns.REMARK, QHeaderView.ResizeMode.Stretch)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the columns there is room for."""
        super().resizeEvent(event)
        room = self.viewport().width() - LEAST_REMARK_WIDTH
        for column in BY_IMPORTANCE:
            room -= WIDTHS[column]
            self.setColumnHidden(column, room < 0 and column not in (columns.OUTCOME, columns.FILE))
