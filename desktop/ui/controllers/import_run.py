"""One import that was asked for: what came of it so far."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.ingest.importer import ImportOptions
from desktop.application.job import JobContext, Progress
from desktop.domain.changes import Changes
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.ingest.importer import Importer

CHANGING = (Outcome.IMPORTED, Outcome.UPDATED)


class ImportRun(QObject):
    """Keeps its own rows and its own count: others may wait behind it, or be stopped before it."""

    progressed = Signal(object)
    changed = Signal(object)
    noticed = Signal(object)
    ended = Signal()

    def __init__(self, importer: Importer, paths: tuple[Path, ...], parent: QObject) -> None:
        super().__init__(parent)
        self.rows: list[LedgerRow] = []
        self.over = False
        self._whole = False
        self._progress: Progress | None = None
        job = self._job = QtJob(_importing(importer, paths))
        job.progressed.connect(self._take_progress)
        job.partial.connect(self._take_rows)
        job.succeeded.connect(self._take_ledger)
        job.failed.connect(self._fail)
        job.ended.connect(self._end)

    @property
    def begun(self) -> bool:
        """Whether it came so far as to know its files."""
        return self._whole or self._progress is not None or bool(self.rows)

    @property
    def files_not_begun(self) -> int:
        """How many files it never came to; rows of members of mails and archives come on top of the files that progress counts."""
        if self._whole or self._progress is None or self._progress.total is None:
            return 0
        return max(0, self._progress.total - self._progress.done)

    def start(self, writing: Writing) -> None:
        """Run when those before it are done."""
        writing.submit(self._job)

    def cancel(self) -> None:
        """Stop it; what is finished is kept."""
        self._job.cancel()

    @Slot(object)
    def _take_progress(self, progress: Progress) -> None:
        self._progress = progress
        self.progressed.emit(progress)

    @Slot(object)
    def _take_rows(self, rows: tuple[object, ...]) -> None:
        taken = [row for row in rows if isinstance(row, LedgerRow)]
        self.rows += taken
        ids = frozenset(row.document_id for row in taken if row.document_id and row.outcome in CHANGING)
        if ids:
            self.changed.emit(Changes(ids))

    @Slot(object)
    def _take_ledger(self, ledger: object) -> None:
        self.rows, self._whole = list(cast("Ledger", ledger).rows), True

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure))

    @Slot()
    def _end(self) -> None:
        self.over = True
        self.ended.emit()


def _importing(importer: Importer, paths: tuple[Path, ...]) -> UseCase:
    def import_them(context: JobContext) -> object:
        return importer.import_paths(context, paths, ImportOptions())

    return import_them
