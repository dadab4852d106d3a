"""The port of the threads of a vault, which are files like its documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.domain.marking import Marking
from desktop.domain.thread import Thread, ThreadHead, Turn


@dataclass(frozen=True, slots=True)
class TrashedThread:
    """A thread in the trash: its id, its title, when it was deleted (ISO 8601), bytes on disk."""

    thread_id: str
    title: str
    deleted_at: str
    size: int


class ThreadStore(Protocol):
    """Threads, each in a Markdown file of its own.

    Reading raises ThreadNotFound, and StorageProblem where a file cannot be read. Writing raises StorageProblem, and VaultLocked
    where another process writes the vault.
    """

    def heads(self) -> tuple[ThreadHead, ...]:
        """Every thread, the one that was last gone on with first."""
        ...

    def read(self, thread_id: str) -> Thread:
        """A thread with everything in it."""
        ...

    def add(self, thread_id: str, turn: Turn, case: Sequence[str], tlp: Marking) -> ThreadHead:
        """Add to a thread, or begin one of this case; it is marked as high as the highest in it. What else its file says stays."""
        ...

    def trash(self, thread_id: str) -> None:
        """Move a thread to the trash."""
        ...

    def restore(self, thread_id: str) -> None:
        """Bring the thread back that was last moved to the trash under this id."""
        ...

    def trashed(self) -> tuple[TrashedThread, ...]:
        """What is in the trash, newest first."""
        ...

    def empty_trash(self, thread_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many threads that were."""
        ...
