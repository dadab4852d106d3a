"""Ranked chunks: filtered before they are cut off, in an order that does not depend on chance."""

from __future__ import annotations

from collections.abc import Callable

import apsw

from desktop.adapters.sqlite.conditions import passes
from desktop.adapters.sqlite.database import Row, fetch, fetch_number
from desktop.application.ports import RankedChunk
from desktop.domain.passage import Filters

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

NO_END = 2**31

_SPARE = 16
_HIDDEN = "SELECT coalesce(sum(chunks), 0) FROM documents WHERE hidden > 0"


def in_filtered(column: str, filters: Filters) -> tuple[str, tuple[str, ...]]:
    """A condition on the chunk, met before the list is cut at its limit."""
    if filters.empty:
        return "", ()
    condition = passes(filters)
    return (
        f" AND {column} IN (SELECT id FROM chunks WHERE document IN (SELECT key FROM documents WHERE {condition.sql}))",
        condition.values,
    )


def fetch_ranked(
    connection: apsw.Connection, found: str, values: tuple[object, ...], depth: int, *, filters: Filters, most: int = NO_END
) -> list[Row]:
    """Rows of chunk, document, position and score for a statement that finds chunk and score, and may be asked for at most so many.

    Where no filters leave hidden facts out before the list is cut, as many more are asked for as there are chunks of them.
    """
    ranked = f"""
        SELECT r.chunk, d.id, c.position, r.score FROM ({found}) r JOIN chunks c ON c.id = r.chunk JOIN documents d ON d.key = c.document
        WHERE d.hidden <= {int(filters.superseded)} ORDER BY r.score DESC, d.id, c.position LIMIT ?
    """
    hidden = fetch_number(connection, _HIDDEN) if filters.empty else 0
    return fetch(connection, ranked, (*values, min(depth + hidden, most), depth))


def settled(fetch: Callable[[int], list[Row]], limit: int, deepest: int) -> list[RankedChunk]:
    """The best `limit` of what `fetch` gives for a depth.

    Which of several equal ones an engine drops at its limit is chance: ask deeper until none of those is among ours.
    """
    if limit < 1:
        return []
    depth = min(limit + _SPARE, deepest)
    found = fetch(depth)
    while len(found) == depth < deepest and found[limit - 1][-1] == found[-1][-1]:
        depth = min(depth * 4, deepest)
        found = fetch(depth)
    return [RankedChunk(*row) for row in found[:limit]]
