"""Tells of the reports of faults that an earlier start left, and lets a person carry them out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.application.job import JobContext
from desktop.application.outgoing_files import write_out
from desktop.domain.fault import FaultReport
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.dialogs.faults import FaultsDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, NoticeAction, Severity

SECONDS = 8.0
KEPT_WORK = "What was imported, written or changed before that is in the vault. A report without any of your words is kept on this machine."


class KeepsFaults(Protocol):
    """Where reports of faults are kept."""

    def reports(self) -> tuple[FaultReport, ...]:
        """Every report, the newest first."""
        ...

    def tell(self, names: Sequence[str]) -> None:
        """Note that a person was told of these. Raises StorageProblem."""
        ...

    def forget(self, names: Sequence[str]) -> None:
        """Remove reports. Raises StorageProblem."""
        ...


class FaultsController(QObject):
    """Reads and writes on a lane; what is told is told in the window's thread."""

    noticed = Signal(object)

    def __init__(self, keeps: KeepsFaults, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._keeps = keeps
        self._lane = lane
        self._window: QWidget | None = None
        self._dialog: FaultsDialog | None = None

    def begin(self, window: QWidget) -> None:
        """Tell of what an earlier start left and nobody was told of."""
        self._window = window
        job = self._job(_untold(self._keeps))
        job.succeeded.connect(self._tell)
        self._lane.submit(job)

    @Slot()
    def show(self) -> None:
        """Show every report."""
        dialog = self._dialog = FaultsDialog(self._window)
        dialog.save_requested.connect(self._ask_save)
        dialog.remove_requested.connect(self._remove)
        dialog.finished.connect(self._forget_dialog)
        dialog.open()
        job = self._job(_all(self._keeps))
        job.succeeded.connect(self._list)
        self._lane.submit(job)

    def save(self, report: FaultReport, target: Path) -> None:
        """Write a report to a file that can be carried out."""
        job = self._job(_saving(report, target))
        job.succeeded.connect(self._say_saved)
        self._lane.submit(job)

    def _job(self, use_case: UseCase) -> QtJob:
        job = QtJob(use_case, self)
        job.failed.connect(self._fail)
        return job

    @Slot(object)
    def _tell(self, found: object) -> None:
        reports = cast("tuple[FaultReport, ...]", found)
        if reports:
            said = f"Coffer crashed when it last ran: {reports[0].summary}."
            self.noticed.emit(Notice(Severity.WARNING, said, KEPT_WORK, (NoticeAction("Report…", self.show),), "crash"))

    @Slot(object)
    def _list(self, found: object) -> None:
        if self._dialog:
            self._dialog.show_reports(cast("tuple[FaultReport, ...]", found))

    @Slot(object)
    def _ask_save(self, report: FaultReport) -> None:
        suggested = str(Path.home() / f"coffer-{Path(report.name).stem}.txt")
        name, _ = QFileDialog.getSaveFileName(self._dialog, "Save the report", suggested, "Text (*.txt)")
        if name:
            self.save(report, Path(name))

    @Slot(object)
    def _remove(self, reports: tuple[FaultReport, ...]) -> None:
        job = self._job(_removing(self._keeps, [each.name for each in reports]))
        job.succeeded.connect(self._list)
        self._lane.submit(job)

    @Slot(object)
    def _say_saved(self, name: object) -> None:
        self.noticed.emit(Notice(Severity.SUCCESS, f"The report was saved as {name}.", key="crash", seconds=SECONDS))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="faults"))

    @Slot()
    def _forget_dialog(self) -> None:
        if self._dialog:
            self._dialog.deleteLater()
        self._dialog = None


def _untold(keeps: KeepsFaults) -> UseCase:
    def find(_: JobContext) -> tuple[FaultReport, ...]:
        untold = tuple(each for each in keeps.reports() if not each.told)
        keeps.tell([each.name for each in untold])
        return untold

    return find


def _all(keeps: KeepsFaults) -> UseCase:
    def read(_: JobContext) -> tuple[FaultReport, ...]:
        return keeps.reports()

    return read


def _removing(keeps: KeepsFaults, names: Sequence[str]) -> UseCase:
    def remove(_: JobContext) -> tuple[FaultReport, ...]:
        keeps.forget(names)
        return keeps.reports()

    return remove


def _saving(report: FaultReport, target: Path) -> UseCase:
    def save(_: JobContext) -> str:
        write_out([(target, report.text.encode("utf-8", "replace"))], "Choose another folder for the report.")
        return target.name

    return save
