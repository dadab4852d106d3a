"""What is kept of searching, in memory."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.domain.golden import GoldenQuery
from desktop.domain.saved_search import PastSearch, Pin, SavedSearch


class MemorySearches:
    def __init__(self) -> None:
        self._saved: tuple[SavedSearch, ...] = ()
        self._pins: tuple[Pin, ...] = ()
        self._golden: tuple[GoldenQuery, ...] = ()
        self._history: tuple[PastSearch, ...] = ()

    def saved(self) -> tuple[SavedSearch, ...]:
        return self._saved

    def keep_saved(self, searches: Sequence[SavedSearch]) -> None:
        self._saved = tuple(searches)

    def pins(self) -> tuple[Pin, ...]:
        return self._pins

    def keep_pins(self, pins: Sequence[Pin]) -> None:
        self._pins = tuple(pins)

    def golden(self) -> tuple[GoldenQuery, ...]:
        return self._golden

    def keep_golden(self, queries: Sequence[GoldenQuery]) -> None:
        self._golden = tuple(queries)

    def history(self) -> tuple[PastSearch, ...]:
        return self._history

    def keep_history(self, searches: Sequence[PastSearch]) -> None:
        self._history = tuple(searches)
