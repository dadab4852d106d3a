"""The search-quality page: keeps what queries should find, and measures whether they do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext, Progress
from desktop.domain.errors import DocumentNotFound
from desktop.domain.golden import ModeQuality, QualityReport
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.quality_model import GoldenList
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.quality import QualityPane

if TYPE_CHECKING:
    from desktop.application.library import Library
    from desktop.application.searches.golden_queries import GoldenQueries

SECONDS = 8.0


class QualityController(QObject):
    """Changes are made one after the other on one lane; measuring, which takes longer, has another."""

    noticed = Signal(object)
    measured = Signal(object)

    def __init__(
        self,
        pane: QualityPane,
        golden: GoldenQueries,
        library: Library,
        lane: RunsJobs,
        slow: RunsJobs,
        *,
        writable: bool,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._golden = golden
        self._library = library
        self._case = ""
        self._before: dict[str, QualityReport] = {}
        self._modes: tuple[ModeQuality, ...] = ()
        self._changing = EachJob(lane, self)
        self._changing.succeeded.connect(self._take_change)
        self._changing.failed.connect(self._fail)
        self._measuring = LatestJob(slow, self)
        self._measuring.progressed.connect(self._show_progress)
        self._measuring.partial.connect(self._show_modes)
        self._measuring.succeeded.connect(self._show_report)
        self._measuring.failed.connect(self._fail)
        self._measuring.cancelled.connect(pane.show_idle)
        pane.measure_requested.connect(self.measure)
        pane.stop_requested.connect(self._measuring.cancel)
        pane.forget_requested.connect(self._forget)
        pane.allow_changes(writable)

    def recall(self, report: QualityReport) -> None:
        """Show what was measured when the vault was open before, with other settings perhaps; at once if it was of this case."""
        self._before[report.case] = report
        self._show_before()

    def scope_to(self, case: str) -> None:
        """List and measure only what has to do with this case; everything if it is empty."""
        self._case = case
        self._measuring.drop()
        self._pane.show_idle()
        self._show_before()
        self.begin()

    def begin(self) -> None:
        """Show the golden queries."""
        self._change(_nothing)

    @Slot(str, str)
    def expect(self, query: str, document_id: str) -> None:
        """Expect a document of a query from now on."""
        said = f"“{' '.join(query.split())}” is expected to find this document from now on: see Quality."
        self._change(lambda: self._golden.expect(query, [document_id]), said)

    @Slot()
    def measure(self) -> None:
        """Measure all modes."""
        self._modes = ()
        self._pane.show_busy()
        self._measuring.start(_measuring(self._golden, self._case))

    def close(self) -> None:
        """Ask for nothing more."""
        self._measuring.drop()
        self._changing.drop()

    @Slot(str, object)
    def _forget(self, query: str, document_ids: tuple[str, ...]) -> None:
        self._change(lambda: self._golden.forget(query, document_ids))

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        self._pane.show_progress(progress.done, progress.total or 0)

    @Slot(object)
    def _show_modes(self, modes: tuple[object, ...]) -> None:
        self._modes += cast("tuple[ModeQuality, ...]", modes)
        before = self._before.get(self._case)
        self._pane.show_modes(self._modes, before.modes if before else ())

    @Slot(object)
    def _show_report(self, report: object) -> None:
        measured = cast("QualityReport", report)
        self._pane.show_idle()
        self._pane.show_report(measured, self._before.get(measured.case))
        self._before[measured.case] = measured
        self.measured.emit(measured)

    def _show_before(self) -> None:
        """Show what was measured of this case before; figures of another say nothing about it."""
        self._pane.show_nothing_measured()
        if before := self._before.get(self._case):
            self._pane.show_report(before, None)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._pane.show_idle()
        self.noticed.emit(describe_failure(failure, key="quality"))

    # --- changes

    def _change(self, change: Callable[[], object], said: str = "") -> None:
        self._changing.start(_changing(change, self._golden, self._library, said, self._case))

    @Slot(object)
    def _take_change(self, changed: object) -> None:
        golden, said = cast("tuple[GoldenList, str]", changed)
        self._pane.show_list(golden)
        if said:
            self.noticed.emit(Notice(Severity.SUCCESS, said, key="quality", seconds=SECONDS))


def _nothing() -> None:
    """Change nothing: what is there is read all the same."""


def _measuring(golden: GoldenQueries, case: str) -> UseCase:
    def measure(context: JobContext) -> QualityReport:
        return golden.measure(context, case=case)

    return measure


def _changing(change: Callable[[], object], golden: GoldenQueries, library: Library, said: str, case: str) -> UseCase:
    def change_and_read(_: JobContext) -> tuple[GoldenList, str]:
        change()
        of_case = golden.of_case(case)
        expected = dict.fromkeys(document for each in of_case.queries for document in each.expected)
        titles = {document: title for document in expected if (title := _title(library, document))}
        return GoldenList(of_case, titles), said

    return change_and_read


def _title(library: Library, document_id: str) -> str:
    try:
        return library.read(document_id).document.title
    except DocumentNotFound:  # the page says that it is gone
        return ""
