"""The history: the searches that were made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from desktop.application.ports import SearchStore
from desktop.application.searches.saved_searches import now, stamp
from desktop.domain.passage import Query
from desktop.domain.saved_search import PastSearch

MOST = 500
"""Searches that are remembered; older ones are forgotten."""


class SearchHistory:
    """Remembers what a person searched for in the window, newest first, the same search once."""

    def __init__(self, searches: SearchStore, clock: Callable[[], datetime] = now) -> None:
        self._searches = searches
        self._clock = clock

    def all(self) -> tuple[PastSearch, ...]:
        """The searches that were made, newest first."""
        return self._searches.history()

    def remember(self, query: Query, hits: int) -> None:
        """Put a search first; where it was made before, it is no longer there."""
        if not query.text.strip():
            return
        made = PastSearch(query, stamp(self._clock()), hits)
        kept = [each for each in self._searches.history() if not _same(each.query, query)]
        self._searches.keep_history([made, *kept][:MOST])

    def clear(self) -> None:
        """Forget all of them."""
        self._searches.keep_history(())


def _same(one: Query, other: Query) -> bool:
    return replace(one, text=one.text.strip(), limit=other.limit) == replace(other, text=other.text.strip())
