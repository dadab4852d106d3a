"""The bar that says how what is on the screen is marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.fact import fact_id_of
from desktop.domain.marking import Marking
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.widgets.marking_bar import MarkingBar

if TYPE_CHECKING:
    from desktop.application.gate import MarkingGate
    from desktop.application.library import Library

SOON_MS = 60


class MarkingController(QObject):
    """Asks for the highest marking of what is shown whenever that changes."""

    noticed = Signal(object)
    mark_requested = Signal(object, object)  # documents' ids, a Marking

    def __init__(self, bar: MarkingBar, gate: MarkingGate, library: Library, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bar = bar
        self._gate = gate
        self._library = library
        self._unheeded: Mapping[str, Marking] = {}
        bar.heed_requested.connect(self._heed)
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
            self._asking.start(_effective(self._gate, self._library, self._shown))
        else:
            self._asking.drop()
            self._bar.show_marking(None)

    @Slot(object)
    def _show(self, found: object) -> None:
        marking, self._unheeded = cast("tuple[Marking, Mapping[str, Marking]]", found)
        count = len(self._shown)
        several = f"The highest marking of {count:,} documents and facts on the screen"
        why = "The marking of the document that is open" if count == 1 else several
        told = [each for each in self._unheeded if fact_id_of(each) is None]
        said, offer = "", ""
        if told:
            texts = "its text says so, though it is marked lower" if len(told) == count else _higher(len(told))
            said, offer = texts, "Mark it so" if len(told) == 1 else f"Mark {len(told):,} so"
        self._bar.show_marking(marking, why, said, offer)

    @Slot()
    def _heed(self) -> None:
        """Ask for documents to be marked as their texts say, those of one marking together."""
        for marking in Marking:
            ids = tuple(name for name, stated in self._unheeded.items() if stated is marking and fact_id_of(name) is None)
            if ids:
                self.mark_requested.emit(ids, marking)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="marking"))


def _effective(gate: MarkingGate, library: Library, shown: tuple[str, ...]) -> UseCase:
    def ask(_: JobContext) -> tuple[Marking, Mapping[str, Marking]]:
        return gate.effective(shown), library.unheeded_markings(shown)

    return ask


def _higher(number: int) -> str:
    return "1 text says more than its mark" if number == 1 else f"{number:,} texts say more than their mark"
