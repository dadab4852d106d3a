"""Packs from a stick: looks through it on a lane of its own, and takes what the person says, the way of all writing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.application.job import JobContext, Progress
from desktop.domain.stick import StickItem
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.settings_controller import SettingsController
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.stick import StickDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.services import Services
    from desktop.application.stick import StickDesk

KEY = "stick"


class StickController(QObject):
    """One stick at a time."""

    noticed = Signal(object)

    def __init__(
        self,
        services: Services,
        settings: SettingsController,
        lane: RunsJobs,
        writing: Writing,
        window: QWidget,
        parent: QObject | None = None,
    ) -> None:
        """`window` is what the dialog stands before."""
        super().__init__(parent)
        self._desk = services.stick
        self._changeable = not services.writer
        self._settings = settings
        self._writing = writing
        self._window = window
        self.dialog: StickDialog | None = None
        self._item: StickItem | None = None
        self._found: tuple[StickItem, ...] = ()
        self._looking = LatestJob(lane, self)
        self._looking.partial.connect(self._show_more)
        self._looking.progressed.connect(self._show_progress)
        self._looking.succeeded.connect(self._show_all)
        self._looking.failed.connect(self._fail)

    @Slot()
    def show(self) -> None:
        """Show the dialog, and ask at once where the stick is."""
        dialog = self.dialog = StickDialog(self._window.window(), changeable=self._changeable)
        dialog.folder_wanted.connect(self._choose)
        dialog.take_wanted.connect(self.take)
        dialog.finished.connect(self._forget)
        dialog.open()
        self._choose()

    @Slot()
    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self.dialog, "Packs from a stick: choose the stick, or a folder on it", str(Path.home()))
        if folder:
            self.look(Path(folder))

    def look(self, folder: Path) -> None:
        """Look through a folder."""
        self._found = ()
        if self.dialog:
            self.dialog.show_looking(str(folder))
        self._looking.start(_looking(self._desk, folder))

    @Slot(object)
    def take(self, item: StickItem) -> None:
        """Take a thing into the vault."""
        self._item = item
        if self.dialog:
            self.dialog.show_taking(item)
        job = QtJob(_taking(self._desk, item), self)
        job.succeeded.connect(self._use)
        job.failed.connect(self._fail)
        self._writing.submit(job)

    @Slot(object)
    def _use(self, result: object) -> None:
        """Tell of what was taken; where a setting is to name it, the vault is opened anew with that."""
        name = self._item.name if self._item else ""
        self.noticed.emit(
            Notice(Severity.SUCCESS, f"{name} was taken from the stick.", "It stands in the audit log with its hash.", key=KEY)
        )
        if self.dialog:
            self.dialog.accept()
        if result is not None:
            section, setting, value = cast("tuple[str, str, str]", result)
            self._settings.save({(section, setting): value})

    @Slot(object)
    def _show_more(self, items: object) -> None:
        self._found += tuple(cast("Sequence[StickItem]", items))
        if self.dialog:
            self.dialog.show_items(self._found)

    @Slot(object)
    def _show_progress(self, progress: object) -> None:
        told = cast("Progress", progress)
        if self.dialog and told.total:
            self.dialog.show_progress(f"Reading {told.detail}: {told.done * 100 // told.total} %")

    @Slot(object)
    def _show_all(self, items: object) -> None:
        if self.dialog:
            self.dialog.show_items(cast("tuple[StickItem, ...]", items))
            self.dialog.show_end()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        notice = describe_failure(failure, key=KEY)
        if self.dialog:
            self.dialog.show_problem(f"{notice.text} {notice.hint}".strip())
        self.noticed.emit(notice)

    @Slot()
    def _forget(self) -> None:
        self.dialog = None
        self._looking.drop()

    def close(self) -> None:
        """Look at nothing more."""
        self._looking.drop()


def _looking(desk: StickDesk, folder: Path) -> UseCase:
    def look(context: JobContext) -> tuple[StickItem, ...]:
        return desk.look(context, folder)

    return look


def _taking(desk: StickDesk, item: StickItem) -> UseCase:
    def take(context: JobContext) -> tuple[str, str, str] | None:
        return desk.take(context, item)

    return take
