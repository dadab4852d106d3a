"""Everything that changes the vault, one after the other, with what waits in the vault done in the gaps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase


@dataclass(frozen=True, slots=True)
class Backlog:
    """Work that waits in the vault and can be interrupted and taken up again at any time.

    `doing` and `unit` are what progress says of it; `failing` is what a person must know when it cannot be done.
    """

    doing: str
    unit: str
    failing: str
    pending: Callable[[], int]
    work: Callable[[JobContext], object]


class Writing(QObject):
    """Sends jobs to the lane that alone changes the vault; whenever none is left, the backlogs are worked off in their order.

    Whatever a person asks for goes before them.
    """

    backlog_progressed = Signal(object, object)
    backlog_partial = Signal(object)
    backlog_failed = Signal(object, object)
    backlogs_ended = Signal()

    def __init__(self, lane: RunsJobs, backlogs: Sequence[Backlog], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = lane
        self._backlogs = tuple(backlogs)
        self._pending = 0
        self._left: list[Backlog] = []
        self._job: QtJob | None = None
        self._allowed = True

    @property
    def busy(self) -> bool:
        """Whether a job that a person waits for runs or waits."""
        return self._pending > 0

    def submit(self, job: QtJob) -> None:
        """Run a job when those before it are done; backlogs make way for it, and are taken up anew after it."""
        self.take_up_backlogs()
        self.submit_look(job)

    def submit_look(self, job: QtJob) -> None:
        """Run a job that most often changes nothing: backlogs make way, and go on as if it had not been."""
        self._pending += 1
        job.ended.connect(self._job_ended)
        if self._job:
            self._job.cancel()
        self._lane.submit(job)

    def take_up_backlogs(self) -> None:
        """Work off what waits, once nothing else is to do."""
        self._allowed = True
        self._left = list(self._backlogs)

    def stop_backlogs(self) -> None:
        """Leave the backlogs alone until the vault changes again or is opened anew."""
        self._allowed = False
        if self._job:
            self._job.cancel()

    def close(self) -> None:
        """Begin nothing more."""
        self._allowed = False

    @Slot()
    def _job_ended(self) -> None:
        self._pending -= 1
        self._work_if_idle()

    def _work_if_idle(self) -> None:
        if self._pending or self._job or not self._allowed or not self._left:
            return
        job = self._job = QtJob(_working(self._left[0]))
        job.progressed.connect(self._pass_on)
        job.partial.connect(self.backlog_partial)
        job.failed.connect(self._fails)
        job.ended.connect(self._ends)
        self._lane.submit(job)

    @Slot(object)
    def _pass_on(self, progress: object) -> None:
        if self._left:
            self.backlog_progressed.emit(self._left[0], progress)

    @Slot(object)
    def _fails(self, failure: object) -> None:
        if self._left:
            self.backlog_failed.emit(self._left[0], failure)

    @Slot()
    def _ends(self) -> None:
        interrupted = self._job is not None and self._job.was_cancelled
        self._job = None
        if not interrupted and self._left:
            del self._left[0]
        if not self._left or not self._allowed:
            self.backlogs_ended.emit()
        self._work_if_idle()


def _working(backlog: Backlog) -> UseCase:
    pending, work = backlog.pending, backlog.work

    def work_off(context: JobContext) -> object:
        return work(context) if pending() else None

    return work_off
