"""The port of the boards on which hypotheses are weighed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop.domain.ach import Board, TrashedBoard


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

    def trash(self, board_id: str) -> None:
        """Move a board to the trash; UsageError if there is none."""
        ...

    def restore(self, board_id: str) -> None:
        """Bring a board back from the trash; UsageError if it is not there, or a board of this id is there again."""
        ...

    def trashed(self) -> tuple[TrashedBoard, ...]:
        """What is in the trash, newest first."""
        ...

    def empty_trash(self, board_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many that were."""
        ...
