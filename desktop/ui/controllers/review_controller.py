"""The review pane: fetches what waits and where it stands, carries out what is said of it, and takes it back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext, Progress
from desktop.domain.candidate import Candidate, CandidateKind, CandidateQuery, CandidateSheet, Judgement, Verdict
from desktop.domain.changes import Changes
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.reloading import Reloading
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.blocks_model import BLOCK
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.review import ReviewPane

if TYPE_CHECKING:
    from desktop.application.graph.review import Review


@dataclass(frozen=True, slots=True)
class Waiting:
    """A list of candidates from its beginning, of `count`, and how many are left of each kind."""

    count: int
    rows: tuple[Candidate, ...]
    left: dict[CandidateKind, int]


class ReviewController(QObject):
    """Answers the review pane. A list stays as it is while it is judged; what comes in meanwhile is listed when it is next asked for."""

    changed = Signal(object)
    noticed = Signal(object)
    undoable = Signal(object)
    undone = Signal(object)
    merge_requested = Signal(object)

    def __init__(self, pane: ReviewPane, review: Review, lane: RunsJobs, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._review = review
        self._writing = writing
        self._done: list[Judgement] = []
        self._standing: list[Judgement] = []  # touched on the lane that writes, and nowhere else
        self._stale = True
        self._listing = LatestJob(lane, self)
        self._listing.succeeded.connect(self._show_listing)
        self._listing.failed.connect(self._fail)
        self._block = LatestJob(lane, self)
        self._block.succeeded.connect(self._show_block)
        self._block.failed.connect(self._fail)
        self._sheet = LatestJob(lane, self)
        self._sheet.succeeded.connect(self._show_sheet)
        self._sheet.failed.connect(self._fail)
        self._reloading = Reloading(self)
        self._reloading.due.connect(self.reload)
        pane.listing_wanted.connect(self._want_listing)
        pane.block_wanted.connect(self._fetch_block)
        pane.sheet_wanted.connect(self._fetch_sheet)
        pane.judge_requested.connect(self.judge)
        pane.all_requested.connect(self.judge_all)
        pane.merge_requested.connect(self.merge_requested)
        pane.undo_requested.connect(self.undo)

    def scope_to(self, case: str) -> None:
        """List only what documents of this case say; what all say if it is empty."""
        self._pane.scope_to(case)
        self._stale = True
        if self._pane.isVisible():
            self.reload()

    @Slot()
    def reload(self) -> None:
        """Count and fetch anew what is to be listed."""
        query = self._pane.query
        self._stale = False
        self._block.drop()
        self._reloading.begin(query.text)
        self._listing.start(_listing(self._review, query))

    @Slot()
    def enter(self) -> None:
        """Somebody comes to look: fetch what changed since."""
        if self._stale or not self._pane.model.rowCount():
            self.reload()

    @Slot(object)
    def take_changes(self, changes: Changes) -> None:
        """Remember that other parts of the window changed something; where nobody looks at the list, nothing is asked."""
        if changes:
            self.forget()

    def forget(self) -> None:
        """What is listed may be out of date: it is fetched anew when somebody comes to look, an empty list at once."""
        self._stale = True
        if self._pane.isVisible() and not self._pane.model.rowCount():
            self._reloading.change()

    @Slot(object, object)
    def judge(self, candidates: tuple[Candidate, ...], verdict: Verdict, other: str = "") -> None:
        """Say the same of some candidates."""
        self._carry_out(_judging(self._review, candidates, verdict, other, self._standing))

    @Slot(object, object)
    def judge_all(self, query: CandidateQuery, verdict: Verdict) -> None:
        """Say the same of all that are listed, but of what was judged one by one."""
        self._carry_out(_judging_all(self._review, query, verdict, self._standing))

    @Slot()
    def undo(self) -> None:
        """Take back what was said last."""
        if self._done:
            self.take_back(self._done[-1])

    def take_back(self, judgement: Judgement) -> None:
        """Take back what was said."""
        if judgement not in self._done:
            return
        self._done.remove(judgement)
        self.undone.emit(TakeBack(judgement, self))
        job = QtJob(_undoing(self._review, judgement, self._standing), self)
        job.succeeded.connect(self._take_back)
        job.failed.connect(self._fail)
        job.ended.connect(job.deleteLater)
        self._writing.submit(job)

    def close(self) -> None:
        """Ask for nothing more."""
        self._reloading.stop()
        for each in (self._listing, self._block, self._sheet):
            each.drop()

    def _carry_out(self, use_case: UseCase) -> None:
        job = QtJob(use_case, self)
        job.progressed.connect(self._show_progress)
        job.succeeded.connect(self._take_judgement)
        job.failed.connect(self._fail)
        job.ended.connect(job.deleteLater)
        self._writing.submit(job)

    @Slot(object)
    def _show_progress(self, progress: Progress) -> None:
        if progress.total and progress.total > 1:
            self._pane.show_said(f"{progress.done:,} of {progress.total:,}: {progress.detail}", undoable=False)

    @Slot(object)
    def _take_judgement(self, result: object) -> None:
        judgement = cast("Judgement", result)
        for problem in judgement.problems:
            self.noticed.emit(Notice(Severity.WARNING, problem, key=problem))
        if judgement.keys:
            self._done.append(judgement)
            self.undoable.emit(TakeBack(judgement, self))
            self._pane.show_judged(judgement)
            self.changed.emit(Changes(facts=frozenset(judgement.facts)))

    @Slot(object)
    def _take_back(self, result: object) -> None:
        judgement, changes = cast("tuple[Judgement, Changes]", result)
        for problem in changes.problems:
            self.noticed.emit(Notice(Severity.WARNING, problem, key=problem))
        self._pane.show_taken_back(judgement, undoable=bool(self._done))
        self.changed.emit(changes)

    # --- what is looked at

    @Slot(object)
    def _want_listing(self, query: CandidateQuery) -> None:
        self._reloading.ask(query.text)

    @Slot(int, int)
    def _fetch_block(self, offset: int, limit: int) -> None:
        self._block.start(_block(self._review, replace(self._pane.query, offset=offset, limit=limit)))

    @Slot(object, int)
    def _fetch_sheet(self, candidate: Candidate, at: int) -> None:
        self._sheet.start(_sheet(self._review, candidate, at))

    @Slot(object)
    def _show_listing(self, result: object) -> None:
        found = cast("Waiting", result)
        self._pane.show_listing(found.count, 0, found.rows, found.left)

    @Slot(object)
    def _show_block(self, result: object) -> None:
        offset, rows = cast("tuple[int, tuple[Candidate, ...]]", result)
        self._pane.show_block(offset, rows)

    @Slot(object)
    def _show_sheet(self, sheet: object) -> None:
        self._pane.show_sheet(cast("CandidateSheet", sheet))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="review"))


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes back what was said in the review."""

    judgement: Judgement
    controller: ReviewController

    def __call__(self) -> None:
        """Do it."""
        self.controller.take_back(self.judgement)


