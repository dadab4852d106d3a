"""Which queries were meant, of all that were asked while somebody typed."""

from __future__ import annotations

from desktop.domain.passage import Query

Used = tuple[Query, int]


class Usage:
    """A query is meant once Enter was pressed or a hit of it opened; it is told once, when it is known how much it found."""

    def __init__(self) -> None:
        self._meant = False
        self._found: Used | None = None
        self._told: Query | None = None

    def ask(self) -> None:
        """Another query is asked: what it finds is not known yet."""
        self._found, self._meant = None, False

    def mean(self) -> Used | None:
        """The query was meant; it and its hits, if that is known and was not told yet."""
        self._meant = True
        return self._due()

    def find(self, query: Query, hits: int) -> Used | None:
        """It is known what the query found; both, if it was meant."""
        self._found = (query, hits)
        return self._due()

    def _due(self) -> Used | None:
        if not self._meant or self._found is None or self._found[0] == self._told:
            return None
        self._told = self._found[0]
        return self._found
