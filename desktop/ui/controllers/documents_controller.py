"""The document list: fetches the rows that are looked at, deletes, and undoes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot

from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery
from desktop.domain.changes import Changes
from desktop.domain.document import DocumentSummary
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.reloading import Reloading
from desktop.ui.controllers.writing import Writing
from desktop.ui.jobs.each import EachJob
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.models.blocks_model import BLOCK
from desktop.ui.notifier import Notice, NoticeAction, Severity
from desktop.ui.panes.documents import DocumentsPane, Listing

if TYPE_CHECKING:
    from desktop.application.library import Library

UNDO_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows from `offset` on, of a list of `count` (None where it was not counted)."""

    offset: int
    rows: tuple[DocumentSummary, ...]
    count: int | None = None


class DocumentsController(QObject):
    """Answers the documents pane, and reloads it when documents have changed."""

    changed = Signal(object)
    noticed = Signal(object)
    undoable = Signal(object)
    undone = Signal(object)

    def __init__(self, pane: DocumentsPane, library: Library, lane: RunsJobs, writing: Writing, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._library = library
        self._writing = writing
        self._case = ""
        self._blocks = EachJob(lane, self)
        self._blocks.succeeded.connect(self._show_block)
        self._blocks.failed.connect(self._fail)
        self._listing = LatestJob(lane, self)
        self._listing.succeeded.connect(self._show_listing)
        self._listing.failed.connect(self._fail)
        self._reloading = Reloading(self)
        self._reloading.due.connect(self.reload)
        pane.listing_wanted.connect(self._want_listing)
        pane.block_wanted.connect(self._fetch_block)
        pane.delete_requested.connect(self.delete)
        pane.too_much_selected.connect(self._refuse_unseen)

    def scope_to(self, case: str) -> None:
        """List only what carries the tag of this case; everything if it is empty."""
        if case != self._case:
            self._case = case
            self._pane.show_case(case)
            self.reload()

    @Slot()
    def reload(self) -> None:
        """Count and fetch anew what the pane looks at."""
        self._blocks.drop()
        listing = self._pane.listing
        self._reloading.begin(listing.text)
        first = max(0, listing.first_row // BLOCK - 1) * BLOCK
        self._listing.start(_listing(self._library, _query(listing, self._case, first, 3 * BLOCK)))

    @Slot(object)
    def take_changes(self, changes: Changes) -> None:
        """Reload soon; many changes in a row make one reload."""
        if changes:
            self._reloading.change()

    @Slot(object)
    def delete(self, document_ids: tuple[str, ...]) -> None:
        """Move documents to the vault's trash, and offer to bring them back."""
        if self._writing.busy:
            self.noticed.emit(
                Notice(
                    Severity.INFO,
                    f"{_documents(len(document_ids))} will be deleted when the import is done.",
                    seconds=8.0,
                    key="delete",
                    made_of=(),
                )
            )
        self._run("delete", document_ids)

    @Slot(object)
    def restore(self, document_ids: tuple[str, ...]) -> None:
        """Bring documents back from the trash."""
        self.undone.emit(Undo(document_ids, self))
        said = f"{_documents(len(document_ids))} will be back in a moment."
        self.noticed.emit(Notice(Severity.INFO, said, key="delete", seconds=UNDO_SECONDS, made_of=()))
        self._run("restore", document_ids)

    def close(self) -> None:
        """Ask for nothing more."""
        self._reloading.stop()
        self._listing.drop()

    def _run(self, action: str, document_ids: tuple[str, ...]) -> None:
        moving = Moving(action, self)
        moving.changed.connect(self._take_own_changes)
        moving.noticed.connect(self.noticed)
        moving.left_in_trash.connect(self._keep_deleted)
        moving.start(self._library, document_ids, self._writing)

    @Slot(object)
    def _keep_deleted(self, document_ids: tuple[str, ...]) -> None:
        self.undoable.emit(Undo(document_ids, self))

    @Slot(object)
    def _take_own_changes(self, changes: Changes) -> None:
        self.changed.emit(changes)
        self.reload()

    @Slot(object)
    def _want_listing(self, listing: Listing) -> None:
        self._reloading.ask(listing.text)

    @Slot(int, int)
    def _fetch_block(self, offset: int, limit: int) -> None:
        self._blocks.start(_block(self._library, _query(self._pane.listing, self._case, offset, limit)))

    @Slot(object)
    def _show_listing(self, rows: Rows) -> None:
        self._pane.show_listing(rows.count or 0, rows.offset, rows.rows)

    @Slot(object)
    def _show_block(self, rows: Rows) -> None:
        self._pane.show_block(rows.offset, rows.rows)

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="documents"))

    @Slot()
    def _refuse_unseen(self) -> None:
        self.noticed.emit(
            Notice(
                Severity.WARNING,
                "The selection reaches beyond the rows that were shown, so nothing was done.",
                "Filter the list, or select fewer rows.",
                key="delete",
                made_of=(),
            )
        )


