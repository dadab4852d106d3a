"""Boards of competing hypotheses: fetched, kept at every change, and their evidence opened."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from desktop.application.job import JobContext
from desktop.application.ports import FactQuery
from desktop.domain.ach import Board, BoardSheet
from desktop.domain.fact import Fact, indexed_id
from desktop.ui.controllers.failures import describe_failure
from desktop.ui.controllers.writing import Writing
from desktop.ui.dialogs.board import BoardDialog
from desktop.ui.jobs.lane import RunsJobs
from desktop.ui.jobs.latest import LatestJob
from desktop.ui.jobs.qt_job import QtJob
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.memory.boards import Boards
    from desktop.application.memory.facts import Memory


class BoardController(QObject):
    """Every change is kept at once, by the lane that writes."""

    open_requested = Signal(str)
    noticed = Signal(object)

    def __init__(
        self,
        boards: Boards,
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
        self._memory = memory
        self._writing = writing
        self._window = window
        self._changeable = changeable
        self.dialog: BoardDialog | None = None
        self._listing, self._reading = LatestJob(lane, self), LatestJob(lane, self)
        self._listing.succeeded.connect(self._show_boards)
        self._reading.succeeded.connect(self._show_sheet)
        for job in (self._listing, self._reading):
            job.failed.connect(self._fail)

    @Slot()
    def show(self) -> None:
        """Show the boards that there are."""
        if self.dialog is None:
            self.dialog = BoardDialog(self._window)
            self.dialog.board_wanted.connect(self._read)
            self.dialog.begin_requested.connect(self._begin)
            self.dialog.changed.connect(self._keep)
            self.dialog.open_requested.connect(self._open)
        self.dialog.show()
        self.dialog.raise_()
        self._listing.start(_listing(self._boards, self._memory))

    def close(self) -> None:
        """Ask for nothing more."""
        for job in (self._listing, self._reading):
            job.drop()

    @Slot(object)
    def _show_boards(self, found: object) -> None:
        boards, facts = cast("tuple[tuple[Board, ...], tuple[Fact, ...]]", found)
        if self.dialog:
            self.dialog.show_boards(boards, facts, changeable=self._changeable)

    @Slot(str)
    def _read(self, board_id: str) -> None:
        self._reading.start(_reading(self._boards, board_id))

    @Slot(object)
    def _show_sheet(self, sheet: object) -> None:
        if self.dialog:
            self.dialog.show_sheet(cast("BoardSheet", sheet))

    @Slot(str)
    def _begin(self, title: str) -> None:
        self._submit(_beginning(self._boards, title))

    @Slot(object)
    def _keep(self, board: Board) -> None:
        self._submit(_keeping(self._boards, board))

    @Slot(str)
    def _open(self, fact_id: str) -> None:
        self.open_requested.emit(indexed_id(fact_id))

    def _submit(self, use_case: UseCase) -> None:
        job = QtJob(use_case, self)
        job.succeeded.connect(self._show_sheet)
        job.failed.connect(self._fail_keeping)
        self._writing.submit_look(job)

    @Slot(object)
    def _fail_keeping(self, failure: object) -> None:
        self._fail(failure)
        if self.dialog:
            self.dialog.forget()

    @Slot(object)
    def _fail(self, failure: object) -> None:
        self.noticed.emit(describe_failure(failure, key="board"))


def _listing(boards: Boards, memory: Memory) -> UseCase:
    def fetch(_: JobContext) -> tuple[tuple[Board, ...], tuple[Fact, ...]]:
        return boards.all(), tuple(row.fact for row in memory.rows(FactQuery()))

    return fetch


def _reading(boards: Boards, board_id: str) -> UseCase:
    def read(_: JobContext) -> BoardSheet:
        return boards.read(board_id)

    return read


def _beginning(boards: Boards, title: str) -> UseCase:
    def begin(_: JobContext) -> BoardSheet:
        return boards.read(boards.begin(title).id)

    return begin


def _keeping(boards: Boards, board: Board) -> UseCase:
    def keep(_: JobContext) -> BoardSheet:
        return boards.read(boards.keep(board).id)

    return keep
