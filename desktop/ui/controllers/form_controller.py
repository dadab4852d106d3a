"""What attends a form in a dialog: its jobs, which end with the form, and what is said when one fails."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from desktop.domain.errors import CofferError
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob


class ShowsProblem(Protocol):
    """A form that can say why something could not be done."""

    def show_problem(self, error: CofferError) -> None:
        """Say why."""
        ...


class FormController(QObject):
    """Attends one form at a time; `key` names what it tells beside the form."""

    noticed = Signal(object)
    settled = Signal()

    def __init__(self, lane: RunsJobs, key: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lane = lane
        self._key = key
        self._form: ShowsProblem | None = None
        self._jobs: list[LatestJob] = []

    def leave(self) -> None:
        """Stop everything, and show nothing more."""
        self._form = None
        for job in self._jobs:
            job.drop()

    def _job(self) -> LatestJob:
        """A job that ends with the form, and whose failure the form shows."""
        job = LatestJob(self._lane, self)
        job.failed.connect(self._fail)
        self._jobs.append(job)
        return job

    @Slot(object)
    def _fail(self, failure: object) -> None:
        if isinstance(failure, BugReport):
            self.noticed.emit(describe_failure(failure, key=self._key))
        if self._form:
            self._form.show_problem(as_known_error(failure))
