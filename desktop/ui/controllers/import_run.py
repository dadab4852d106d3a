"""One import at work: what came of it so far, and how it came to stop."""

from __future__ import annotations

from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.ingest.candidates import real_path
from desktop.application.job import JobContext
from desktop.domain.changes import Changes
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice

if TYPE_CHECKING:
    from desktop.application.ingest.importer import Importer

CHANGING = (Outcome.IMPORTED, Outcome.UPDATED)


class Halt(Enum):
    """Why an import was told to stop before its end."""

    NONE = auto()
    YIELD = auto()
    """A newer one goes first; it is gone on with afterwards."""
    PAUSE = auto()
    STOP = auto()


class ImportRun(QObject):
    """Keeps its rows; whether it is new or goes on with an import that was cut off, it is the same run."""

    progressed = Signal(object)
    changed = Signal(object)
    recorded = Signal()
    ended = Signal()

    def __init__(self, use_case: UseCase, parent: QObject, job: str = "") -> None:
        super().__init__(parent)
        self.rows: dict[str, LedgerRow] = {}
        self.halt = Halt.NONE
        self.failure: Notice | None = None
        self._use_case = use_case
        self._name = job
        running = self._job = QtJob(use_case)
        running.progressed.connect(self.progressed)
        running.partial.connect(self._take_rows)
        running.succeeded.connect(self._take_ledger)
        running.failed.connect(self._fail)
        running.ended.connect(self.ended)

    @property
    def job(self) -> str:
        """The id under which the vault remembers it; empty while it still looks for files."""
        return self._name

    @property
    def use_case(self) -> UseCase:
        """What it does, to be asked for again."""
        return self._use_case

    def start(self, writing: Writing) -> None:
        """Run when what is being written is done."""
        writing.submit(self._job)

    def stop(self, why: Halt) -> None:
        """Come to a stop; what is finished is kept."""
        self.halt = why
        self._job.cancel()

    @Slot(object)
    def _take_rows(self, rows: tuple[object, ...]) -> None:
        taken = [row for row in rows if isinstance(row, LedgerRow)]
        self._keep(taken)
        ids = frozenset(row.document_id for row in taken if row.document_id and row.outcome in CHANGING)
        if ids:
            self.changed.emit(Changes(ids))
        self.recorded.emit()

    @Slot(object)
    def _take_ledger(self, result: object) -> None:
        ledger = cast("Ledger", result)
        self._name = ledger.job or self._name
        if self.halt is Halt.NONE:
            self._keep(ledger.rows)

    def _keep(self, rows: tuple[LedgerRow, ...] | list[LedgerRow]) -> None:
        for row in rows:
            self.rows[row.path] = row
            self._name = row.job or self._name

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.failure = describe_failure(failure)


def importing(importer: Importer, paths: tuple[Path, ...], options: ImportOptions) -> UseCase:
    """Import these files and folders, which may be called as the ledger calls them."""

    def import_them(context: JobContext) -> Ledger:
        return importer.import_paths(context, [real_path(str(path)) for path in paths], options)

    return import_them


def importing_again(importer: Importer, rows: tuple[LedgerRow, ...], passwords: tuple[str, ...]) -> UseCase:
    """Import the files anew that these rows are of."""

    def import_again(context: JobContext) -> Ledger:
        return importer.import_again(context, rows, passwords)

    return import_again


def going_on(importer: Importer, job: str) -> UseCase:
    """Go on with an import that was paused or cut off."""

    def go_on(context: JobContext) -> Ledger:
        return importer.resume(context, job)

    return go_on


def giving_up(importer: Importer, job: str) -> UseCase:
    """List the files of an import that still wait as skipped."""

    def give_up(_: JobContext) -> object:
        return importer.abandon(job)

    return give_up


def looking_for_unfinished(importer: Importer) -> UseCase:
    """Imports in which files still wait."""

    def look(_: JobContext) -> object:
        return importer.unfinished()

    return look
