"""Boards of competing hypotheses: kept, opened with what their evidence says today, recorded."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from desktop.application.gate import MarkingGate
from desktop.application.memory.facts import Memory
from desktop.application.ports import AuditEntry, AuditLog
from desktop.application.ports.boards import BoardStore
from desktop.domain.ach import Board, BoardSheet, TrashedBoard, named_board
from desktop.domain.changes import Changes
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import indexed_id, new_fact_id
from desktop.domain.fact_sheet import SourceOnSheet


def _now() -> datetime:
    return datetime.now(UTC)


class Boards:
    """What the window asks for."""

    def __init__(self, store: BoardStore, memory: Memory, gate: MarkingGate, audit: AuditLog, clock: Callable[[], datetime] = _now) -> None:
        self._store = store
        self._memory = memory
        self._gate = gate
        self._audit = audit
        self._clock = clock

    def all(self, case: str = "") -> tuple[Board, ...]:
        """Every board, the one changed last first; with a case, those that belong to it."""
        return tuple(each for each in self._store.all() if not case or each.case == case)

    def read(self, board_id: str) -> BoardSheet:
        """A board with what its evidence is called today, marked as its evidence is; UsageError if there is none."""
        board = self._store.read(board_id)
        names, warnings = {}, []
        for each in board.evidence:
            try:
                names[each.fact_id] = self._memory.read(each.fact_id).fact.name
            except (FactNotFound, UsageError):
                warnings.append(f"The fact {each.fact_id} is not in the vault any more; it still counts as it was rated.")
        marking = self._gate.effective([indexed_id(each) for each in names])
        return BoardSheet(board, names, marking, tuple(warnings))

    def sources(self, fact_id: str) -> tuple[SourceOnSheet, ...]:
        """Where a piece of evidence was taken from, as it stands there today; FactNotFound if it is gone."""
        return self._memory.sheet(fact_id).sources

    def begin(self, title: str, case: str = "") -> Board:
        """A new board, of a case unless that is empty; UsageError without a title."""
        title = " ".join(title.split())
        if not title:
            raise UsageError("A board needs a question.", "Write what you want to find out.")
        return self.keep(Board(new_fact_id(title, secrets.token_hex(4)), title, case=case))

    def keep(self, board: Board) -> Board:
        """Write a board as it is now; raises StorageProblem."""
        kept = replace(board, updated_at=f"{self._clock().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")
        digest = self._store.write(kept)
        self._audit.append("board", named_board(board.id), after=digest)
        return kept

    def put_back(self, before: Board, after: Board) -> Board:
        """Undo a change: write a board as it was before, if it still is as it was after; UsageError if it was changed since."""
        if not self._store.read(after.id).says_as(after):
            raise UsageError(
                f"“{after.title}” was changed since, so that change is not taken back.", "Change the board as it shall be, on the board."
            )
        return self.keep(before)

    def forget(self, board_id: str) -> str:
        """Move a board to the trash; returns what it is called."""
        title = next((each.title for each in self._store.all() if each.id == board_id), board_id)
        self._store.trash(board_id)
        self._audit.append("delete", named_board(board_id), title=title)
        return title

    def restore(self, *board_ids: str) -> Changes:
        """Bring boards back from the trash; raises the first failure if none could be brought back."""
        restored, failures = set[str](), list[UsageError]()
        for each in board_ids:
            try:
                self._store.restore(each)
            except UsageError as failure:
                failures.append(failure)
                continue
            self._audit.append("restore", named_board(each))
            restored.add(each)
        if failures and not restored:
            raise failures[0]
        return Changes(problems=tuple(f"{each.message} {each.hint}".strip() for each in failures), boards=frozenset(restored))

    def trashed(self) -> tuple[TrashedBoard, ...]:
        """What is in the trash, newest first."""
        return self._store.trashed()

    def empty_trash(self, board_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many boards that were."""
        chosen = [each for each in self._store.trashed() if board_ids is None or each.board_id in board_ids]
        removed = self._store.empty_trash(board_ids)
        self._audit.append_all(
            [AuditEntry("remove", named_board(each.board_id), {"title": each.title, "bytes": each.size}) for each in chosen]
        )
        return removed
