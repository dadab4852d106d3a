"""Search as one types: waits for a pause, and shows only the newest answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.passage import Mode, Query, SearchResult
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.panes.search import SearchPane

if TYPE_CHECKING:
    from desktop.application.retrieve.searcher import Searcher

TYPING_MS = 180
TYPING_MS_ELSEWHERE = 900
"""Where a provider makes the vectors, what is typed is sent to it: only once it is typed, and not each beginning of it."""
SLOW_MS = 300


class SearchController(QObject):
    """Sends what is typed to the searcher; each query cancels the one before, whose results are dropped."""

    mode_used = Signal(object)
    noticed = Signal(object)

    def __init__(
        self, pane: SearchPane, busy: Busy, searcher: Searcher, lane: RunsJobs, parent: QObject | None = None, *, typing_ms: int = TYPING_MS
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._busy = busy
        self._searcher = searcher
        self._query: Query | None = None
        self._limited = False
        self._job = LatestJob(lane, self)
        self._job.succeeded.connect(self._show)
        self._job.failed.connect(self._fail)
        self._more = LatestJob(lane, self)
        self._more.succeeded.connect(self._show_more)
        self._more.failed.connect(self._fail)
        self._typing = QTimer(self, singleShot=True, interval=typing_ms)
        self._typing.timeout.connect(self._start)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._slow.timeout.connect(self._say_busy)
        pane.search_requested.connect(self.search)
        pane.more_requested.connect(self.find_more)

    @Slot(object)
    def search(self, query: Query) -> None:
        """Search, once the person pauses."""
        self._query = query
        self._typing.start()

    @Slot()
    def repeat_if_limited(self) -> None:
        """Search the same again if it could not be searched as asked, because now perhaps it can."""
        if self._limited:
            self.repeat()

    @Slot()
    def repeat(self) -> None:
        """Search the same again, because documents have changed."""
        if self._query and self._query.text.strip() and not self._typing.isActive():
            self._start()

    @Slot(object)
    def find_more(self, query: Query) -> None:
        """Find what was folded away of one document."""
        self._more.start(_searching(self._searcher, query))

    def close(self) -> None:
        """Ask for nothing more."""
        self._more.drop()
        self._typing.stop()
        self._slow.stop()
        self._job.drop()

    @Slot()
    def _start(self) -> None:
        self._job.drop()
        self._more.drop()
        self._slow.stop()
        query = self._query
        if query is None or not query.text.strip():
            self._busy.end("search")
            return
        self._slow.start()
        self.mode_used.emit(query.mode)
        self._job.start(_searching(self._searcher, query))

    @Slot()
    def _say_busy(self) -> None:
        self._busy.begin("search", "Searching…")

    @Slot(object)
    def _show(self, result: object) -> None:
        self._slow.stop()
        found = cast("SearchResult", result)
        self._limited = found.fallback is not None or bool(found.notice)
        self._pane.show_result(found)
        self._busy.end("search")

    @Slot(object)
    def _show_more(self, result: object) -> None:
        self._pane.show_more(cast("SearchResult", result).hits)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._slow.stop()
        self._busy.end("search")
        self._pane.show_failure(as_known_error(failure))
        if isinstance(failure, BugReport):
            self.noticed.emit(describe_failure(failure, key="search"))


def remembered_mode(name: str, default: str) -> Mode:
    """The mode last used, or else the default; what nobody knows any more is passed over."""
    for each in (name, default):
        if each in set(Mode):
            return Mode(each)
    return Mode.HYBRID


def _searching(searcher: Searcher, query: Query) -> UseCase:
    def search(context: JobContext) -> SearchResult:
        return searcher.search(context, query)

    return search
