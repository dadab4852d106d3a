"""Ranked chunks: filtered before they are cut off, in an order that does not depend on chance."""

from __future__ import annotations

from collections.abc import Callable

import apsw

from desktop.adapters.sqlite.conditions import passes
from desktop.adapters.sqlite.database import Row, fetch
from desktop.application.ports import RankedChunk
from desktop.domain.passage import Filters

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

_SPARE = 16


def in_filtered(column: str, filters: Filters) -> tuple[str, tuple[str, ...]]:
    """A condition on the chunk, met before the list is cut at its limit."""
    if filters.empty:
        return "", ()
    condition = passes(filters)
    return (
        f" AND {column} IN (SELECT id FROM chunks WHERE document IN (SELECT key FROM documents WHERE {condition.sql}))",
        condition.values,
    )


def fetch_ranked(connection: apsw.Connection, found: str, values: tuple[object, ...], depth: int) -> list[Row]:
    """Rows of chunk, document, position and score for a statement that finds chunk and score."""
    ranked = f"""
        SELECT r.chunk, d.id, c.position, r.score FROM ({found}) r JOIN chunks c ON c.id = r.chunk JOIN documents d ON d.key = c.document
        ORDER BY r.score DESC, d.id, c.position
    """
    return fetch(connection, ranked, (*values, depth))


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
