"""Fusing what several routes found into one list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from types import MappingProxyType

from desktop.application.ports import RankedChunk
from desktop.domain.passage import Fusion, Route, RouteScore

K = 60
"""How little the first ranks stand out; 60 is the published constant (Cormack, Clarke and Büttcher, 2009)."""
_ALIKE = 0.5
"""What `minmax` makes of scores that do not differ, a lone hit's among them."""


@dataclass(frozen=True, slots=True)
class FusedChunk:
    """A chunk that at least one route found, with its rank and score on each; `signals` say what else moved it up."""

    chunk: int
    document_id: str
    position: int
    score: float
    routes: dict[Route, RouteScore] = field(default_factory=dict)
    signals: tuple[str, ...] = ()


def fuse(
    lists: Mapping[Route, Sequence[RankedChunk]],
    weights: Mapping[Route, float],
    fusion: Fusion = Fusion.SHARE,
    reasons: Mapping[Route, Callable[[RankedChunk], str]] = MappingProxyType({}),
) -> list[FusedChunk]:
    """What several routes found as one list, best first: a chunk scores the sum of weight x share over the routes that found it.

    By `share` it is the hit's score over that of the route's best; by `rrf` 1 / (K + rank); by `minmax` the score, stretched so
    that the best hit has 1 and the last 0 (1/2 where all are alike). One entry for each (document, position), ranks from 1, ties
    by document id and position. A route whose weight is 0 takes no part. `reasons` say of a route's hit why it is one.
    """
    found: dict[tuple[str, int], tuple[int, dict[Route, RouteScore], list[float]]] = {}
    for route, ranked in lists.items():
        if weights[route] <= 0:
            continue
        distinct = _distinct(ranked)
        reason = reasons.get(route)
        for rank, (chunk, share) in enumerate(zip(distinct, _shares(distinct, fusion), strict=True), start=1):
            _, routes, scores = found.setdefault((chunk.document_id, chunk.position), (chunk.chunk, {}, []))
            routes[route] = RouteScore(rank, chunk.score, reason(chunk) if reason else "")
            scores.append(weights[route] * share)
    fused = (FusedChunk(chunk, *place, fsum(scores), routes) for place, (chunk, routes, scores) in found.items())
    return sorted(fused, key=_best_first)


def best_possible(weights: Mapping[Route, float], fusion: Fusion) -> float:
    """The score of a chunk that is the best hit of every route."""
    return fsum(weight for weight in weights.values() if weight > 0) / (K + 1 if fusion is Fusion.RRF else 1)


def _shares(ranked: Sequence[RankedChunk], fusion: Fusion) -> list[float]:
    if fusion is Fusion.RRF:
        return [1 / (K + rank) for rank in range(1, len(ranked) + 1)]
    low, high = min((each.score for each in ranked), default=0.0), max((each.score for each in ranked), default=0.0)
    if fusion is Fusion.SHARE:
        return [max(0.0, each.score) / high if high > 0 else 0.0 for each in ranked]
    return [(each.score - low) / (high - low) if high > low else _ALIKE for each in ranked]


def _distinct(ranked: Sequence[RankedChunk]) -> list[RankedChunk]:
    return list({(chunk.document_id, chunk.position): chunk for chunk in reversed(ranked)}.values())[::-1]


def _best_first(chunk: FusedChunk) -> tuple[float, str, int]:
    return (-chunk.score, chunk.document_id, chunk.position)
