"""Tells the window of attempts to reach a network, and runs the trial of every part."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.application.offline import claim, write_statement
from desktop.application.outgoing_files import write_out
from desktop.domain.network import NetworkTrial
from desktop.domain.provider import Reach
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.offline import OfflineDialog
from desktop.ui.jobs.bug_report import version_facts
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.job import JobContext
    from desktop.application.offline import Offline

SECONDS = 8.0


class OfflineController(QObject):
    """Stands between the guard, which may be heard in any thread, and the window."""

    attempts_changed = Signal(object)
    reaches_changed = Signal(object)
    noticed = Signal(object)
    _heard = Signal()

    def __init__(self, offline: Offline, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._offline = offline
        self._lane = lane
        self._dialog: OfflineDialog | None = None
        self._trials: tuple[NetworkTrial, ...] = ()
        self._reaches: tuple[Reach, ...] = ()
        self._heard.connect(self._tell, Qt.ConnectionType.QueuedConnection)
        offline.listen(self._heard.emit)

    def show(self, window: QWidget) -> None:
        """Show the evidence."""
        dialog = self._dialog = OfflineDialog(claim(self._reaches), window)
        dialog.trial_requested.connect(self.try_out)
        dialog.save_requested.connect(self._save)
        dialog.finished.connect(self._forget)
        self._refresh()
        dialog.open()

    def expect(self, reaches: tuple[Reach, ...]) -> None:
        """The vault that is open now uses providers at these addresses."""
        self._reaches = reaches
        self.reaches_changed.emit(reaches)

    @Slot()
    def try_out(self) -> None:
        """Have every part reach for a network."""
        if self._dialog:
            self._dialog.show_trying()
        job = QtJob(_trying(self._offline))
        job.succeeded.connect(self._take_trials)
        job.failed.connect(self._fail)
        self._lane.submit(job)

    @Slot()
    def _tell(self) -> None:
        self.attempts_changed.emit(self._offline.attempts())
        self._refresh()

    @Slot(object)
    def _take_trials(self, trials: object) -> None:
        self._trials = cast("tuple[NetworkTrial, ...]", trials)
        self._refresh()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._refresh()
        self.noticed.emit(describe_failure(failure, key="offline"))

    def _refresh(self) -> None:
        if self._dialog:
            self._dialog.show_attempts(self._offline.attempts())
            self._dialog.show_trials(self._trials)
            self._dialog.show_statement(self._statement())

    def _statement(self) -> str:
        at = datetime.now().astimezone().isoformat(timespec="seconds")
        return write_statement(version_facts(), self._offline.attempts(), self._trials, at, self._reaches)

    @Slot()
    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self._dialog, "Save the statement", str(Path.home() / "coffer-network.md"))
        if not name:
            return
        job = QtJob(_saving(Path(name), self._statement()))
        job.succeeded.connect(self._say_saved)
        job.failed.connect(self._fail)
        self._lane.submit(job)

    @Slot(object)
    def _say_saved(self, name: object) -> None:
        self.noticed.emit(Notice(Severity.SUCCESS, f"The statement was saved as {name}.", key="offline", seconds=SECONDS, made_of=()))

    @Slot()
    def _forget(self) -> None:
        self._dialog = None


def _saving(target: Path, statement: str) -> UseCase:
    def save(_: JobContext) -> str:
        write_out([(target, statement.encode())], "Choose another folder for the statement.")
        return target.name

    return save


def _trying(offline: Offline) -> UseCase:
    def try_out(context: JobContext) -> tuple[NetworkTrial, ...]:
        return offline.try_out(context)

    return try_out
