"""Watched folders: looked at from time to time while the vault is open, and what comes in is told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.ledger import Ledger
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.import_controller import ImportSummary
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.ingest.watching import WatchedFolders

INTERVAL_MS = 10_000
SAID_SECONDS = 15.0


class WatchingController(QObject):
    """Looks only where folders are watched, and never while something else is being written."""

    changed = Signal(object)
    recorded = Signal()
    noticed = Signal(object)

    def __init__(self, watched: WatchedFolders, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._watched = watched
        self._writing = writing
        self._job: QtJob | None = None
        self._missing: set[Path] = set()
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.look)

    def begin(self) -> None:
        """Look from now on."""
        if self._watched.folders:
            self._timer.start()
            self.look()

    @Slot()
    def look(self) -> None:
        """Look now."""
        if self._job is not None or self._writing.busy:
            return
        job = self._job = QtJob(_scanning(self._watched), self)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._fail)
        job.ended.connect(self._end)
        self._writing.submit_look(job)

    def close(self) -> None:
        """Look no more."""
        self._timer.stop()
        if self._job:
            self._job.cancel()

    @Slot(object)
    def _tell(self, result: object) -> None:
        ledger, missing = cast("tuple[Ledger, tuple[Path, ...]]", result)
        self._tell_missing(missing)
        if not ledger.rows:
            return
        self._writing.take_up_backlogs()
        summary = ImportSummary(ledger.rows, job=ledger.job)
        self.noticed.emit(
            Notice(summary.severity, f"From watched folders: {summary.sentence}.", summary.hint, seconds=SAID_SECONDS, key="watched")
        )
        self.changed.emit(Changes(frozenset(row.document_id for row in ledger.rows if row.document_id)))
        self.recorded.emit()

    def _tell_missing(self, missing: tuple[Path, ...]) -> None:
        """Say of each folder once that it is not there, until it was there again."""
        for folder in set(missing) - self._missing:
            said = f"The watched folder {folder} is not there."
            self.noticed.emit(Notice(Severity.WARNING, said, "It is watched again once it is.", key=f"watched: {folder}"))
        self._missing = set(missing)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._timer.stop()  # a full disk would be told again every ten seconds
        self.noticed.emit(describe_failure(failure, key="watched"))

    @Slot()
    def _end(self) -> None:
        self._job = None


def _scanning(watched: WatchedFolders) -> UseCase:
    def scan(context: JobContext) -> tuple[Ledger, tuple[Path, ...]]:
        return watched.scan(context), watched.missing

    return scan