def _listing(review: Review, query: CandidateQuery) -> UseCase:
    def fetch(context: JobContext) -> Waiting:
        left = review.counts(query, context.cancel)
        return Waiting(left[query.kind], review.candidates(replace(query, offset=0, limit=3 * BLOCK), context.cancel), left)

    return fetch


def _block(review: Review, query: CandidateQuery) -> UseCase:
    def fetch(context: JobContext) -> tuple[int, tuple[Candidate, ...]]:
        return query.offset, review.candidates(query, context.cancel)

    return fetch


def _sheet(review: Review, candidate: Candidate, at: int) -> UseCase:
    def fetch(_: JobContext) -> CandidateSheet:
        return review.sheet(candidate, at)

    return fetch


def _judging(review: Review, candidates: tuple[Candidate, ...], verdict: Verdict, other: str, standing: list[Judgement]) -> UseCase:
    def judge(context: JobContext) -> Judgement:
        standing.append(review.judge(context, candidates, verdict, other))
        return standing[-1]

    return judge


def _judging_all(review: Review, query: CandidateQuery, verdict: Verdict, standing: list[Judgement]) -> UseCase:
    def judge(context: JobContext) -> Judgement:
        judged = {key for each in standing for key in each.keys}
        standing.append(review.judge_all(context, query, verdict, judged))
        return standing[-1]

    return judge


def _undoing(review: Review, judgement: Judgement, standing: list[Judgement]) -> UseCase:
    def undo(_: JobContext) -> tuple[Judgement, Changes]:
        changes = review.undo(judgement)
        standing.remove(judgement)
        return judgement, changes

    return undo
