"""Fusing what several routes found into one list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from desktop.application.ports import RankedChunk
from desktop.domain.passage import Route, RouteScore

K = 60
"""How little the first ranks stand out; 60 is the published constant (Cormack, Clarke and Büttcher, 2009)."""


@dataclass(frozen=True, slots=True)
class FusedChunk:
    """A chunk that at least one route found, with its rank and score on each."""

    chunk: int
    document_id: str
    position: int
    score: float
    routes: dict[Route, RouteScore] = field(default_factory=dict)


def fuse(lists: Mapping[Route, Sequence[RankedChunk]], weights: Mapping[Route, float]) -> list[FusedChunk]:
    """Weighted reciprocal rank fusion: a chunk scores the sum of weight / (K + rank) over the routes that found it.

    One entry for each (document, position), ranks from 1, ties by document id and position. A route whose
    weight is 0 takes no part.
    """
    found: dict[tuple[str, int], FusedChunk] = {}
    for route, ranked in lists.items():
        if weights[route] > 0:
            for rank, chunk in enumerate(_distinct(ranked), start=1):
                entry = FusedChunk(chunk.chunk, chunk.document_id, chunk.position, 0.0)
                found.setdefault((chunk.document_id, chunk.position), entry).routes[route] = RouteScore(rank, chunk.score)
    scored = [FusedChunk(each.chunk, each.document_id, each.position, _score(each.routes, weights), each.routes) for each in found.values()]
    return sorted(scored, key=_best_first)


def _distinct(ranked: Sequence[RankedChunk]) -> list[RankedChunk]:
    return list({(chunk.document_id, chunk.position): chunk for chunk in reversed(ranked)}.values())[::-1]


def _score(routes: Mapping[Route, RouteScore], weights: Mapping[Route, float]) -> float:
    return fsum(weights[route] / (K + found.rank) for route, found in routes.items())


def _best_first(chunk: FusedChunk) -> tuple[float, str, int]:
    return (-chunk.score, chunk.document_id, chunk.position)
