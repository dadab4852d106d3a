"""Whether the vault is still where it was: a stick that was pulled out is told at once, and so is that it is back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance, Slot

from desktop.application.job import JobContext
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, NoticeAction, Severity

INTERVAL_MS = 4_000
KEY = "presence"


class PresenceController(QObject):
    """Looks for the vault's folder from time to time, on a lane, for a disk that went away may take long to answer.

    What was open on a disk that went away stays broken when it is back, so that the vault has to be opened again.
    """

    reopen_requested = Signal()
    noticed = Signal(object)

    def __init__(self, folder: Path, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._lane = lane
        self._job: QtJob | None = None
        self._gone = False
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.look)

    def begin(self) -> None:
        """Look from now on."""
        self._timer.start()

    @Slot()
    def look(self) -> None:
        """Look now, unless the last look has not been answered yet."""
        if self._job is None:
            job = self._job = QtJob(_looking(self._folder), self)
            job.succeeded.connect(self._tell)
            job.ended.connect(self._end)
            self._lane.submit(job)

    def close(self) -> None:
        """Look no more."""
        self._timer.stop()
        if self._job:
            self._job.silence()

    @Slot(object)
    def _tell(self, there: object) -> None:
        if bool(there) != self._gone:
            return
        self._gone = not there
        root = self._folder.parent
        if self._gone:
            hint = "If it is on a removable disk, connect that again. What was finished is safe; what was not is gone on with."
            self.noticed.emit(Notice(Severity.ERROR, f"The vault is gone: {root} is not there.", hint, key=KEY, made_of=()))
        else:
            again = NoticeAction("Open it again", Emits(self.reopen_requested))
            self.noticed.emit(Notice(Severity.INFO, f"The vault is there again: {root}.", "", (again,), KEY, made_of=()))

    @Slot()
    def _end(self) -> None:
        self._job = None


@dataclass(frozen=True, slots=True)
class Emits:
    """Emits a signal that carries nothing."""

    signal: SignalInstance

    def __call__(self) -> None:
        """Do it."""
        self.signal.emit()


def _looking(folder: Path) -> UseCase:
    def look(_: JobContext) -> bool:
        try:
            return folder.is_dir()
        except OSError:
            return False

    return look
