"""Makes the first search quick: what searching needs is read in the background once a vault is open, and after it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob

if TYPE_CHECKING:
    from desktop.application.retrieve.searcher import Searcher

PAUSE_MS = 400
"""The list of documents comes first, and of many changes the last counts."""


class WakingController(QObject):
    """Runs beside the lane that answers searches, which therefore never waits for it."""

    noticed = Signal(object)

    def __init__(self, searcher: Searcher, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._searcher = searcher
        self._job = LatestJob(lane, self)
        self._job.failed.connect(self._fail)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._start)

    @Slot()
    def wake(self) -> None:
        """Get ready, in a moment."""
        self._pause.start()

    def close(self) -> None:
        """Ask for nothing more."""
        self._pause.stop()
        self._job.drop()

    @Slot()
    def _start(self) -> None:
        self._job.start(self._searcher.wake)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="waking"))
