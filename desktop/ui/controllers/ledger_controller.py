"""The imports pane: fetches the rows that are looked at, exports them, and keeps up with an import that runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.application.ports import LedgerQuery
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.reading import Surroundings
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.reloading import Reloading
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.blocks_model import BLOCK
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.imports import ImportsPane, LedgerListing
from desktop.ui.widgets.outcome_choice import ATTENTION

if TYPE_CHECKING:
    from desktop.application.library import Library

EXPORTED_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows from `offset` on, of a list of `count`, and what there is beside them; `elsewhere` are left out, for they are of other cases."""

    offset: int
    rows: tuple[LedgerRow, ...]
    count: int
    jobs: tuple[ImportJob, ...]
    offered: tuple[ImportJob, ...]
    outcomes: dict[Outcome, int]
    attention: int
    elsewhere: int


class LedgerController(QObject):
    """Answers the imports pane."""

    jobs_fetched = Signal(object)
    failed_fetched = Signal(object)
    noticed = Signal(object)

    def __init__(self, pane: ImportsPane, library: Library, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._lane = lane
        self._listing = LatestJob(lane, self)
        self._listing.succeeded.connect(self._show_listing)
        self._listing.failed.connect(self._fail)
        self._block = LatestJob(lane, self)
        self._block.succeeded.connect(self._show_block)
        self._block.failed.connect(self._fail)
        self._versions = LatestJob(lane, self)
        self._versions.succeeded.connect(self._show_versions)
        self._versions.failed.connect(self._fail)
        self._reloading = Reloading(self)
        self._reloading.due.connect(self.reload)
        pane.listing_wanted.connect(self._want_listing)
        pane.block_wanted.connect(self._fetch_block)
        pane.versions_wanted.connect(self._fetch_versions)

    def scope_to(self, case: str) -> None:
        """List only what has to do with this case; everything if it is empty."""
        self._pane.scope_to(case)
        self.reload()

    @Slot()
    def reload(self) -> None:
        """Count and fetch anew what the pane looks at."""
        self._block.drop()
        listing = self._pane.listing
        self._reloading.begin(listing.text)
        first = max(0, listing.first_row // BLOCK - 1) * BLOCK
        self._listing.start(_listing(self._library, _query(listing, first, 3 * BLOCK)))

    @Slot()
    def take_rows(self) -> None:
        """Reload soon; many rows in a row make one reload."""
        self._reloading.change()

    @Slot(object)
    def fetch_failed(self, listing: LedgerListing) -> None:
        """Fetch the rows of an import (of all, if none is named) that failed, and whose files were not imported since."""
        fetching = QtJob(_failed(self._library, listing), self)
        fetching.succeeded.connect(self.failed_fetched)
        fetching.failed.connect(self._fail)
        self._lane.submit(fetching)

    def export(self, listing: LedgerListing, target: Path) -> None:
        """Write the rows of a listing to a CSV file."""
        job = QtJob(_exporting(self._library, _query(listing, 0, 0), target), self)
        job.succeeded.connect(self._tell_exported)
        job.failed.connect(self._fail)
        self._lane.submit(job)

    def close(self) -> None:
        """Ask for nothing more."""
        self._reloading.stop()
        self._listing.drop()
        self._block.drop()
        self._versions.drop()

    @Slot(object)
    def _want_listing(self, listing: LedgerListing) -> None:
        self._reloading.ask(listing.text)

    @Slot(int, int)
    def _fetch_block(self, offset: int, limit: int) -> None:
        self._block.start(_block(self._library, _query(self._pane.listing, offset, limit)))

    @Slot(object)
    def _show_listing(self, listed: Listed) -> None:
        self._pane.show_jobs(listed.offered)
        self._pane.elsewhere.show_count(listed.elsewhere)
        self._pane.show_counts(listed.outcomes, listed.attention)
        self._pane.show_listing(listed.count, listed.offset, listed.rows)
        self.jobs_fetched.emit(listed.jobs)

    @Slot(object)
    def _show_block(self, block: tuple[int, tuple[LedgerRow, ...]]) -> None:
        self._pane.show_block(*block)

    @Slot(str)
    def _fetch_versions(self, document_id: str) -> None:
        self._versions.start(_versions(self._library, document_id))

    @Slot(object)
    def _show_versions(self, found: tuple[Document, Surroundings] | None) -> None:
        if found is not None:
            self._pane.show_versions(*found)

    @Slot(object)
    def _tell_exported(self, target: Path) -> None:
        self.noticed.emit(
            Notice(Severity.SUCCESS, f"The list was written to {target}.", seconds=EXPORTED_SECONDS, key="ledger", made_of=())
        )

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="ledger"))


def _query(listing: LedgerListing, offset: int, limit: int) -> LedgerQuery:
    outcomes = (Outcome(listing.choice),) if listing.choice in set(Outcome) else ()
    return LedgerQuery(listing.job, outcomes, listing.choice == ATTENTION, listing.text, offset, limit, listing.case)


def _listing(library: Library, query: LedgerQuery) -> UseCase:
    def fetch(_: JobContext) -> Listed:
        attention = library.count_ledger(LedgerQuery(query.job, attention=True, case=query.case))
        count, outcomes = library.count_ledger(query), library.count_outcomes(query.job, query.case)
        jobs = library.jobs()
        offered = library.jobs(query.case) if query.case else jobs
        elsewhere = library.count_ledger(replace(query, case="")) - count if query.case else 0
        return Listed(query.offset, library.ledger(query), count, jobs, offered, outcomes, attention, elsewhere)

    return fetch


def _block(library: Library, query: LedgerQuery) -> UseCase:
    def fetch(_: JobContext) -> tuple[int, tuple[LedgerRow, ...]]:
        return query.offset, library.ledger(query)

    return fetch


def _versions(library: Library, document_id: str) -> UseCase:
    def fetch(_: JobContext) -> tuple[Document, Surroundings] | None:
        try:
            document = library.read(document_id).document
        except DocumentNotFound:  # it was deleted since, and has no versions to tell of
            return None
        return document, library.around(document)

    return fetch


def _failed(library: Library, listing: LedgerListing) -> UseCase:
    def fetch(_: JobContext) -> tuple[LedgerRow, ...]:
        return library.still_failing(listing.job, listing.case)

    return fetch


def _exporting(library: Library, query: LedgerQuery, target: Path) -> UseCase:
    def export(_: JobContext) -> Path:
        library.export_ledger(replace(query, limit=library.count_ledger(query)), target)
        return target

    return export
