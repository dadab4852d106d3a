"""Latest wins: of several jobs asked for one after the other, only the newest is heard."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase


class LatestJob(QObject):
    """Sends use cases to a lane; each new one cancels the one before and silences it for good."""

    progressed = Signal(object)
    partial = Signal(object)
    succeeded = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, lane: RunsJobs, parent: QObject) -> None:
        super().__init__(parent)
        self._lane = lane
        self._job: QtJob | None = None

    def start(self, use_case: UseCase) -> None:
        """Run this one, and no longer the one before."""
        self.drop()
        job = self._job = QtJob(use_case)
        job.progressed.connect(self.progressed)
        job.partial.connect(self.partial)
        job.succeeded.connect(self.succeeded)
        job.failed.connect(self.failed)
        job.cancelled.connect(self.cancelled)
        self._lane.submit(job)

    def cancel(self) -> None:
        """Stop what runs; `cancelled` will tell."""
        if self._job:
            self._job.cancel()

    def drop(self) -> None:
        """Stop what runs, and hear no more of it."""
        if self._job:
            self._job.silence()
            self._job = None
