"""Lanes without threads: one that runs a job at once, and one that waits to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop.ui.jobs.qt_job import QtJob


class InlineLane:
    """Runs each job to its end when it is submitted."""

    busy = False

    def submit(self, job: QtJob) -> None:
        job.task.run(job.deliver)

    def cancel_all(self) -> None: ...

    def quit(self) -> None: ...

    def wait(self, seconds: float = 0.0) -> bool:
        return True


class HeldLane:
    """Keeps jobs until `run_next`, so that a test can act while they wait."""

    def __init__(self) -> None:
        self.jobs: list[QtJob] = []

    @property
    def busy(self) -> bool:
        return bool(self.jobs)

    def submit(self, job: QtJob) -> None:
        self.jobs.append(job)

    def run_next(self) -> None:
        job = self.jobs.pop(0)
        job.task.run(job.deliver)

    def run_all(self) -> None:
        while self.jobs:
            self.run_next()

    def cancel_all(self) -> None:
        for job in self.jobs:
            job.cancel()

    def quit(self) -> None:
        self.cancel_all()

    def wait(self, seconds: float = 0.0) -> bool:
        return True
