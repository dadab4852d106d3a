"""Boards of competing hypotheses: kept, opened with what their evidence says today, recorded."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from desktop.application.gate import MarkingGate
from desktop.application.memory.facts import Memory
from desktop.application.ports import AuditLog
from desktop.application.ports.boards import BoardStore
from desktop.domain.ach import Board, BoardSheet
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import indexed_id, new_fact_id


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

    def all(self) -> tuple[Board, ...]:
        """Every board, the one changed last first."""
        return self._store.all()

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

    def begin(self, title: str) -> Board:
        """A new board; UsageError without a title."""
        title = " ".join(title.split())
        if not title:
            raise UsageError("A board needs a question.", "Write what you want to find out.")
        return self.keep(Board(new_fact_id(title, secrets.token_hex(4)), title))

    def keep(self, board: Board) -> Board:
        """Write a board as it is now; raises StorageProblem."""
        kept = replace(board, updated_at=f"{self._clock().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}")
        digest = self._store.write(kept)
        self._audit.append("board", f"boards/{board.id}", after=digest)
        return kept
