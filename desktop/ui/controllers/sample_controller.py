"""Fills a vault with the sample case, and tells how it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.sample_case import SampleCase, SampleFilled

FIRST_STEPS = "Ask in the search box (Ctrl+K): Which ransomware does TrickBot deliver? Then open a citation, and look at Memory (Ctrl+6)."


class SampleController(QObject):
    """Runs the filling among the other jobs that write."""

    changed = Signal(object)
    noticed = Signal(object)

    def __init__(self, sample: SampleCase, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sample = sample
        self._writing = writing

    def fill(self) -> None:
        """Put the sample case into the open vault; what it has of it already stays."""
        self.noticed.emit(Notice(Severity.INFO, "The sample case is being made: three reports are read in.", key="sample", made_of=()))
        job = QtJob(_filling(self._sample), self)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._fail)
        self._writing.submit(job)

    @Slot(object)
    def _tell(self, found: object) -> None:
        filled = cast("SampleFilled", found)
        self.changed.emit(filled.changes)
        new = f": {len(filled.ledger.rows)} reports and {len(filled.facts)} facts" if filled.facts else ""
        said = f"The sample case is there{new}."
        self.noticed.emit(Notice(Severity.SUCCESS, said, FIRST_STEPS, key="sample", made_of=()))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="sample"))


def _filling(sample: SampleCase) -> UseCase:
    def fill(context: JobContext) -> SampleFilled:
        return sample.fill(context)

    return fill
