"""The memory pane: fetches what is looked at, keeps what is written, and takes it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.application.ports import FactQuery
from desktop.domain.changes import Changes
from desktop.domain.errors import FactNotFound
from desktop.domain.fact import Fact, FactDraft, FactStatus, FactView
from desktop.domain.fact_sheet import FactListing, FactRow, FactSheet
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.reloading import Reloading
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.blocks_model import BLOCK
from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.panes.memory import MemoryPane

if TYPE_CHECKING:
    from desktop.application.memory.facts import Memory
    from desktop.application.memory.history import FactHistory

SAID_SECONDS, UNDO_SECONDS = 8.0, 20.0


@dataclass(frozen=True, slots=True)
class Listed:
    """Rows from `offset` on, of a list of `count`, with how many there are in every view."""

    offset: int
    rows: tuple[FactRow, ...]
    count: int
    counts: dict[FactView, int]
    today: str
    tags: tuple[str, ...] = ()


class MemoryController(QObject):
    """Answers the memory pane, and reloads it when facts, or documents that they quote, have changed."""

    undoable = Signal(object)
    undone = Signal(object)
    changed = Signal(object)
    noticed = Signal(object)

    def __init__(
        self, pane: MemoryPane, memory: Memory, history: FactHistory, lane: RunsJobs, writing: Writing, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._memory = memory
        self._history = history
        self._lane = lane
        self._writing = writing
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
        self._connect(pane)

    def scope_to(self, case: str) -> None:
        """List only what carries the tag of this case, and give it to what is new; everything if it is empty."""
        self._pane.scope_to(case)
        self.reload()

    @Slot()
    def reload(self) -> None:
        """Count and fetch anew what the pane looks at."""
        self._block.drop()
        listing = self._pane.listing
        self._reloading.begin(listing.text)
        first = max(0, listing.first_row // BLOCK - 1) * BLOCK
        self._listing.start(_listing(self._memory, _query(listing, first, 3 * BLOCK)))

    def take_changes(self, changes: Changes) -> None:
        """Reload soon what other parts of the window changed; a document that goes may take a source with it."""
        if not changes:
            return
        self._reloading.change()
        if self._pane.shown_fact and not self._pane.unsaved:
            self.show_fact(self._pane.shown_fact)

    @Slot(str)
    def show_fact(self, fact_id: str) -> None:
        """Show one fact."""
        self._sheet.start(_sheet(self._memory, self._history, fact_id))

    def undo(self, fact_ids: tuple[str, ...]) -> None:
        """Take back what was last done to these facts."""
        self.undone.emit(Undo(fact_ids, self))
        self._submit(_undoing(self._history, fact_ids), "Taken back.", undoes=True)

    def close(self) -> None:
        """Ask for nothing more."""
        self._reloading.stop()
        for each in (self._listing, self._block, self._sheet):
            each.drop()

    def _connect(self, pane: MemoryPane) -> None:
        pane.listing_wanted.connect(self._want_listing)
        pane.block_wanted.connect(self._fetch_block)
        pane.sheet_wanted.connect(self.show_fact)
        pane.remember_requested.connect(self._remember)
        pane.save_requested.connect(self._save)
        pane.forget_requested.connect(self._forget)
        pane.decide_requested.connect(self._decide)
        pane.supersede_requested.connect(self._supersede)
        pane.keep_requested.connect(self._keep)
        pane.version_requested.connect(self._bring_back)

    # --- what is looked at

    @Slot(object)
    def _want_listing(self, listing: FactListing) -> None:
        self._reloading.ask(listing.text)

    @Slot(int, int)
    def _fetch_block(self, offset: int, limit: int) -> None:
        self._block.start(_block(self._memory, _query(self._pane.listing, offset, limit)))

    @Slot(object)
    def _show_listing(self, listed: Listed) -> None:
        self._pane.show_listing(listed.count, listed.offset, listed.rows, listed.counts, listed.today, listed.tags)

    @Slot(object)
    def _show_block(self, found: tuple[int, tuple[FactRow, ...]]) -> None:
        self._pane.show_block(*found)

    @Slot(object)
    def _show_sheet(self, sheet: object) -> None:
        self._pane.show_sheet(cast("FactSheet", sheet))

    # --- what is changed

    @Slot(object)
    def _remember(self, draft: FactDraft) -> None:
        self._submit(_remembering(self._memory, draft), "Remembered, and found by search.", written=True)

    @Slot(object, str, str)
    def _save(self, fact: Fact, text: str, begun_from: str) -> None:
        self._submit(_saving(self._memory, fact, text, begun_from), "Saved.", written=True)

    @Slot(object)
    def _forget(self, fact_ids: tuple[str, ...]) -> None:
        self._submit(_forgetting(self._memory, fact_ids), "Moved to the vault’s trash.")

    @Slot(object, object)
    def _decide(self, fact_ids: tuple[str, ...], status: FactStatus) -> None:
        self._submit(_deciding(self._memory, fact_ids, status), "Accepted." if status is FactStatus.ACCEPTED else "Rejected.")

    @Slot(str, str)
    def _supersede(self, old: str, new: str) -> None:
        self._submit(_superseding(self._memory, old, new), "Superseded. Both facts stay, linked with each other.")

    @Slot(object)
    def _keep(self, fact_ids: tuple[str, ...]) -> None:
        self._submit(_keeping(self._memory, fact_ids), "Both hold: they no longer count as contradicting.")

    @Slot(str, str)
    def _bring_back(self, fact_id: str, sha256: str) -> None:
        self._submit(_bringing_back(self._memory, fact_id, sha256), "That version is the present one again.")

    def _submit(self, use_case: UseCase, said: str, *, written: bool = False, undoes: bool = False) -> None:
        doing = Doing(said, self._pane if written else None, self, undoes=undoes)
        doing.changed.connect(self._take_own_changes)
        doing.undoable.connect(self.undoable)
        doing.noticed.connect(self.noticed)
        doing.start(use_case, self._writing)

    @Slot(object)
    def _take_own_changes(self, changes: Changes) -> None:
        self.changed.emit(changes)
        self.reload()
        if self._pane.shown_fact in changes.facts and not self._pane.unsaved:
            self._sheet.start(_sheet(self._memory, self._history, self._pane.shown_fact))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        if isinstance(failure, FactNotFound):  # it was forgotten meanwhile
            self._pane.close_sheet()
            return
        self.noticed.emit(describe_failure(failure, key="memory"))


class Doing(QObject):
    """One change of facts, told with the offer to take it back."""

    changed = Signal(object)
    undoable = Signal(object)
    noticed = Signal(object)

    def __init__(self, said: str, pane: MemoryPane | None, parent: MemoryController, *, undoes: bool = False) -> None:
        """`pane` is the one that shows what was written, if something was; what `undoes` another change is not taken back itself."""
        super().__init__(parent)
        self._said = said
        self._pane = pane
        self._controller = parent
        self._undoes = undoes

    def start(self, use_case: UseCase, writing: Writing) -> None:
        """Ask for it to be done."""
        job = QtJob(use_case, self)
        job.succeeded.connect(self._succeed)
        job.failed.connect(self._fail)
        job.ended.connect(self.deleteLater)
        writing.submit(job)

    @Slot(object)
    def _succeed(self, result: object) -> None:
        changes = cast("Changes", result)
        for problem in changes.problems:
            self.noticed.emit(Notice(Severity.WARNING, problem, key=problem))
        if not changes:
            return
        if self._pane:
            self._pane.end_editing(next(iter(changes.facts)))
        self.changed.emit(changes)
        actions: tuple[NoticeAction, ...] = ()
        if not self._undoes:
            undo = Undo(tuple(sorted(changes.facts)), self._controller)
            actions = (NoticeAction("Undo", undo),)
            self.undoable.emit(undo)
        self.noticed.emit(Notice(Severity.SUCCESS, self._said, "", actions, "memory", UNDO_SECONDS, made_of=()))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="memory"))


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back what was last done to some facts."""

    fact_ids: tuple[str, ...]
    controller: MemoryController

    def __call__(self) -> None:
        """Do it."""
        self.controller.undo(self.fact_ids)


