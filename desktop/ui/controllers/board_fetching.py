"""What the controller of boards has done on the lanes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from desktop.application.job import JobContext
from desktop.application.ports import FactQuery
from desktop.domain.ach import Board, BoardSheet
from desktop.domain.fact import Fact
from desktop.domain.fact_sheet import SourceOnSheet
from desktop.domain.marking import Marking
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.memory.board_exports import BoardExports
    from desktop.application.memory.boards import Boards
    from desktop.application.memory.facts import Memory


def listing(boards: Boards, memory: Memory, case: str) -> UseCase:
    """The boards there are and the facts that may be evidence, of a case or all."""
    query = FactQuery(tags=(case,)) if case else FactQuery()

    def fetch(_: JobContext) -> tuple[tuple[Board, ...], tuple[Fact, ...]]:
        return boards.all(case), tuple(row.fact for row in memory.rows(query))

    return fetch


def reading(boards: Boards, board_id: str) -> UseCase:
    """A board as it is kept."""

    def read(_: JobContext) -> BoardSheet:
        return boards.read(board_id)

    return read


def sources(boards: Boards, fact_id: str) -> UseCase:
    """Where a piece of evidence was taken from."""

    def fetch(_: JobContext) -> tuple[str, tuple[SourceOnSheet, ...]]:
        return fact_id, boards.sources(fact_id)

    return fetch


def beginning(boards: Boards, title: str, case: str) -> UseCase:
    """A new board."""

    def begin(_: JobContext) -> BoardSheet:
        return boards.read(boards.begin(title, case).id)

    return begin


def keeping(boards: Boards, board: Board) -> UseCase:
    """A board as it was before, and as it is kept now."""

    def keep(_: JobContext) -> tuple[Board, BoardSheet]:
        before = boards.read(board.id).board
        return before, boards.read(boards.keep(board).id)

    return keep


def taking_back(boards: Boards, before: Board, after: Board) -> UseCase:
    """A board as it was before a change."""

    def take_back(_: JobContext) -> Board:
        return boards.put_back(before, after)

    return take_back


def forgetting(boards: Boards, board_id: str) -> UseCase:
    """What was moved to the trash: the id of a board, and what it is called."""

    def forget(_: JobContext) -> tuple[str, str]:
        return board_id, boards.forget(board_id)

    return forget


def bringing_back(boards: Boards, board_id: str) -> UseCase:
    """A board that is back from the trash."""

    def bring_back(_: JobContext) -> Board:
        boards.restore(board_id)
        return boards.read(board_id).board

    return bring_back


def exporting(exports: BoardExports, board_id: str, target: Path) -> UseCase:
    """Where a board was written to, and how it is marked."""

    def export(_: JobContext) -> tuple[Path, Marking]:
        return target, exports.export(board_id, target)

    return export
