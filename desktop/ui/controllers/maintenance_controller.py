"""Keeps the index true to the files: on opening, when the window is looked at again, and when files change meanwhile."""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QFileSystemWatcher, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from desktop.application.job import JobContext, Progress
from desktop.domain.changes import Changes
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.widgets.import_status import Activity

if TYPE_CHECKING:
    from desktop.application.ingest.maintenance import Maintenance

LEAST_SECONDS_BETWEEN = 5.0
SETTLE_MS = 800


class MaintenanceController(QObject):
    """Looks for files that another program added, edited or took away."""

    activity_changed = Signal(object)
    indexed = Signal(object)  # Changes: what is in the index by now, of a run that goes on
    changed = Signal(object)
    noticed = Signal(object)

    def __init__(self, maintenance: Maintenance, docs: Path, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._maintenance = maintenance
        self._writing = writing
        self._job: QtJob | None = None
        self._closed = self._shown = False
        self._looked_at = float("-inf")
        self._settling = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settling.timeout.connect(self.synchronise)
        self._watcher = QFileSystemWatcher(self)
        if docs.is_dir():
            self._watcher.addPath(str(docs))
        self._watcher.directoryChanged.connect(self._settle)
        application = cast("QGuiApplication", QGuiApplication.instance())
        application.applicationStateChanged.connect(self._look_when_active)

    @Slot()
    def synchronise(self) -> None:
        """Look now, unless the vault is being written: an import's own files are no news."""
        if self._closed or self._job is not None or self._writing.busy:
            return
        self._looked_at = monotonic()
        job = self._job = QtJob(_synchronising(self._maintenance))
        job.progressed.connect(self._show_progress)
        job.partial.connect(self._tell_indexed)
        job.succeeded.connect(self._tell)
        job.failed.connect(self._fail)
        job.ended.connect(self._end)
        self._writing.submit(job)

    def close(self) -> None:
        """Look no more."""
        self._settling.stop()
        self._watcher.blockSignals(True)
        self._closed = True

    @Slot(Qt.ApplicationState)
    def _look_when_active(self, state: Qt.ApplicationState) -> None:
        if state == Qt.ApplicationState.ApplicationActive and monotonic() - self._looked_at > LEAST_SECONDS_BETWEEN:
            self.synchronise()

    @Slot()
    def _settle(self) -> None:
        if not self._writing.busy:
            self._settling.start()

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        if progress.total and progress.done < progress.total:
            self._shown = True
            self.activity_changed.emit(Activity("Indexing", "documents", progress.done, progress.total, progress.detail))

    @Slot(object)
    def _tell_indexed(self, partials: tuple[object, ...]) -> None:
        documents = frozenset(each for changes in partials if isinstance(changes, Changes) for each in changes.documents)
        if documents:
            self.indexed.emit(Changes(documents))

    @Slot(object)
    def _tell(self, changes: object) -> None:
        if changes:
            self.changed.emit(cast("Changes", changes))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="synchronise"))

    @Slot()
    def _end(self) -> None:
        self._job = None
        if self._shown:
            self._shown = False
            self.activity_changed.emit(None)


def _synchronising(maintenance: Maintenance) -> UseCase:
    def synchronise(context: JobContext) -> Changes:
        return maintenance.synchronise(context)

    return synchronise
