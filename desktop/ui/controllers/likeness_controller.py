"""More like this: finds what is like a passage."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.domain.passage import Passage, Query, SearchResult
from desktop.ui.controllers.busy import Busy
from desktop.ui.controllers.failures import as_known_error, describe_failure
from desktop.ui.jobs.bug_report import BugReport
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.panes.search import PER_DOCUMENT, SearchPane

if TYPE_CHECKING:
    from desktop.application.retrieve.similar import MoreLikeThis


class LikenessController(QObject):
    """Asks for what is like a passage, among the documents that are searched."""

    noticed = Signal(object)

    def __init__(self, pane: SearchPane, busy: Busy, similar: MoreLikeThis, lane: RunsJobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._busy = busy
        self._similar = similar
        self._passage: Passage | None = None
        self._job = LatestJob(lane, self)
        self._job.succeeded.connect(self._show)
        self._job.failed.connect(self._fail)
        self._more = LatestJob(lane, self)
        self._more.succeeded.connect(self._show_more)
        self._more.failed.connect(self._fail)
        pane.like_requested.connect(self._find)
        pane.more_like_requested.connect(self._find_more)
        pane.search_requested.connect(self._give_up)

    def close(self) -> None:
        """Ask for nothing more."""
        self._job.drop()
        self._more.drop()

    @Slot(object)
    def _find(self, passage: Passage) -> None:
        self._passage = passage
        self._busy.begin("likeness", "Looking for more like this…")
        self._job.start(_likening(self._similar, passage, replace(self._pane.query, per_document=PER_DOCUMENT)))

    @Slot(object, object)
    def _find_more(self, passage: Passage, query: Query) -> None:
        self._more.start(_likening(self._similar, passage, query))

    @Slot(object)
    def _show_more(self, result: object) -> None:
        self._pane.show_more(cast("SearchResult", result).hits)

    @Slot()
    def _give_up(self) -> None:
        self._job.drop()
        self._more.drop()
        self._busy.end("likeness")

    @Slot(object)
    def _show(self, result: object) -> None:
        self._busy.end("likeness")
        if self._passage:
            self._pane.show_alike(self._passage, cast("SearchResult", result))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self._busy.end("likeness")
        self._pane.show_failure(as_known_error(failure))
        if isinstance(failure, BugReport):
            self.noticed.emit(describe_failure(failure, key="likeness"))


def _likening(similar: MoreLikeThis, passage: Passage, query: Query) -> UseCase:
    """Of the query count its filters, and how much is wanted."""

    def find(context: JobContext) -> SearchResult:
        limits = {"limit": query.limit, "per_document": query.per_document}
        return similar.similar(context, passage.document_id, passage.start, passage.end, filters=query.filters, **limits)

    return find
