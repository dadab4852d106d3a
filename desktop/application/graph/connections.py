"""How two entities are connected: the shortest ways between them, the best supported first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from desktop.application.job import CancelToken
from desktop.application.ports import GraphReader
from desktop.domain.graph import Direction, Edge, EdgeQuery

LONGEST = 6
"""Edges on the longest way that is looked for: beyond that, everybody is connected with everybody."""
_EDGES_A_STEP = 2000
_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Way:
    """Entities from one end to the other, and the edge between each and the next."""

    entities: tuple[str, ...]
    edges: tuple[Edge, ...]


def connections(
    graph: GraphReader, one: Sequence[str], other: Sequence[str], query: EdgeQuery, cancel: CancelToken, count: int
) -> list[Way]:
    """At most `count` ways from one of some entities to one of others, none of which comes by an entity twice."""
    if set(one) & set(other):
        return []
    around = _Surroundings(graph, replace(query, direction=Direction.BOTH, types=(), offset=0, limit=_EDGES_A_STEP))
    sides = (_Side(set(one)), _Side(set(other)))
    while not sides[0].seen & sides[1].seen and around.steps < LONGEST:
        cancel.raise_if_cancelled()
        nearer = min(sides, key=lambda side: len(side.border) or _EDGES_A_STEP)
        nearer.grow(around.beyond(nearer.border))
        if not nearer.border:
            return []
    for side in sides:  # one step more, for there may be further ways that are as good
        side.grow(around.beyond(side.border))
    return _shortest(around.edges_of, set(one), set(other), cancel, count)


class _Side:
    """What was reached from one end, and the last of it."""

    def __init__(self, entities: set[str]) -> None:
        self.seen = set(entities)
        self.border = set(entities)

    def grow(self, found: set[str]) -> None:
        self.border = found - self.seen
        self.seen |= found


class _Surroundings:
    """The part of the graph that was looked at."""

    def __init__(self, graph: GraphReader, query: EdgeQuery) -> None:
        self.steps = 0
        self.edges_of: defaultdict[str, dict[int, Edge]] = defaultdict(dict)
        self._graph = graph
        self._query = query

    def beyond(self, border: set[str]) -> set[str]:
        """Everything that is one edge away from a border."""
        self.steps += 1
        found: set[str] = set()
        for edge in self._graph.edges(sorted(border), self._query) if border else ():
            for own, other in ((edge.source, edge.target), (edge.target, edge.source)):
                self.edges_of[own][edge.key] = edge
                found.add(other)
        return found


def _shortest(edges_of: dict[str, dict[int, Edge]], one: set[str], other: set[str], cancel: CancelToken, count: int) -> list[Way]:
    """Ways by length, then by how many documents state them; of parallel edges the best one."""
    found: list[Way] = []
    waiting: list[tuple[int, float, tuple[str, ...], Way]] = [(0, 0.0, (start,), Way((start,), ())) for start in sorted(one)]
    for _ in range(_STEPS):
        if not waiting or len(found) == count:
            break
        cancel.raise_if_cancelled()
        length, cost, entities, way = heappop(waiting)
        if entities[-1] in other:
            found.append(way)
            continue
        if length < LONGEST:
            for edge, neighbour in _onward(edges_of.get(entities[-1], {}).values(), entities):
                if neighbour not in one:
                    onward = Way((*entities, neighbour), (*way.edges, edge))
                    heappush(waiting, (length + 1, cost + 1 / (1 + edge.documents), onward.entities, onward))
    return found


def _onward(edges: Iterable[Edge], entities: tuple[str, ...]) -> Iterator[tuple[Edge, str]]:
    best: dict[str, Edge] = {}
    for edge in edges:
        neighbour = edge.target if edge.source == entities[-1] else edge.source
        known = best.get(neighbour)
        if neighbour not in entities and (known is None or (edge.is_claim, edge.documents) > (known.is_claim, known.documents)):
            best[neighbour] = edge
    return ((edge, neighbour) for neighbour, edge in best.items())
