"""Ways between two nodes of a picture in the order of time, each step with the sentence that stated it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desktop.application.graph.picturing import WAYS, Picturing, is_known_by, tie_of
from desktop.application.graph.telling import sentence_of
from desktop.application.graph.time_order import TimedWays, ways_in_order
from desktop.application.job import JobContext
from desktop.application.ports import GraphReader
from desktop.domain.graph import Edge, EdgeQuery
from desktop.domain.graph_card import OrderedWays, WayStep
from desktop.domain.graph_view import Addition

_EVERY = 10_000


@dataclass(frozen=True, slots=True)
class OrderedFinding:
    """The ways from the one to the other, and from there back, with what the picture needs of both."""

    there: OrderedWays
    back: OrderedWays
    addition: Addition


class OrderedPaths:
    """Finds them over claims, else over what merely stands in one sentence."""

    def __init__(self, graph: GraphReader, picturing: Picturing) -> None:
        self._graph = graph
        self._picturing = picturing

    def find(self, context: JobContext, one: str, other: str, held: Sequence[str], as_of: str = "") -> OrderedFinding:
        """At most three ways in either direction."""
        query = EdgeQuery(as_of=as_of or None)
        found = [self._ways(context, *ends, query) for ends in ((one, other), (other, one))]
        if not any(each.ways for each in found):
            found = [self._ways(context, *ends, replace(query, co_occurring=True)) for ends in ((one, other), (other, one))]
        steps = [step.tie for each in found for way in each.ways for step in way]
        keys = list(dict.fromkeys(end for tie in steps for end in (tie.source, tie.target)))
        added = self._picturing.add(keys, held, as_of, one) if keys else Addition((), (), frozenset(), one)
        return OrderedFinding(found[0], found[1], added)

    def _ways(self, context: JobContext, one: str, other: str, query: EdgeQuery) -> OrderedWays:
        ends = self._graph.same_as([one]), self._graph.same_as([other])
        timed = ways_in_order(self._graph, *ends, query, context.cancel, WAYS)
        keys = list(dict.fromkeys(edge for way in timed.ways for edge in way.edges))
        edges = {each.key: each for each in self._graph.with_evidence(self._graph.edges_by_key(keys), _EVERY)}
        drawn_as = {**dict.fromkeys(ends[0], one), **dict.fromkeys(ends[1], other)}
        steps = {each.key: self._step(each, timed, drawn_as, query.as_of or "") for each in edges.values()}
        ways = (tuple(steps[edge] for edge in way.edges) for way in timed.ways if steps.keys() >= set(way.edges))
        return OrderedWays(one, other, tuple(ways), timed.undated)

    def _step(self, edge: Edge, timed: TimedWays, drawn_as: Mapping[str, str], as_of: str) -> WayStep:
        """The sentence that is shown is of the document that bears the date, the surest of it."""
        dated = {each.document_id: each for each in self._graph.dated(list(dict.fromkeys(each.document_id for each in edge.evidence)))}
        known = [each for each in edge.evidence if is_known_by(dated[each.document_id].date, as_of)]
        date = timed.dates.get(edge.key, "")
        first = next((each for each in known if date and dated[each.document_id].date == date), known[0])
        tie = replace(tie_of(edge), source=drawn_as.get(edge.source, edge.source), target=drawn_as.get(edge.target, edge.target))
        return WayStep(tie, date, sentence_of(first, dated[first.document_id]))
