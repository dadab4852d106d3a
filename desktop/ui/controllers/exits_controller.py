"""The clipboard's guard: what is copied passes the gate first."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.leaving import CopyRequest, Exit, Release
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, Severity
from desktop.ui.widgets.outlet import outlet

if TYPE_CHECKING:
    from desktop.application.gate import MarkingGate


class ExitsController(QObject):
    """Lets out what may leave, and says what may not."""

    noticed = Signal(object)

    def __init__(self, gate: MarkingGate, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._gate = gate
        self._asking = LatestJob(lane, self)
        self._asking.succeeded.connect(self._let_out)
        self._asking.failed.connect(self._fail)
        outlet.guard(True)
        outlet.asked.connect(self._ask)

    def close(self) -> None:
        """Let nothing more out."""
        self._asking.drop()
        outlet.asked.disconnect(self._ask)
        outlet.guard(False)

    @Slot(object)
    def _ask(self, request: CopyRequest) -> None:
        self._asking.start(_examining(self._gate, request))

    @Slot(object)
    def _let_out(self, found: object) -> None:
        request, release = cast("tuple[CopyRequest, Release]", found)
        if release.complete:
            outlet.let_out(request)
            return
        hint = "Change the limit in the settings, or mark the document otherwise, if it may leave."
        self.noticed.emit(Notice(Severity.WARNING, f"Nothing was copied: {release.explanation}", hint, key="exit"))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="exit"))


def _examining(gate: MarkingGate, request: CopyRequest) -> UseCase:
    def examine(_: JobContext) -> tuple[CopyRequest, Release]:
        return request, gate.examine(Exit.CLIPBOARD, [request.outgoing])

    return examine
