"""What is kept: the history, saved searches that may watch, threads, pinned passages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QInputDialog

from desktop.application.job import JobContext
from desktop.domain.errors import UsageError
from desktop.domain.passage import Passage, Query
from desktop.domain.reading import OpenRequest
from desktop.domain.saved_search import PastSearch, PinnedPassage, SavedSearch, Watch
from desktop.domain.thread import Thread, ThreadHead
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.kept import Kept, Subject
from desktop.ui.models.results import place
from desktop.ui.notifier import Notice, Severity
from desktop.ui.panes.search import SearchPane

if TYPE_CHECKING:
    from desktop.application.services import SearchDesk

SECONDS = 8.0


class KeepingController(QObject):
    """Reads and changes what is kept, one after the other on one lane; what watches is looked through on another.

    These are small files of their own: unlike documents they need not wait for an import to end.
    """

    noticed = Signal(object)
    news_changed = Signal(int)
    open_requested = Signal(object)
    thread_opened = Signal(object)
    thread_forgotten = Signal(str)

    def __init__(
        self, pane: SearchPane, desk: SearchDesk, lane: RunsJobs, slow: RunsJobs, *, writable: bool, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._pane = pane
        self._desk = desk
        self._writable = writable
        self._case = ""
        self._kept = Kept()
        self._changing = EachJob(lane, self)
        self._changing.succeeded.connect(self._take_change)
        self._changing.failed.connect(self._fail)
        self._reading = LatestJob(lane, self)
        self._reading.succeeded.connect(self._show)
        self._reading.failed.connect(self._fail)
        self._opening = LatestJob(lane, self)
        self._opening.succeeded.connect(self.thread_opened)
        self._opening.failed.connect(self._fail)
        self._watching = LatestJob(slow, self)
        self._watching.succeeded.connect(self._show_news)
        self._watching.failed.connect(self._fail)
        self._connect()
        pane.allow_changes(writable)

    def begin(self) -> None:
        """Show what is kept."""
        self.reload()
        self.look()

    def scope_to(self, case: str) -> None:
        """Show only what was kept of this case, as far as it can be told; everything if it is empty."""
        if case != self._case:
            self._case = case
            self._pane.show_kept(self._kept.of_case(case))

    @Slot()
    def reload(self) -> None:
        """Show what is kept now."""
        self._reading.start(_reading(self._desk))

    @Slot()
    def look(self) -> None:
        """Look for new documents that match what watches."""
        self._watching.start(self._desk.saved.watches)

    def close(self) -> None:
        """Ask for nothing more."""
        self._reading.drop()
        self._opening.drop()
        self._watching.drop()
        self._changing.drop()

    def _connect(self) -> None:
        pane, kept = self._pane, self._pane.kept
        pane.used.connect(self._remember)
        pane.save_requested.connect(self._save)
        pane.pin_requested.connect(self._pin)
        kept.chosen.connect(self._open)
        kept.forget_wanted.connect(self._forget)
        kept.rename_wanted.connect(self._rename)
        kept.watch_wanted.connect(self._watch)
        kept.clear_wanted.connect(self._clear)

    # --- what the person does

    @Slot(object, int)
    def _remember(self, query: Query, hits: int) -> None:
        if self._writable:
            self._change(lambda _: self._desk.history.remember(query, hits))

    @Slot(object, str, bool, str)
    def _save(self, query: Query, name: str, watched: bool, note: str) -> None:
        said = f"The search was saved as “{name}”." + (" It counts new documents that match." if watched else "")
        self._change(lambda context: self._desk.saved.save(context, name, query, watched=watched, note=note), said)

    @Slot(object, bool)
    def _pin(self, passage: Passage, pinned: bool) -> None:
        if pinned:
            text = self._pane.query.text
            self._change(lambda _: self._desk.pins.pin(passage.document_id, passage.start, passage.end, query=text))
        else:
            for each in self._kept.pins:
                if (each.pin.document_id, each.pin.start, each.pin.end) == place(passage):
                    self._unpin(each)

    @Slot(object)
    def _open(self, subject: Subject) -> None:
        match subject:
            case SavedSearch():
                self._open_saved(subject)
            case PastSearch():
                self._pane.show_query(subject.query)
            case ThreadHead():
                self._opening.start(_opening(self._desk, subject.id))
            case PinnedPassage(_, passage) if passage:
                self.open_requested.emit(OpenRequest(passage.document_id, passage.start, passage.end, passage.page, passage.text))
            case PinnedPassage(pin):
                said = f"The words that were pinned no longer stand in “{pin.title}”."
                self.noticed.emit(Notice(Severity.WARNING, said, f"They were: {pin.quote}", key="pin", made_of=(pin.document_id,)))

    def _open_saved(self, search: SavedSearch) -> None:
        """Search it again; where documents came that match, in these first."""
        new = self._kept.news.get(search.name, ())
        filters = replace(search.query.filters, documents=new) if new else search.query.filters
        self._pane.show_query(replace(search.query, filters=filters))
        if new and self._writable:
            self._show_news(tuple(Watch(each, ()) for each in self._kept.saved if each.name == search.name), keep=True)
            self._change(lambda context: self._desk.saved.looked(context, search.name))

    @Slot(object)
    def _forget(self, subject: SavedSearch | PinnedPassage | ThreadHead) -> None:
        if isinstance(subject, PinnedPassage):
            self._unpin(subject)
        elif isinstance(subject, ThreadHead):
            self.thread_forgotten.emit(subject.id)
            self._change(lambda _: self._desk.threads.forget(subject.id), f"“{subject.title}” was moved to the trash.")
        else:
            self._change(lambda _: self._desk.saved.remove(subject.name))

    def _unpin(self, pinned: PinnedPassage) -> None:
        self._change(lambda _: self._desk.pins.unpin(pinned.pin.id))

    @Slot(object)
    def _rename(self, search: SavedSearch) -> None:
        name, given = QInputDialog.getText(self._pane, "Rename the saved search", "Name", text=search.name)
        if given and name.strip() and name != search.name:
            self._change(lambda _: self._desk.saved.rename(search.name, name))

    @Slot(object, bool)
    def _watch(self, search: SavedSearch, watched: bool) -> None:
        self._change(lambda context: self._desk.saved.watch(context, search.name, watched=watched))

    @Slot()
    def _clear(self) -> None:
        self._change(lambda _: self._desk.history.clear())

    # --- inside

    def _change(self, change: Callable[[JobContext], object], said: str = "") -> None:
        self._changing.start(_changing(change, self._desk, said))

    @Slot(object)
    def _take_change(self, changed: object) -> None:
        kept, said = cast("tuple[Kept, str]", changed)
        self._show(kept)
        if said:
            self.noticed.emit(Notice(Severity.SUCCESS, said, key="kept", seconds=SECONDS))

    @Slot(object)
    def _show(self, kept: object) -> None:
        before = {each.name for each in self._kept.saved if each.watched}
        self._kept = replace(cast("Kept", kept), news=self._kept.news)
        watched = {each.name for each in self._kept.saved if each.watched}
        self._pane.show_kept(self._kept.of_case(self._case))
        if before - watched or watched - before:
            self.look()

    @Slot(object)
    def _show_news(self, watches: object, *, keep: bool = False) -> None:
        """What came, by search; with `keep`, of the others what is known already."""
        told = {each.search.name: each.documents for each in cast("tuple[Watch, ...]", watches)}
        news = {**(self._kept.news if keep else {}), **told}
        self._kept = replace(self._kept, news={name: documents for name, documents in news.items() if documents})
        self._pane.show_kept(self._kept.of_case(self._case))
        self.news_changed.emit(sum(map(len, self._kept.news.values())))

    @Slot(object)
    def _fail(self, failure: object) -> None:
        if isinstance(failure, UsageError):  # said for the command line, which names what to type
            failure = UsageError(failure.message)
        self.noticed.emit(describe_failure(failure, key="kept"))


def _kept_of(desk: SearchDesk) -> Kept:
    return Kept(desk.saved.all(), desk.history.all(), desk.pins.all(), threads=desk.threads.all())


def _reading(desk: SearchDesk) -> UseCase:
    def read(_: JobContext) -> Kept:
        return _kept_of(desk)

    return read


def _opening(desk: SearchDesk, thread_id: str) -> UseCase:
    def read(_: JobContext) -> Thread:
        return desk.threads.read(thread_id)

    return read


def _changing(change: Callable[[JobContext], object], desk: SearchDesk, said: str) -> UseCase:
    def change_and_read(context: JobContext) -> tuple[Kept, str]:
        change(context)
        return _kept_of(desk), said

    return change_and_read
