"""How two entities are connected in the order of time: ways on which no relation was first written of before the one that leads to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from heapq import heappop, heappush

from desktop.application.graph.connections import LONGEST, Way, distances
from desktop.application.job import CancelToken
from desktop.application.ports import GraphReader
from desktop.domain.graph import EdgeQuery, Link
from desktop.domain.graph_timeline import days_of

_LINKS_A_STEP = 5000
_STEPS = 20_000
_LinksOf = Mapping[str, Sequence[tuple[str, Link]]]


@dataclass(frozen=True, slots=True)
class TimedWays:
    """Ways in the order of time, with the dates (by edge) at which their edges were first written of.

    Edges that only documents without a date of their own state have none; `undated` says that there is no way but over such.
    """

    ways: tuple[Way, ...] = ()
    dates: Mapping[int, str] = field(default_factory=dict)
    undated: bool = False


def ways_in_order(
    graph: GraphReader, one: Sequence[str], other: Sequence[str], query: EdgeQuery, cancel: CancelToken, count: int
) -> TimedWays:
    """At most `count` ways from one of some entities to one of others, the shortest first, none of which goes back in time.

    A date that is known as a month or a year goes back only where no day that it may mean is late enough.
    """
    if set(one) & set(other):
        return TimedWays()
    links_of, dates = _reached(graph, set(one), set(other), replace(query, offset=0, limit=_LINKS_A_STEP), cancel)
    for undated in (False, True):
        found = _ascending(links_of, dates, set(one), set(other), cancel, count, undated=undated)
        if found:
            used = {edge for way in found for edge in way.edges}
            return TimedWays(tuple(found), {edge: day for edge, day in dates.items() if edge in used}, undated)
    return TimedWays()


def _reached(
    graph: GraphReader, one: set[str], other: set[str], query: EdgeQuery, cancel: CancelToken
) -> tuple[dict[str, list[tuple[str, Link]]], dict[int, str]]:
    """All links, parallel ones too, that lie within half of the longest way from either end."""
    links: dict[int, Link] = {}
    for ends in (one, other):
        seen, border = set(ends), set(ends)
        for _ in range(LONGEST // 2):
            found = graph.links(sorted(border), query, cancel) if border else []
            links |= {each.key: each for each in found}
            border = {end for each in found for end in (each.source, each.target)} - seen
            seen |= border
    links_of: defaultdict[str, list[tuple[str, Link]]] = defaultdict(list)
    for each in links.values():
        links_of[each.source].append((each.target, each))
        links_of[each.target].append((each.source, each))
    return dict(links_of), graph.first_published(list(links))


def _ascending(
    links_of: _LinksOf, dates: Mapping[int, str], one: set[str], other: set[str], cancel: CancelToken, count: int, *, undated: bool
) -> list[Way]:
    """Ways by length, then by how many sentences state them; with `undated`, edges without a date may stand anywhere."""
    spans = {edge: span for edge, day in dates.items() if (span := days_of(day))}
    left = distances({each: [near for near, _ in links] for each, links in links_of.items()}, other)
    found: list[Way] = []
    told: set[tuple[str, ...]] = set()
    waiting: list[tuple[int, float, tuple[str, ...], tuple[int, ...], date]] = [
        (left[start], 0.0, (start,), (), date.min) for start in sorted(one) if start in left
    ]
    for _ in range(_STEPS):
        if not waiting or len(found) == count:
            break
        cancel.raise_if_cancelled()
        _, cost, entities, edges, since = heappop(waiting)
        if entities[-1] in other:
            if entities not in told:  # another relation of the same two is no other way
                found.append(Way(entities, edges))
                told.add(entities)
            continue
        for neighbour, link in links_of.get(entities[-1], ()):
            first, last = spans.get(link.key, (date.min, date.max))
            length = len(edges) + 1 + left.get(neighbour, LONGEST)
            in_time = (undated or link.key in spans) and last >= since
            if in_time and length <= LONGEST and neighbour not in entities and neighbour not in one:
                way = ((*entities, neighbour), (*edges, link.key))
                heappush(waiting, (length, cost + 1 / (1 + link.sentences), *way, max(since, first)))
    return found
