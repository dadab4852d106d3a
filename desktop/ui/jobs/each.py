"""Each is heard: of several jobs asked for one after the other, none takes the place of another."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase


class EachJob(QObject):
    """Sends use cases to a lane and hears all of them, until they are dropped together."""

    succeeded = Signal(object)
    failed = Signal(object)

    def __init__(self, lane: RunsJobs, parent: QObject) -> None:
        super().__init__(parent)
        self._lane = lane
        self._jobs: list[QtJob] = []

    def start(self, use_case: UseCase) -> None:
        """Run this one when its turn comes."""
        job = QtJob(use_case)
        job.succeeded.connect(self.succeeded)
        job.failed.connect(self.failed)
        job.ended.connect(self._forget_ended)
        self._jobs.append(job)
        self._lane.submit(job)

    def drop(self) -> None:
        """Stop what runs or waits, and hear no more of it."""
        for job in self._jobs:
            job.silence()
        self._jobs = []

    @Slot()
    def _forget_ended(self) -> None:
        self._jobs = [job for job in self._jobs if not job.task.ended]
