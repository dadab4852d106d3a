"""Backing up the vault that is open."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication, QFileDialog

from desktop.application.job import JobContext
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity

if TYPE_CHECKING:
    from desktop.application.exchange.backup import Backups, DrillReport


class BackupController(QObject):
    """Writes a backup when nothing else is being written, and tries at once whether it can be restored."""

    noticed = Signal(object)

    def __init__(self, backups: Backups, root: Path, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._backups = backups
        self._root = root
        self._writing = writing

    @Slot()
    def choose(self) -> None:
        """Ask where to, and write it."""
        suggested = str(self._root.parent / f"{self._root.name}-backup.zip")
        name, _ = QFileDialog.getSaveFileName(QApplication.activeWindow(), "Back up the vault", suggested, "Backup (*.zip)")
        if name:
            self.write(Path(name))

    def write(self, target: Path) -> None:
        """Write a backup."""
        self.noticed.emit(
            Notice(Severity.INFO, "The vault is being backed up, and the backup restored for trial.", key="backup", made_of=())
        )
        job = QtJob(_backing_up(self._backups, self._root, target), self)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._fail)
        self._writing.submit(job)

    @Slot(object)
    def _tell(self, found: object) -> None:
        target, report = cast("tuple[Path, DrillReport]", found)
        if report.problems:
            hint = "Check the vault, then back it up again."
            said = f"The backup {target} was written, but what came of it is not what is in the vault: {report.problems[0]}"
            self.noticed.emit(Notice(Severity.ERROR, said, hint, key="backup"))
            return
        said = f"{report.documents:,} documents and {report.facts:,} facts are in {target}; restored for trial, they are as they were."
        self.noticed.emit(Notice(Severity.SUCCESS, said, key="backup", made_of=()))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="backup"))


def _backing_up(backups: Backups, root: Path, target: Path) -> UseCase:
    def back_up(context: JobContext) -> tuple[Path, DrillReport]:
        backups.write(root, target)
        return target, backups.drill(context, target)

    return back_up