class Moving(QObject):
    """One deletion, or one undoing of it: some documents to the trash or back."""

    changed = Signal(object)
    noticed = Signal(object)
    left_in_trash = Signal(object)

    def __init__(self, action: str, parent: QObject) -> None:
        super().__init__(parent)
        self._action = action
        self._moved: list[str] = []
        self._asked: tuple[str, ...] = ()

    def start(self, library: Library, document_ids: tuple[str, ...], writing: Writing) -> None:
        """Ask for it to be done."""
        self._asked = document_ids
        job = QtJob(_moving(library.delete if self._action == "delete" else library.restore, document_ids))
        job.partial.connect(self._take_moved)
        job.failed.connect(self._fail)
        job.ended.connect(self._end)
        writing.submit(job)

    @Slot(object)
    def _take_moved(self, document_ids: tuple[object, ...]) -> None:
        self._moved += [str(each) for each in document_ids]

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure))

    @Slot()
    def _end(self) -> None:
        moved = tuple(self._moved)
        in_trash = moved if self._action == "delete" else tuple(each for each in self._asked if each not in moved)
        if in_trash:
            self.left_in_trash.emit(in_trash)
        if moved:
            self.changed.emit(Changes(frozenset(moved)))
            self.noticed.emit(self._notice(moved))
        self.deleteLater()

    def _notice(self, moved: tuple[str, ...]) -> Notice:
        of = f" of {len(self._asked):,}" if len(moved) < len(self._asked) else ""
        if self._action == "restore":
            return Notice(Severity.SUCCESS, f"{_documents(len(moved))}{of} restored.", seconds=8.0, key="delete", made_of=())
        undo = NoticeAction("Undo", Undo(moved, cast("DocumentsController", self.parent())))
        return Notice(
            Severity.INFO, f"{_documents(len(moved))}{of} moved to the vault’s trash.", "", (undo,), "delete", UNDO_SECONDS, made_of=()
        )


@dataclass(frozen=True, slots=True)
class Undo:
    """Brings back what a deletion took."""

    document_ids: tuple[str, ...]
    controller: DocumentsController

    def __call__(self) -> None:
        """Do it."""
        self.controller.restore(self.document_ids)


def _documents(count: int) -> str:
    return "1 document" if count == 1 else f"{count:,} documents"


def _query(listing: Listing, case: str, offset: int, limit: int) -> DocumentQuery:
    tags = (case,) if case else ()
    return DocumentQuery(listing.text, listing.sort, listing.descending, offset, limit, listing.container, tags)


def _listing(library: Library, query: DocumentQuery) -> UseCase:
    def fetch(_: JobContext) -> Rows:
        return Rows(query.offset, library.rows(query), library.count(query))

    return fetch


def _block(library: Library, query: DocumentQuery) -> UseCase:
    def fetch(_: JobContext) -> Rows:
        return Rows(query.offset, library.rows(query))

    return fetch


def _moving(move: Callable[[str], Changes], document_ids: tuple[str, ...]) -> UseCase:
    def move_each(context: JobContext) -> None:
        for document_id in document_ids:
            context.cancel.raise_if_cancelled()
            move(document_id)
            context.emit(document_id)

    return move_each
