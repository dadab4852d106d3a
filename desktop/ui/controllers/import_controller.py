"""Imports: what is dropped becomes documents, and the person sees how far, how fast, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.ingest.importer import ImportOptions
from desktop.application.job import JobContext, Progress
from desktop.domain.changes import Changes
from desktop.domain.errors import ModelUnavailable
from desktop.domain.ledger import Ledger, LedgerRow, Outcome, count_outcomes
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.pace import Pace
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.ledger_model import needs_attention
from desktop.ui.notifier import Notice, Severity
from desktop.ui.widgets.import_status import Activity

if TYPE_CHECKING:
    from desktop.application.ingest.importer import Importer

CHANGING = (Outcome.IMPORTED, Outcome.UPDATED)
OUTCOME_WORDS = {
    Outcome.IMPORTED: ("imported", "imported"),
    Outcome.DUPLICATE: ("duplicate", "duplicates"),
    Outcome.UPDATED: ("updated", "updated"),
    Outcome.SKIPPED: ("skipped", "skipped"),
    Outcome.FAILED: ("failed", "failed"),
}


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What came of an import: its ledger rows, and how many files it never came to because it was stopped."""

    rows: tuple[LedgerRow, ...]
    not_begun: int = 0

    @property
    def sentence(self) -> str:
        """`12 imported, 1 duplicate, 2 failed, 3 with remarks`; the remarks are on documents that were imported."""
        totals = count_outcomes(self.rows)
        parts = [f"{count:,} {OUTCOME_WORDS[outcome][count != 1]}" for outcome, count in totals.items() if count]
        remarks = sum(row.outcome is Outcome.IMPORTED and needs_attention(row) for row in self.rows)
        if remarks:
            parts.append(f"{remarks:,} with a remark" if remarks == 1 else f"{remarks:,} with remarks")
        if self.not_begun:
            parts.append(f"{self.not_begun:,} not begun")
        return ", ".join(parts) or "There was nothing to import"

    @property
    def severity(self) -> Severity:
        """Whether a person should look."""
        attention = self.not_begun or any(map(needs_attention, self.rows))
        return Severity.WARNING if attention else Severity.SUCCESS


class ImportController(QObject):
    """Sends imports to the writing lane in the order they were asked for, and sums up when the last is done."""

    activity_changed = Signal(object)
    changed = Signal(object)
    finished = Signal(object)
    noticed = Signal(object)

    def __init__(
        self, importer: Importer, writing: Writing, writer: str = "", *, limited: bool = False, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._importer = importer
        self._writing = writing
        self._writer = writer
        self._limited = limited
        self._jobs: list[QtJob] = []
        self._pace = Pace()
        self._rows: list[LedgerRow] = []
        self._batch: list[LedgerRow] = []
        self._progress: Progress | None = None
        self._not_begun = 0
        writing.embedding_progressed.connect(self._show_embedding)
        writing.embedding_failed.connect(self._embedding_fails)
        writing.embedding_ended.connect(self._show_nothing)

    @property
    def importing(self) -> bool:
        """Whether an import runs or waits."""
        return bool(self._jobs)

    @Slot(object)
    def import_paths(self, paths: Sequence[Path]) -> None:
        """Import files and folders, after those that were asked for before."""
        if self._writer:
            self.noticed.emit(
                Notice(
                    Severity.WARNING,
                    "This vault is open for reading only, so nothing can be imported.",
                    f"It is held by {self._writer}. Close it there, then open the vault again.",
                    key="read-only",
                )
            )
        elif paths:
            job = QtJob(_importing(self._importer, tuple(paths)))
            job.progressed.connect(self._show_progress)
            job.partial.connect(self._take_rows)
            job.succeeded.connect(self._take_ledger)
            job.failed.connect(self._fail)
            job.ended.connect(self._end)
            self._jobs.append(job)
            if len(self._jobs) == 1:
                self._pace = Pace()
                self.activity_changed.emit(Activity("Importing", "files"))
            self._writing.submit(job)

    @Slot()
    def cancel(self) -> None:
        """Stop every import and embedding; what is finished is kept."""
        if not self._jobs:
            self._writing.stop_embedding()
        for job in reversed(self._jobs):
            job.cancel()

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self._progress = progress
        self._pace.mark(monotonic(), progress.done)
        self.activity_changed.emit(self._activity("Importing", "files", progress))

    @Slot(object)
    def _show_embedding(self, progress: Progress) -> None:
        if not self._jobs:
            self._pace.mark(monotonic(), progress.done)
            self.activity_changed.emit(self._activity("Embedding", "chunks", progress))

    def _activity(self, doing: str, unit: str, progress: Progress) -> Activity:
        return Activity(
            doing,
            unit,
            progress.done,
            progress.total,
            progress.detail,
            self._pace.per_minute,
            self._pace.seconds_left(progress.total),
            waiting=max(0, len(self._jobs) - 1),
        )

    @Slot(object)
    def _take_rows(self, rows: tuple[object, ...]) -> None:
        taken = [row for row in rows if isinstance(row, LedgerRow)]
        self._batch += taken
        ids = frozenset(row.document_id for row in taken if row.document_id and row.outcome in CHANGING)
        if ids:
            self.changed.emit(Changes(ids))

    @Slot(object)
    def _take_ledger(self, ledger: object) -> None:
        self._batch = list(cast("Ledger", ledger).rows)
        self._progress = None

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure))

    @Slot()
    def _end(self) -> None:
        # Rows of members of mails and archives come on top of the files that progress counts.
        if self._progress and self._progress.total is not None:
            self._not_begun += max(0, self._progress.total - self._progress.done)
        self._rows += self._batch
        self._batch, self._progress = [], None
        del self._jobs[self._ended_position()]
        if not self._jobs:
            summary = ImportSummary(tuple(self._rows), self._not_begun)
            self._rows, self._not_begun, self._pace = [], 0, Pace()
            self.activity_changed.emit(None)
            self.finished.emit(summary)

    def _ended_position(self) -> int:
        return next(position for position, job in enumerate(self._jobs) if job.task.ended)

    @Slot(object)
    def _embedding_fails(self, failure: object) -> None:
        if self._limited and isinstance(failure, ModelUnavailable):
            return  # it was said when the vault was opened
        notice = describe_failure(failure)
        self.noticed.emit(
            Notice(
                Severity.WARNING,
                "New documents can be found by their words, but not yet by meaning.",
                " ".join(filter(None, [notice.text, notice.hint])),
                notice.actions,
                key="embedding",
            )
        )

    @Slot()
    def _show_nothing(self) -> None:
        if not self._jobs:
            self._pace = Pace()
            self.activity_changed.emit(None)


def _importing(importer: Importer, paths: tuple[Path, ...]) -> UseCase:
    def import_them(context: JobContext) -> object:
        return importer.import_paths(context, paths, ImportOptions())

    return import_them
