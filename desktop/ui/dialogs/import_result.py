"""What became of each file of an import, those that need attention first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from desktop.domain.ledger import LedgerRow, Outcome, count_outcomes
from desktop.domain.reading import OpenRequest
from desktop.ui.models import ledger_model as columns
from desktop.ui.models.ledger_model import OUTCOME_NAMES, LedgerModel, needs_attention
from desktop.ui.theme import play

WIDTHS = {columns.OUTCOME: 96, columns.FILE: 260, columns.PAGES: 86, columns.CHARACTERS: 110, columns.SECONDS: 88}


class ImportResultDialog(QDialog):
    """The ledger of an import; a row opens its document."""

    open_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Import result")
        self.resize(1080, 540)
        self.model = LedgerModel(self)
        self._rows: tuple[LedgerRow, ...] = ()
        self._summary = QLabel(wordWrap=True)
        play(self._summary, "heading")
        self._choice = QComboBox()
        self._choice.setAccessibleName("Which files to list")
        self._table = _table(self.model)
        self._copy = QPushButton("Copy list")
        self._copy.setToolTip("Copy the files listed here, with their remarks, as text")
        self._close = QPushButton("Close")
        for each in (self._copy, self._close):
            each.setAutoDefault(False)  # Enter opens the row
        self._detail = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._detail.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._detail.setMinimumHeight(3 * self._detail.fontMetrics().lineSpacing())
        self._detail.setAlignment(Qt.AlignmentFlag.AlignTop)
        play(self._detail, "muted")
        self._place()
        self._choice.currentIndexChanged.connect(self._limit)
        self._copy.clicked.connect(self.copy_list)
        self._close.clicked.connect(self.close)
        self._table.activated.connect(self._open)
        self._table.selectionModel().currentRowChanged.connect(self._tell)

    def show_ledger(self, summary: str, rows: Sequence[LedgerRow]) -> None:
        """Show the rows of an import under a sentence that sums them up."""
        self._rows = tuple(rows)
        self._summary.setText(summary)
        self.model.show_rows(self._rows)
        self._offer_choices()

    @Slot()
    def copy_list(self) -> None:
        """Put what is listed onto the clipboard, a file a line."""
        shown = [self.model.ledger_row(row) for row in range(self.model.rowCount())]
        lines = ["\t".join([OUTCOME_NAMES[row.outcome], row.path, row.reason]) for row in shown]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def _offer_choices(self) -> None:
        self._choice.blockSignals(True)
        self._choice.clear()
        attention = sum(map(needs_attention, self._rows))
        if attention:
            self._choice.addItem(f"Needs attention ({attention:,})", needs_attention)
        self._choice.addItem(f"All files ({len(self._rows):,})", _any_row)
        for outcome, count in count_outcomes(self._rows).items():
            if count:
                self._choice.addItem(f"{OUTCOME_NAMES[outcome]} ({count:,})", outcome)
        self._choice.blockSignals(False)
        self._limit()

    @Slot()
    def _limit(self) -> None:
        chosen = self._choice.currentData()
        self.model.limit_to(_having(Outcome(chosen)) if isinstance(chosen, str) else chosen or _any_row)
        self._detail.clear()
        self._table.selectRow(0)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        document_id = self.model.ledger_row(index.row()).document_id
        if document_id:
            self.open_requested.emit(OpenRequest(document_id))

    @Slot(QModelIndex)
    def _tell(self, index: QModelIndex) -> None:
        """A remark is often longer than its column: the whole of it stands below the list."""
        if index.isValid():
            self._detail.setText(describe_row(self.model.ledger_row(index.row())))

    def _place(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self._summary, 1)
        top.addWidget(self._choice)
        bottom = QHBoxLayout()
        bottom.addWidget(self._copy)
        bottom.addStretch()
        bottom.addWidget(self._close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(12)
        layout.addLayout(top)
        layout.addWidget(self._table, 1)
        layout.addWidget(self._detail)
        layout.addLayout(bottom)


def describe_row(row: LedgerRow) -> str:
    """A row in full: the file's path, and what was remarked."""
    return "\n".join(filter(None, [row.path, row.reason]))


def _any_row(_: LedgerRow) -> bool:
    return True


def _having(outcome: Outcome) -> Callable[[LedgerRow], bool]:
    def has_outcome(row: LedgerRow) -> bool:
        return row.outcome is outcome

    return has_outcome


def _table(model: LedgerModel) -> QTableView:
    table = QTableView()
    table.setAccessibleName("Files of the import")
    table.setModel(model)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.setWordWrap(False)
    table.setTextElideMode(Qt.TextElideMode.ElideRight)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(30)
    header = table.horizontalHeader()
    header.setHighlightSections(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    for column, width in WIDTHS.items():
        header.resizeSection(column, width)
    header.setSectionResizeMode(columns.REMARK, QHeaderView.ResizeMode.Stretch)
    return table
