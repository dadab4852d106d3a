"""Writes down what a job says."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from desktop.application.job import Progress
from desktop.ui.jobs.qt_job import QtJob


class Hearing(QObject):
    """Everything a job said: partial results, progress, and how it ended."""

    def __init__(self, job: QtJob) -> None:
        super().__init__()
        self.job = job
        self.rows: list[object] = []
        self.progress: list[Progress] = []
        self.ends: list[tuple[str, object]] = []
        self.deliveries = 0
        job.partial.connect(self.hear_partial)
        job.progressed.connect(self.hear_progress)
        job.succeeded.connect(self.hear_success)
        job.failed.connect(self.hear_failure)
        job.cancelled.connect(self.hear_cancelled)
        job.ended.connect(self.hear_end)

    @Slot(object)
    def hear_partial(self, rows: tuple[object, ...]) -> None:
        self.deliveries += 1
        self.rows.extend(rows)

    @Slot(object)
    def hear_progress(self, progress: Progress) -> None:
        self.progress.append(progress)

    @Slot(object)
    def hear_success(self, result: object) -> None:
        self.ends.append(("succeeded", result))

    @Slot(object)
    def hear_failure(self, failure: object) -> None:
        self.ends.append(("failed", failure))

    @Slot()
    def hear_cancelled(self) -> None:
        self.ends.append(("cancelled", None))

    @Slot()
    def hear_end(self) -> None:
        self.ends.append(("ended", None))
