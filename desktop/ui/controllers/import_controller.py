"""Imports: what is dropped becomes documents, and the person sees how far, how fast, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import Progress
from desktop.domain.import_job import NOTHING_SAID, ImportJob, ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome, count_outcomes
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.import_run import Halt, ImportRun, giving_up, going_on, importing, importing_again, looking_for_unfinished
from desktop.ui.controllers.pace import Pace
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.ledger_model import file_name, needs_attention
from desktop.ui.notifier import Notice, Severity
from desktop.ui.widgets.import_status import Activity

if TYPE_CHECKING:
    from desktop.application.ingest.importer import Importer

RESUMED_SECONDS = 12.0
OUTCOME_WORDS = {
    Outcome.IMPORTED: ("imported", "imported"),
    Outcome.DUPLICATE: ("duplicate", "duplicates"),
    Outcome.UPDATED: ("updated", "updated"),
    Outcome.SKIPPED: ("skipped", "skipped"),
    Outcome.FAILED: ("failed", "failed"),
}
OF_ONE = {
    Outcome.IMPORTED: "was imported",
    Outcome.DUPLICATE: "is in the vault already",
    Outcome.UPDATED: "was updated",
    Outcome.SKIPPED: "was skipped",
    Outcome.FAILED: "failed",
}


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What came of imports: their ledger rows, how many files wait or were given up, and the id of the newest of them.

    `failure` is what is to be said of what cut them short, if anything did.
    """

    rows: tuple[LedgerRow, ...]
    waiting: int = 0
    job: str = ""
    failure: Notice | None = None

    @property
    def sentence(self) -> str:
        """`12 imported, 1 duplicate, 2 failed, 3 with remarks`, or `a.pdf failed`; the remarks are on documents that were imported."""
        if len(self.rows) == 1 and not self.waiting:
            return f"{file_name(self.rows[0].path)} {OF_ONE[self.rows[0].outcome]}"
        totals = count_outcomes(self.rows)
        parts = [f"{count:,} {OUTCOME_WORDS[outcome][count != 1]}" for outcome, count in totals.items() if count]
        remarks = sum(row.outcome is Outcome.IMPORTED and needs_attention(row) for row in self.rows)
        if remarks:
            parts.append(f"{remarks:,} with a remark" if remarks == 1 else f"{remarks:,} with remarks")
        if self.waiting:
            parts.append(f"{self.waiting:,} not read yet")
        return ", ".join(parts) or "There was nothing to import"

    @property
    def hint(self) -> str:
        """What is to be said of the only file there was."""
        return self.rows[0].reason if len(self.rows) == 1 and not self.waiting else ""

    @property
    def severity(self) -> Severity:
        """Whether a person should look."""
        if self.failure is not None:
            return Severity.ERROR
        return Severity.WARNING if self.waiting or any(map(needs_attention, self.rows)) else Severity.SUCCESS


@dataclass(frozen=True, slots=True)
class Queued:
    """An import that waits for another; `job` is empty where it was never begun."""

    use_case: UseCase
    job: str = ""


