"""Batch lookup: sends a pasted list to be looked up, and writes what was found to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.csv_tables import write_table
from desktop.application.job import JobContext, Progress
from desktop.application.retrieve.lookup import lookup_csv
from desktop.domain.leaving import Exit
from desktop.domain.lookup import LookupResult, LookupRow
from desktop.domain.passage import Filters
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.lookup import LookupPane

if TYPE_CHECKING:
    from desktop.application.gate import MarkingGate
    from desktop.application.retrieve.lookup import Lookup

SECONDS = 10.0


class LookupController(QObject):
    """One list at a time; another one stops the one before."""

    noticed = Signal(object)

    def __init__(self, pane: LookupPane, lookup: Lookup, gate: MarkingGate, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._lookup = lookup
        self._gate = gate
        self._filters = Filters()
        self._job = LatestJob(lane, self)
        self._job.progressed.connect(self._show_progress)
        self._job.succeeded.connect(self._show)
        self._job.failed.connect(self._fail)
        self._job.cancelled.connect(pane.show_idle)
        self._writing = LatestJob(lane, self)
        self._writing.succeeded.connect(self._tell_written)
        self._writing.failed.connect(self._fail)
        pane.lookup_requested.connect(self.look_up)
        pane.stop_requested.connect(self._job.cancel)
        pane.export_requested.connect(self.export)

    def scope_to(self, case: str) -> None:
        """Look up in what carries the tag of this case alone; what was found elsewhere is looked up anew."""
        filters = Filters(tags=(case,)) if case else Filters()
        if filters != self._filters:
            self._filters = filters
            self._pane.look_up_again()

    @Slot(str)
    def look_up(self, text: str) -> None:
        """Look up everything on a list."""
        self._pane.show_busy()
        self._job.start(_looking_up(self._lookup, text, self._filters))

    @Slot(object, object)
    def export(self, rows: tuple[LookupRow, ...], target: Path) -> None:
        """Write rows to a CSV file."""
        self._writing.start(_writing(self._lookup, self._gate.narrowed(Exit.CSV, self._filters), self._filters, rows, target))

    def close(self) -> None:
        """Ask for nothing more."""
        self._job.drop()
        self._writing.drop()

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self._pane.show_progress(progress.done, progress.total or 0)

    @Slot(object)
    def _show(self, result: object) -> None:
        self._pane.show_idle()
        self._pane.show_result(cast("LookupResult", result))

    @Slot(object)
    def _tell_written(self, target: object) -> None:
        self.noticed.emit(Notice(Severity.SUCCESS, f"The list was written to {target}.", key="lookup", seconds=SECONDS, made_of=()))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._pane.show_idle()
        self.noticed.emit(describe_failure(failure, key="lookup"))


def _looking_up(lookup: Lookup, text: str, filters: Filters) -> UseCase:
    def look_up(context: JobContext) -> LookupResult:
        return lookup.look_up(context, text, filters)

    return look_up


def _writing(lookup: Lookup, allowed: Filters, shown: Filters, rows: tuple[LookupRow, ...], target: Path) -> UseCase:
    """Where not everything may leave, what is listed is looked up anew in what may: counts would tell of the rest."""

    def write(context: JobContext) -> Path:
        found = LookupResult(rows, (), 0.0)
        if allowed != shown:
            found = lookup.look_up(context, "\n".join(row.text for row in rows), allowed)
        write_table(lookup_csv(found), target)
        return target

    return write
