"""The bar that says how what is on the screen is marked."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.marking import Marking
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.widgets.marking_bar import MarkingBar

if TYPE_CHECKING:
    from desktop.application.gate import MarkingGate

SOON_MS = 60


class MarkingController(QObject):
    """Asks for the highest marking of what is shown whenever that changes."""

    noticed = Signal(object)

    def __init__(self, bar: MarkingBar, gate: MarkingGate, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar = bar
        self._gate = gate
        self._shown: tuple[str, ...] = ()
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._ask)
        self._asking = LatestJob(lane, self)
        self._asking.succeeded.connect(self._show)
        self._asking.failed.connect(self._fail)

    def look_at(self, shown: tuple[str, ...]) -> None:
        """These documents and facts are on the screen now."""
        self._shown = shown
        self._soon.start()

    def close(self) -> None:
        """Ask for nothing more."""
        self._soon.stop()
        self._asking.drop()

    @Slot()
    def _ask(self) -> None:
        if self._shown:
            self._asking.start(_effective(self._gate, self._shown))
        else:
            self._asking.drop()
            self._bar.show_marking(None)

    @Slot(object)
    def _show(self, marking: object) -> None:
        count = len(self._shown)
        several = f"The highest marking of {count:,} documents and facts on the screen"
        why = "The marking of the document that is open" if count == 1 else several
        self._bar.show_marking(cast("Marking", marking), why)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="marking"))


def _effective(gate: MarkingGate, shown: tuple[str, ...]) -> UseCase:
    def ask(_: JobContext) -> Marking:
        return gate.effective(shown)

    return ask
