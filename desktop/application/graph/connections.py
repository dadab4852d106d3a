"""How two entities are connected: the shortest ways between them, the best supported first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from desktop.application.job import CancelToken
from desktop.application.ports import GraphReader
from desktop.domain.graph import EdgeQuery, Link

LONGEST = 6
"""Edges on the longest way that is looked for: beyond that, everybody is connected with everybody."""
_LINKS_A_STEP = 5000
_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Way:
    """Entities from one end to the other, and the number of the edge between each and the next."""

    entities: tuple[str, ...]
    edges: tuple[int, ...]


def connections(
    graph: GraphReader, one: Sequence[str], other: Sequence[str], query: EdgeQuery, cancel: CancelToken, count: int
) -> list[Way]:
    """At most `count` ways from one of some entities to one of others, none of which comes by an entity twice."""
    if set(one) & set(other):
        return []
    around = _Surroundings(graph, replace(query, offset=0, limit=_LINKS_A_STEP), cancel)
    sides = (_Side(set(one)), _Side(set(other)))
    found: list[Way] = []
    while around.steps < LONGEST and len(found) < count:
        nearer = min(sides, key=lambda side: (not side.border, len(side.border)))
        if not nearer.border:
            break
        nearer.grow(around.beyond(nearer.border))
        if sides[0].seen & sides[1].seen:
            found = _shortest(around.links_of, set(one), set(other), cancel, count)
    return found


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

    def __init__(self, graph: GraphReader, query: EdgeQuery, cancel: CancelToken) -> None:
        self.steps = 0
        self.links_of: defaultdict[str, dict[str, Link]] = defaultdict(dict)
        self._graph = graph
        self._query = query
        self._cancel = cancel

    def beyond(self, border: set[str]) -> set[str]:
        """Everything that is one edge away from a border; of parallel edges the best one is remembered."""
        self.steps += 1
        found: set[str] = set()
        for link in self._graph.links(sorted(border), self._query, self._cancel):
            for own, other in ((link.source, link.target), (link.target, link.source)):
                known = self.links_of[own].get(other)
                if known is None or (link.is_claim, link.sentences) > (known.is_claim, known.sentences):
                    self.links_of[own][other] = link
                found.add(other)
        return found


def _shortest(links_of: Mapping[str, Mapping[str, Link]], one: set[str], other: set[str], cancel: CancelToken, count: int) -> list[Way]:
    """Ways by length, then by how many sentences state them; nothing is looked at that leads away from the other end."""
    left = distances(links_of, other)
    found: list[Way] = []
    waiting: list[tuple[int, float, tuple[str, ...], tuple[int, ...]]] = [
        (left[start], 0.0, (start,), ()) for start in sorted(one) if start in left
    ]
    for _ in range(_STEPS):
        if not waiting or len(found) == count:
            break
        cancel.raise_if_cancelled()
        _, cost, entities, edges = heappop(waiting)
        if entities[-1] in other:
            found.append(Way(entities, edges))
            continue
        for neighbour, link in links_of.get(entities[-1], {}).items():
            length = len(edges) + 1 + left.get(neighbour, LONGEST)
            if length <= LONGEST and neighbour not in entities and neighbour not in one:
                heappush(waiting, (length, cost + 1 / (1 + link.sentences), (*entities, neighbour), (*edges, link.key)))
    return found


def distances(neighbours: Mapping[str, Iterable[str]], ends: set[str]) -> dict[str, int]:
    """How many edges it is from each entity to the nearest of the ends."""
    found = dict.fromkeys(ends, 0)
    border = list(ends)
    while border:
        beyond: list[str] = []
        for each in border:
            for near in neighbours.get(each, ()):
                if near not in found:
                    found[near] = found[each] + 1
                    beyond.append(near)
        border = beyond
    return found
