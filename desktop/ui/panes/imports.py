"""The imports pane: what became of every file that was given, live while an import runs and for ever after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop.domain.document import Document
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.reading import OpenRequest, Surroundings
from desktop.ui.models.ledger_model import LedgerModel
from desktop.ui.models.remarks import version_remarks
from desktop.ui.theme import play
from desktop.ui.widgets.elsewhere_label import ElsewhereLabel
from desktop.ui.widgets.empty_state import EmptyState
from desktop.ui.widgets.filter_box import FilterBox
from desktop.ui.widgets.import_progress import ImportProgress
from desktop.ui.widgets.job_names import describe_job
from desktop.ui.widgets.ledger_details import LedgerDetails
from desktop.ui.widgets.ledger_table import LedgerTable
from desktop.ui.widgets.outcome_choice import ALL, ATTENTION, OutcomeChoice
from desktop.ui.widgets.pages import Pages

EVERY_IMPORT = "All imports"


@dataclass(frozen=True, slots=True)
class LedgerListing:
    """Which rows are wanted: of which import and case (all, if empty), `all`, `attention` or an outcome, with a text in path or remark."""

    job: str = ""
    choice: str = ALL
    text: str = ""
    first_row: int = 0
    case: str = ""


class ImportsPane(QWidget):
    """Says which rows are wanted and what to do about one; shows what it is given."""

    listing_wanted = Signal(object)
    block_wanted = Signal(int, int)
    open_requested = Signal(object)
    reveal_requested = Signal(object)
    retry_requested = Signal(object)
    retry_failed_requested = Signal(object)
    password_requested = Signal(object)
    export_requested = Signal(object)
    versions_wanted = Signal(str)
    link_requested = Signal(str, str)
    unlink_requested = Signal(str, str)
    import_files_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.changeable = True
        self._case = ""
        self.model = LedgerModel(self)
        self.progress = ImportProgress()
        self.jobs = QComboBox()
        self.jobs.setAccessibleName("Which import to list")
        self.jobs.setMinimumWidth(200)
        self.filter_box = FilterBox("Filter by path or remark", "Filter files by path or remark")
        self.outcomes = OutcomeChoice()
        self.elsewhere = ElsewhereLabel()
        self.table = LedgerTable(self.model)
        self.details = LedgerDetails()
        self.retry_failed = QPushButton("Import the failed again")
        self.export = QPushButton("Export as CSV…")
        self._empty = EmptyState("ledger", "Nothing was imported yet", "Drop reports anywhere on this window, or press Ctrl+O.")
        self._import_files = self._empty.add_button("Import files…", primary=True)
        self._no_match = EmptyState("search", "No file matches", "")
        self._show_all = self._no_match.add_button("Show all files")
        self._of_others = EmptyState("ledger", "Nothing was imported to this case", "What was imported to other cases is not shown.")
        self._pages = Pages(self.table, self._empty, self._no_match, self._of_others)
        self._empty.setFocusProxy(self._import_files)
        self._no_match.setFocusProxy(self.filter_box)
        self._place()
        self._connect()

    # --- what the controller and the window use

    @property
    def listing(self) -> LedgerListing:
        """The list as it is looked at now."""
        return LedgerListing(
            self.jobs.currentData() or "", self.outcomes.chosen, self.filter_box.text().strip(), max(0, self.table.rowAt(0)), self._case
        )

    def scope_to(self, case: str) -> None:
        """List only what has to do with this case; the list comes with `show_listing`."""
        self._case = case
        self.jobs.blockSignals(True)
        self.jobs.setCurrentIndex(0)
        self.jobs.blockSignals(False)

    @property
    def current_row(self) -> LedgerRow | None:
        """The row that the cursor is on."""
        index = self.table.currentIndex()
        return self.model.row_at(index.row()) if index.isValid() else None

    def show_jobs(self, jobs: Sequence[ImportJob]) -> None:
        """Offer these imports, newest first; the one that was chosen stays chosen."""
        chosen = self.jobs.currentData() or ""
        self.jobs.blockSignals(True)
        self.jobs.clear()
        self.jobs.addItem(EVERY_IMPORT, "")
        for job in jobs:
            self.jobs.addItem(describe_job(job), job.id)
        self.jobs.setCurrentIndex(max(0, self.jobs.findData(chosen)))
        self.jobs.blockSignals(False)

    def show_counts(self, counts: Mapping[Outcome, int], attention: int) -> None:
        """Say how many rows there are of each outcome."""
        self.outcomes.blockSignals(True)
        self.outcomes.show_counts(counts, attention)
        self.outcomes.blockSignals(False)
        self.retry_failed.setEnabled(self.changeable and counts.get(Outcome.FAILED, 0) > 0)
        self.export.setEnabled(sum(counts.values()) > 0)

    def show_listing(self, count: int, offset: int, rows: Sequence[LedgerRow]) -> None:
        """Show a list; the cursor stays on the file it was on where that is still listed."""
        before, scrolled = self.current_row, self.table.verticalScrollBar().value()
        self.model.show_listing(count, offset, rows)
        wanted = self.listing
        narrowed = bool(wanted.text or wanted.choice != ALL or wanted.job)
        nothing = self._no_match if narrowed else self._of_others if self.elsewhere.count else self._empty
        self._pages.turn_to(self.table if count else nothing)
        kept = self.model.rows_where(lambda row: before is not None and (row.job, row.path) == (before.job, before.path))
        if count:
            self.table.selectRow(kept[0] if kept else 0)
            self.table.verticalScrollBar().setValue(scrolled)
        self._tell()

    def show_block(self, offset: int, rows: Sequence[LedgerRow]) -> None:
        """Fill in rows that were asked for."""
        self.model.show_block(offset, rows)
        self._tell()

    def show_versions(self, document: Document, around: Surroundings) -> None:
        """Say of which other versions of the document there is something to say that the cursor is on."""
        row = self.current_row
        if row and row.document_id == document.id:
            self.details.show_versions(document.id, version_remarks(document, around), changeable=self.changeable)

    def show_attention(self, job: str) -> None:
        """List what needs attention of one import."""
        self._choose(job, ATTENTION)

    def show_job(self, job: str) -> None:
        """List all files of one import, or of all."""
        self._choose(job, ALL)

    def allow_changes(self, allowed: bool) -> None:
        """Offer to import again, or not, in a vault that may only be read."""
        self.changeable = allowed
        self._import_files.setVisible(allowed)
        self.retry_failed.setVisible(allowed)

    @Slot()
    def focus_box(self) -> None:
        """Put the cursor into the filter."""
        self.filter_box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_box.selectAll()

    @Slot()
    def enter_list(self) -> None:
        """Put the keyboard into the list, or onto what stands in its place."""
        self._pages.take_keyboard()

    # --- Qt

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for what is only told while somebody looks."""
        super().showEvent(event)
        self._tell()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens the document, Escape takes the filter off."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.table.hasFocus():
            self._open()
        elif event.key() == Qt.Key.Key_Down and self.filter_box.hasFocus():
            self.enter_list()
        elif event.key() == Qt.Key.Key_Escape and self.filter_box.text():
            self.filter_box.clear()
        else:
            super().keyPressEvent(event)

    # --- inside

    def _place(self) -> None:
        heading = QLabel("Imports")
        play(heading, "title")
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading)
        top.addWidget(self.jobs)
        top.addStretch(1)
        top.addWidget(self.filter_box, 2)
        bottom = QHBoxLayout()
        bottom.setSpacing(8)
        bottom.addWidget(self.retry_failed)
        bottom.addStretch()
        bottom.addWidget(self.export)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.addLayout(top)
        layout.addWidget(self.progress)
        choosing = QHBoxLayout()
        choosing.addWidget(self.outcomes, 1)
        choosing.addWidget(self.elsewhere)
        layout.addLayout(choosing)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.details)
        layout.addLayout(bottom)

    def _connect(self) -> None:
        self.model.block_wanted.connect(self.block_wanted)
        self.jobs.currentIndexChanged.connect(self._want)
        self.outcomes.changed.connect(self._want)
        self.filter_box.textChanged.connect(self._want)
        self.filter_box.returnPressed.connect(self.enter_list)
        self.table.doubleClicked.connect(self._open)
        self.table.selectionModel().currentRowChanged.connect(self._tell)
        self.details.open_requested.connect(self._open)
        self.details.reveal_requested.connect(self._reveal)
        self.details.retry_requested.connect(self._retry)
        self.details.password_requested.connect(self._ask_password)
        self.details.document_requested.connect(self._open_other)
        self.details.link_requested.connect(self.link_requested)
        self.details.unlink_requested.connect(self.unlink_requested)
        self.retry_failed.clicked.connect(self._retry_failed)
        self.export.clicked.connect(self._export)
        self._import_files.clicked.connect(self.import_files_requested)
        self._show_all.clicked.connect(self._unfilter)

    def _choose(self, job: str, choice: str) -> None:
        for each in (self.jobs, self.outcomes, self.filter_box):
            each.blockSignals(True)
        self.jobs.setCurrentIndex(max(0, self.jobs.findData(job)))
        self.outcomes.choose(choice)
        self.filter_box.clear()
        for each in (self.jobs, self.outcomes, self.filter_box):
            each.blockSignals(False)
        self._want()

    @Slot()
    def _unfilter(self) -> None:
        self._choose("", ALL)

    @Slot()
    def _want(self) -> None:
        self.table.verticalScrollBar().setValue(0)
        self.listing_wanted.emit(self.listing)

    @Slot()
    def _tell(self) -> None:
        row = self.current_row
        self.details.show_row(row, changeable=self.changeable)
        if row and row.document_id and self.isVisible():
            self.versions_wanted.emit(row.document_id)

    @Slot(QModelIndex)
    @Slot()
    def _open(self, _index: QModelIndex | None = None) -> None:
        row = self.current_row
        if row and row.document_id:
            self.open_requested.emit(OpenRequest(row.document_id))

    @Slot(str)
    def _open_other(self, document_id: str) -> None:
        self.open_requested.emit(OpenRequest(document_id))

    @Slot()
    def _reveal(self) -> None:
        row = self.current_row
        if row:
            self.reveal_requested.emit(Path(row.path))

    @Slot()
    def _retry(self) -> None:
        row = self.current_row
        if row:
            self.retry_requested.emit(row)

    @Slot()
    def _ask_password(self) -> None:
        row = self.current_row
        if row:
            self.password_requested.emit(row)

    @Slot()
    def _retry_failed(self) -> None:
        self.retry_failed_requested.emit(self.listing)

    @Slot()
    def _export(self) -> None:
        self.export_requested.emit(self.listing)
