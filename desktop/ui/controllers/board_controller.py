"""Boards of competing hypotheses: fetched, kept at every change, taken back, given out, and their evidence opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.domain.ach import Board, BoardSheet
from desktop.domain.fact import Fact, QuoteState, indexed_id
from desktop.domain.fact_sheet import SourceOnSheet
from desktop.domain.marking import Marking
from desktop.domain.pack import slug
from desktop.domain.reading import OpenRequest
from desktop.ui.controllers import board_fetching as fetching
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.board import BoardDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase
from desktop.ui.notifier import Notice, NoticeAction, Severity

if TYPE_CHECKING:
    from desktop.application.memory.board_exports import BoardExports
    from desktop.application.memory.boards import Boards
    from desktop.application.memory.facts import Memory

SECONDS, UNDO_SECONDS = 8.0, 20.0
FORMS = "Markdown (*.md);;Table (*.csv)"


class BoardController(QObject):
    """Every change is kept at once, by the lane that writes, and can be taken back.

    What is begun while a case is worked on belongs to it.
    """

    open_requested = Signal(str)
    source_opened = Signal(object)  # an OpenRequest
    undo_requested = Signal()
    undoable = Signal(object)
    undone = Signal(object)
    noticed = Signal(object)

    def __init__(
        self,
        boards: Boards,
        exports: BoardExports,
        memory: Memory,
        lane: RunsJobs,
        writing: Writing,
        window: QWidget,
        *,
        changeable: bool,
        parent: QObject | None = None,
    ) -> None:
        """`window` is what the dialog stands before."""
        super().__init__(parent)
        self._boards = boards
        self._exports = exports
        self._memory = memory
        self._writing = writing
        self._window = window
        self._changeable = changeable
        self._case, self._scope = "", ""
        self._at = ("", -1)  # the fact whose source was opened last, and which of them that was
        self.dialog: BoardDialog | None = None
        self._listing, self._reading, self._sources = LatestJob(lane, self), LatestJob(lane, self), LatestJob(lane, self)
        self._listing.succeeded.connect(self._show_boards)
        self._reading.succeeded.connect(self._show_sheet)
        self._sources.succeeded.connect(self._open_source)
        for job in (self._listing, self._reading, self._sources):
            job.failed.connect(self._fail)

    @Slot()
    def show(self) -> None:
        """Show the boards that there are."""
        if self.dialog is None:
            dialog = self.dialog = BoardDialog(self._window)
            dialog.scope_to(self._case)
            dialog.board_wanted.connect(self._read)
            dialog.begin_requested.connect(self._begin)
            dialog.changed.connect(self._keep)
            dialog.open_requested.connect(self._open)
            dialog.source_requested.connect(self._want_source)
            dialog.trash_requested.connect(self._trash)
            dialog.export_requested.connect(self._ask_where)
            dialog.undo_requested.connect(self.undo_requested)
            dialog.scope_chosen.connect(self._choose_scope)
        self.dialog.show()
        self.dialog.raise_()
        self._list()

    def scope_to(self, case: str) -> None:
        """Offer boards and facts of this case, and give it to what is begun; all if it is empty."""
        self._case = self._scope = case
        if self.dialog:
            self.dialog.scope_to(case)
            self._list()

    def close(self) -> None:
        """Ask for nothing more."""
        for job in (self._listing, self._reading, self._sources):
            job.drop()

    def take_back(self, change: TakeBack) -> None:
        """Undo a change of a board."""
        self.undone.emit(change)
        job = self._job(fetching.taking_back(self._boards, change.before, change.after))
        job.succeeded.connect(self._show_taken_back)
        self._writing.submit_look(job)

    def restore(self, board_id: str) -> None:
        """Bring a board back from the trash."""
        self.undone.emit(BringBack(board_id, self))
        job = self._job(fetching.bringing_back(self._boards, board_id))
        job.succeeded.connect(self._tell_restored)
        self._writing.submit_look(job)

    def export(self, board_id: str, target: Path) -> None:
        """Write a board to a file, in the form that its name ends in."""
        job = self._job(fetching.exporting(self._exports, board_id, target))
        job.succeeded.connect(self._tell_written)
        self._writing.submit_look(job)

    # --- what there is

    def _list(self) -> None:
        self._listing.start(fetching.listing(self._boards, self._memory, self._scope))

    @Slot(str)
    def _choose_scope(self, case: str) -> None:
        self._scope = case
        self._list()

    @Slot(object)
    def _show_boards(self, found: object) -> None:
        boards, facts = cast("tuple[tuple[Board, ...], tuple[Fact, ...]]", found)
        if self.dialog:
            self.dialog.show_boards(boards, facts, changeable=self._changeable)

    @Slot(str)
    def _read(self, board_id: str) -> None:
        self._reading.start(fetching.reading(self._boards, board_id))

    @Slot(object)
    def _show_sheet(self, sheet: object) -> None:
        if self.dialog:
            self.dialog.show_sheet(cast("BoardSheet", sheet))

    # --- what evidence rests on

    @Slot(str)
    def _open(self, fact_id: str) -> None:
        self.open_requested.emit(indexed_id(fact_id))

    @Slot(str)
    def _want_source(self, fact_id: str) -> None:
        self._sources.start(fetching.sources(self._boards, fact_id))

    @Slot(object)
    def _open_source(self, found: object) -> None:
        fact_id, sources = cast("tuple[str, tuple[SourceOnSheet, ...]]", found)
        there = [each for each in sources if each.anchor.state is not QuoteState.GONE]
        if not there or not self.dialog:
            self._say("That fact has no source that is still in the vault." if sources else "That fact names no source.")
            return
        place = (self._at[1] + 1) % len(there) if self._at[0] == fact_id else 0
        self._at, each = (fact_id, place), there[place]
        placed = each.anchor.state is not QuoteState.CHANGED
        start, end = (each.anchor.start, each.anchor.end) if placed else (None, None)
        self.source_opened.emit(OpenRequest(each.source.document, start, end, quote=each.source.quote if placed else ""))
        changed = "" if placed else " The quote no longer stands there."
        self._say(f"Source {place + 1} of {len(there)}, shown in the window behind: {each.title}.{changed}")

    def _say(self, text: str) -> None:
        if self.dialog:
            self.dialog.say(text)

    # --- what is changed

    @Slot(str)
    def _begin(self, title: str) -> None:
        job = self._job(fetching.beginning(self._boards, title, self._case))
        job.succeeded.connect(self._show_begun)
        self._writing.submit_look(job)

    @Slot(object)
    def _keep(self, board: Board) -> None:
        job = self._job(fetching.keeping(self._boards, board))
        job.succeeded.connect(self._show_kept)
        self._writing.submit_look(job)

    @Slot(str)
    def _trash(self, board_id: str) -> None:
        job = self._job(fetching.forgetting(self._boards, board_id))
        job.succeeded.connect(self._tell_forgotten)
        self._writing.submit_look(job)

    @Slot(str, str)
    def _ask_where(self, board_id: str, title: str) -> None:
        name, form = QFileDialog.getSaveFileName(self.dialog, "Export the board", f"{slug(title) or 'board'}.md", FORMS)
        if name:
            target = Path(name)
            suffix = ".csv" if "csv" in form and not target.suffix else ""
            self.export(board_id, target.with_name(target.name + suffix))

    def _job(self, use_case: UseCase) -> QtJob:
        """Something that changes a board or gives one out."""
        job = QtJob(use_case, self)
        job.failed.connect(self._fail_keeping)
        job.ended.connect(job.deleteLater)
        return job

    @Slot(object)
    def _show_begun(self, sheet: object) -> None:
        if self.dialog:
            self.dialog.look_anew(cast("BoardSheet", sheet).board.id)

    @Slot(object)
    def _show_kept(self, found: object) -> None:
        before, sheet = cast("tuple[Board, BoardSheet]", found)
        if not before.says_as(sheet.board):
            self.undoable.emit(TakeBack(before, sheet.board, self))
        self._show_sheet(sheet)

    @Slot(object)
    def _show_taken_back(self, found: object) -> None:
        board = cast("Board", found)
        self.noticed.emit(Notice(Severity.SUCCESS, f"“{board.title}” is as it was before.", key="board", seconds=SECONDS))
        if self.dialog:
            self.dialog.look_anew(board.id)

    @Slot(object)
    def _tell_forgotten(self, found: object) -> None:
        board_id, title = cast("tuple[str, str]", found)
        undo = BringBack(board_id, self)
        self.undoable.emit(undo)
        said = f"The board “{title}” was moved to the vault’s trash."
        self.noticed.emit(Notice(Severity.INFO, said, "", (NoticeAction("Undo", undo),), "board", UNDO_SECONDS))
        if self.dialog:
            self._list()
            self.dialog.say(f"{said} Ctrl+Z brings it back.")

    @Slot(object)
    def _tell_restored(self, found: object) -> None:
        board = cast("Board", found)
        self.noticed.emit(Notice(Severity.SUCCESS, f"The board “{board.title}” is back.", key="board", seconds=SECONDS))
        if self.dialog:
            self._list()
            self.dialog.look_anew(board.id)

    @Slot(object)
    def _tell_written(self, found: object) -> None:
        target, marked = cast("tuple[Path, Marking]", found)
        said = f"The board was written to {target}, marked TLP:{marked}."
        self.noticed.emit(Notice(Severity.SUCCESS, said, key="board", seconds=SECONDS))
        self._say(said)

    @Slot(object)
    def _fail_keeping(self, failure: object) -> None:
        self._fail(failure)
        if self.dialog:
            self.dialog.forget()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        notice = describe_failure(failure, key="board")
        self.noticed.emit(notice)
        self._say(f"{notice.text} {notice.hint}")


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Takes back a change of a board."""

    before: Board
    after: Board
    controller: BoardController

    def __call__(self) -> None:
        """Do it."""
        self.controller.take_back(self)


@dataclass(frozen=True, slots=True)
class BringBack:
    """Brings back a board that was moved to the trash."""

    board_id: str
    controller: BoardController

    def __call__(self) -> None:
        """Do it."""
        self.controller.restore(self.board_id)
