"""Imports: what is dropped becomes documents, and the person sees how far, how fast, and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import Progress
from desktop.domain.errors import ModelUnavailable
from desktop.domain.ledger import LedgerRow, Outcome, count_outcomes
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.import_run import ImportRun
from desktop.ui.controllers.pace import Pace
from desktop.ui.controllers.writing import Writing
from desktop.ui.models.ledger_model import needs_attention
from desktop.ui.notifier import Notice, Severity
from desktop.ui.widgets.import_status import Activity

if TYPE_CHECKING:
    from desktop.application.ingest.importer import Importer

OUTCOME_WORDS = {
    Outcome.IMPORTED: ("imported", "imported"),
    Outcome.DUPLICATE: ("duplicate", "duplicates"),
    Outcome.UPDATED: ("updated", "updated"),
    Outcome.SKIPPED: ("skipped", "skipped"),
    Outcome.FAILED: ("failed", "failed"),
}


@dataclass(frozen=True, slots=True)
class ImportSummary:
    """What came of imports: their ledger rows, how many files were never come to, and how many imports never came to know their files."""

    rows: tuple[LedgerRow, ...]
    not_begun: int = 0
    imports_not_begun: int = 0

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
        if self.imports_not_begun:
            parts.append("1 import not begun" if self.imports_not_begun == 1 else f"{self.imports_not_begun} imports not begun")
        return ", ".join(parts) or "There was nothing to import"

    @property
    def severity(self) -> Severity:
        """Whether a person should look."""
        attention = self.not_begun or self.imports_not_begun or any(map(needs_attention, self.rows))
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
        self._runs: list[ImportRun] = []
        self._pace = Pace()
        writing.embedding_progressed.connect(self._show_embedding)
        writing.embedding_failed.connect(self._embedding_fails)
        writing.embedding_ended.connect(self._show_nothing)

    @property
    def importing(self) -> bool:
        """Whether an import runs or waits."""
        return bool(self._runs)

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
            run = ImportRun(self._importer, tuple(paths), self)
            run.progressed.connect(self._show_progress)
            run.changed.connect(self.changed)
            run.noticed.connect(self.noticed)
            run.ended.connect(self._end)
            self._runs.append(run)
            if len(self._runs) == 1:
                self._pace = Pace()
                self.activity_changed.emit(Activity("Importing", "files"))
            run.start(self._writing)

    @Slot()
    def cancel(self) -> None:
        """Stop every import and embedding; what is finished is kept."""
        if not self._runs:
            self._writing.stop_embedding()
        for run in self._runs[::-1]:
            run.cancel()

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self._pace.mark(monotonic(), progress.done)
        self.activity_changed.emit(self._activity("Importing", "files", progress))

    @Slot(object)
    def _show_embedding(self, progress: Progress) -> None:
        if not self._runs:
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
            waiting=max(0, sum(not run.over for run in self._runs) - 1),
        )

    @Slot()
    def _end(self) -> None:
        if all(run.over for run in self._runs):
            summary = _sum_up(self._runs)
            for run in self._runs:
                run.deleteLater()
            self._runs, self._pace = [], Pace()
            self.activity_changed.emit(None)
            self.finished.emit(summary)

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
        if not self._runs:
            self._pace = Pace()
            self.activity_changed.emit(None)


def _sum_up(runs: Sequence[ImportRun]) -> ImportSummary:
    rows = tuple(row for run in runs for row in run.rows)
    return ImportSummary(rows, sum(run.files_not_begun for run in runs), sum(not run.begun for run in runs))