def _query(listing: FactListing, offset: int, limit: int) -> FactQuery:
    return FactQuery(
        listing.text,
        listing.view,
        tags=(listing.tag,) if listing.tag else (),
        sort=listing.sort,
        descending=listing.descending,
        offset=offset,
        limit=limit,
    )


def _listing(memory: Memory, query: FactQuery) -> UseCase:
    def fetch(_: JobContext) -> Listed:
        rows = memory.rows(query)
        counts = {view: memory.count(replace(query, view=view, text="")) for view in FactView}
        return Listed(query.offset, rows, memory.count(query), counts, memory.today, memory.tags())

    return fetch


def _block(memory: Memory, query: FactQuery) -> UseCase:
    def fetch(_: JobContext) -> tuple[int, tuple[FactRow, ...]]:
        return query.offset, memory.rows(query)

    return fetch


def _sheet(memory: Memory, history: FactHistory, fact_id: str) -> UseCase:
    def fetch(_: JobContext) -> FactSheet:
        return replace(memory.sheet(fact_id), events=history.of(fact_id))

    return fetch


def _remembering(memory: Memory, draft: FactDraft) -> UseCase:
    def remember(_: JobContext) -> Changes:
        return Changes(facts=frozenset({memory.remember(draft).fact.id}))

    return remember


def _saving(memory: Memory, fact: Fact, text: str, begun_from: str) -> UseCase:
    def save(_: JobContext) -> Changes:
        return memory.edit(fact, text, begun_from=begun_from)

    return save


def _forgetting(memory: Memory, fact_ids: tuple[str, ...]) -> UseCase:
    return _changing(lambda: memory.forget(*fact_ids))


def _deciding(memory: Memory, fact_ids: tuple[str, ...], status: FactStatus) -> UseCase:
    return _changing(lambda: memory.decide(fact_ids, status))


def _superseding(memory: Memory, old: str, new: str) -> UseCase:
    return _changing(lambda: memory.supersede(old, new))


def _keeping(memory: Memory, fact_ids: tuple[str, ...]) -> UseCase:
    return _changing(lambda: memory.keep_both(fact_ids))


def _bringing_back(memory: Memory, fact_id: str, sha256: str) -> UseCase:
    return _changing(lambda: memory.put_back(fact_id, sha256))


def _undoing(history: FactHistory, fact_ids: tuple[str, ...]) -> UseCase:
    return _changing(lambda: history.undo_all(fact_ids))


def _changing(change: Callable[[], Changes]) -> UseCase:
    def carry_out(_: JobContext) -> Changes:
        return change()

    return carry_out
