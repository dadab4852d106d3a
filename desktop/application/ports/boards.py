"""The port of the boards on which hypotheses are weighed."""

from __future__ import annotations

from typing import Protocol

from desktop.domain.ach import Board


class BoardStore(Protocol):
    """Boards as files of the vault."""

    def all(self) -> tuple[Board, ...]:
        """Every board that can be read, the one changed last first."""
        ...

    def read(self, board_id: str) -> Board:
        """A board; UsageError if there is none, or its file makes no sense."""
        ...

    def write(self, board: Board) -> str:
        """Keep a board; returns the hash of its file. Raises StorageProblem."""
        ...
