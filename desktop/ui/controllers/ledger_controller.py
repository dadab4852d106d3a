"""The ledger of earlier imports, fetched when someone wants to see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.library import Library

MOST_ROWS = 10_000


class LedgerController(QObject):
    """Fetches ledger rows, newest first."""

    fetched = Signal(object)
    noticed = Signal(object)

    def __init__(self, library: Library, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._job = LatestJob(lane, self)
        self._job.succeeded.connect(self.fetched)
        self._job.failed.connect(self._fail)

    @Slot()
    def fetch(self) -> None:
        """Fetch the newest rows."""
        self._job.start(_fetching(self._library))

    def close(self) -> None:
        """Ask for nothing more."""
        self._job.drop()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="ledger"))


def _fetching(library: Library) -> UseCase:
    def fetch(_: JobContext) -> object:
        return library.ledger(MOST_ROWS)

    return fetch
