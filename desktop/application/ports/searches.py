"""The port of what an analyst keeps of searching, in files of the vault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop.domain.golden import GoldenQuery
from desktop.domain.saved_search import PastSearch, Pin, SavedSearch


class SearchStore(Protocol):
    """Saved searches, pins, golden queries and the history; each list is read and kept as a whole.

    Reading raises UsageError where a person edited a file into something that cannot be understood. Writing raises
    StorageProblem, and VaultLocked where another process writes the vault.
    """

    def saved(self) -> tuple[SavedSearch, ...]:
        """The saved searches, in the order they are kept in."""
        ...

    def keep_saved(self, searches: Sequence[SavedSearch]) -> None:
        """Keep exactly these saved searches."""
        ...

    def pins(self) -> tuple[Pin, ...]:
        """The pins, in the order they are kept in."""
        ...

    def keep_pins(self, pins: Sequence[Pin]) -> None:
        """Keep exactly these pins."""
        ...

    def golden(self) -> tuple[GoldenQuery, ...]:
        """The golden queries, in the order they are kept in."""
        ...

    def keep_golden(self, queries: Sequence[GoldenQuery]) -> None:
        """Keep exactly these golden queries."""
        ...

    def history(self) -> tuple[PastSearch, ...]:
        """The searches that were made, newest first."""
        ...

    def keep_history(self, searches: Sequence[PastSearch]) -> None:
        """Keep exactly these past searches, newest first."""
        ...