class ImportController(QObject):
    """Runs one import at a time, the newest first; those that make way for it are gone on with afterwards."""

    activity_changed = Signal(object)
    changed = Signal(object)
    recorded = Signal()
    finished = Signal(object)
    noticed = Signal(object)

    def __init__(self, importer: Importer, writing: Writing, writer: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._importer = importer
        self._writing = writing
        self._writer = writer
        self._running: ImportRun | None = None
        self._queue: list[Queued] = []
        self._newer = 0
        self._ended: list[ImportRun] = []
        self._waiting = 0
        self._total: int | None = None
        self._done = 0
        self._pace = Pace()

    @property
    def importing(self) -> bool:
        """Whether an import runs or waits for another."""
        return self._running is not None or bool(self._queue)

    @property
    def jobs(self) -> frozenset[str]:
        """Ids of the imports that run or wait for another."""
        running = {self._running.job} if self._running else set()
        return frozenset((running | {each.job for each in self._queue}) - {""})

    def import_paths(self, paths: Sequence[Path], options: ImportOptions = NOTHING_SAID) -> None:
        """Import files and folders, before what is being imported."""
        if paths and self._may_write():
            self._put_first(Queued(importing(self._importer, tuple(paths), options)))

    def import_again(self, rows: Sequence[LedgerRow], passwords: tuple[str, ...] = ()) -> None:
        """Import the files anew that these rows are of, before what is being imported; marked and tagged as they were to be."""
        if rows and self._may_write():
            self._put_first(Queued(importing_again(self._importer, tuple(rows), passwords)))

    def _may_write(self) -> bool:
        if self._writer:
            self.noticed.emit(
                Notice(
                    Severity.WARNING,
                    "This vault is open for reading only, so nothing can be imported.",
                    f"It is held by {self._writer}. Close it there, then open the vault again.",
                    key="read-only",
                )
            )
        return not self._writer

    @Slot(str)
    def resume(self, job: str) -> None:
        """Go on with an import that was paused or cut off."""
        if job not in self.jobs:
            self._put_first(Queued(going_on(self._importer, job), job))

    @Slot(str)
    def abandon(self, job: str) -> None:
        """Give up the files of an import that still wait; they are listed as skipped."""
        ending = QtJob(giving_up(self._importer, job), self)
        ending.failed.connect(self._fail)
        ending.ended.connect(self.recorded)
        self._writing.submit(ending)

    @Slot()
    def pause(self) -> None:
        """Stop for now; the vault remembers what waits."""
        if self._running:
            self._running.stop(Halt.PAUSE)

    @Slot()
    def cancel(self) -> None:
        """Stop every import for good, or else what follows imports; what is finished is kept."""
        if not self.importing:
            self._writing.stop_backlogs()
        for each in self._queue:
            if each.job:
                self.abandon(each.job)
        self._queue.clear()
        if self._running:
            self._running.stop(Halt.STOP)

    def go_on_with_unfinished(self) -> None:
        """Go on with imports that the last session left unfinished."""
        looking = QtJob(looking_for_unfinished(self._importer), self)
        looking.succeeded.connect(self._take_unfinished)
        looking.failed.connect(self._fail)
        self._writing.submit(looking)

    # --- inside

    def _put_first(self, queued: Queued) -> None:
        self._queue.insert(0, queued)
        if self._running:
            self._newer += 1
            self._running.stop(Halt.YIELD)
        else:
            self._start_next()

    def _start_next(self) -> None:
        queued = self._queue.pop(0)
        run = self._running = ImportRun(queued.use_case, self, queued.job)
        run.progressed.connect(self._show_progress)
        run.changed.connect(self.changed)
        run.recorded.connect(self.recorded)
        run.ended.connect(self._end)
        self._pace, self._total, self._done = Pace(), None, 0
        self.activity_changed.emit(self._activity())
        run.start(self._writing)

    @Slot()
    def _end(self) -> None:
        run = self._running
        if run is None:
            return
        self._running = None
        self._ended.append(run)
        newer, self._newer = self._newer, 0
        if run.halt is Halt.YIELD:
            self._queue.insert(newer, Queued(going_on(self._importer, run.job), run.job) if run.job else Queued(run.use_case))
        else:
            self._waiting += max(0, (self._total or 0) - self._done)
        if run.halt is Halt.STOP and run.job:
            self.abandon(run.job)
        if run.halt is Halt.PAUSE or run.failure:
            self._queue = [each for each in self._queue if not each.job]  # the vault remembers those that were begun
        if self._queue:
            self._start_next()
        else:
            self._finish()

    def _finish(self) -> None:
        rows = {(row.job, row.path): row for run in self._ended for row in run.rows.values()}
        failure = next((run.failure for run in self._ended if run.failure), None)
        summary = ImportSummary(tuple(rows.values()), self._waiting, self._ended[-1].job, failure)
        for run in self._ended:
            run.deleteLater()
        self._ended, self._waiting = [], 0
        self.activity_changed.emit(None)
        self.recorded.emit()
        self.finished.emit(summary)

    @Slot(object)
    def _take_unfinished(self, found: object) -> None:
        jobs = cast("tuple[ImportJob, ...]", found)
        for job in reversed(jobs):
            self.resume(job.id)
        if jobs:
            waiting = sum(job.waiting for job in jobs)
            files = "1 file waits" if waiting == 1 else f"{waiting:,} files wait"
            said = f"Going on with an import that was not finished: {files}."
            self.noticed.emit(Notice(Severity.INFO, said, seconds=RESUMED_SECONDS, key="import"))

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self._total, self._done = progress.total, progress.done
        self._pace.mark(monotonic(), progress.done)
        self.activity_changed.emit(self._activity(progress))

    def _activity(self, progress: Progress | None = None) -> Activity:
        if progress is None:
            return Activity("Importing", "files", waiting=len(self._queue), pausable=True)
        return Activity(
            "Importing",
            "files",
            progress.done,
            progress.total,
            progress.detail,
            self._pace.per_minute,
            self._pace.seconds_left(progress.total),
            waiting=len(self._queue),
            pausable=True,
        )

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="import"))
