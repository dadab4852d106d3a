"""The table of the ledger: rows of one height, the remark as wide as the room allows."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QWidget

from desktop.ui.models import ledger_model as columns
from desktop.ui.models.ledger_model import LedgerModel
from desktop.ui.widgets.outcome_delegate import OutcomeDelegate
from desktop.ui.widgets.rows_table import Columns, RowsTable

ROW_HEIGHT = 32
COLUMNS = Columns(
    columns.REMARK,
    260,
    {columns.OUTCOME: 118, columns.FILE: 250, columns.PAGES: 84, columns.CHARACTERS: 104, columns.SECONDS: 84},
    always=frozenset({columns.OUTCOME, columns.FILE}),
)


class LedgerTable(RowsTable):
    """Shows a LedgerModel."""

    def __init__(self, model: LedgerModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Files of the import", COLUMNS, ROW_HEIGHT, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setItemDelegateForColumn(columns.OUTCOME, OutcomeDelegate(self))
