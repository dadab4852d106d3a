"""Looking about in the graph: who is meant by a name, neighbours, how two are connected, and when what was said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop.application.graph.connections import connections
from desktop.application.job import CancelToken
from desktop.application.ports import GraphReader
from desktop.domain.entity import EntityType
from desktop.domain.errors import AmbiguousName, EntityNotFound
from desktop.domain.graph import DatedDocument, Edge, EdgeQuery, EntityQuery, EntitySummary, Graph, LocatedMention, NeighbourCount

EVIDENCE = 3
"""Sentences that come with each edge unless more are asked for."""


@dataclass(frozen=True, slots=True)
class Connection:
    """A way from one entity to another: the entities on it, and the edge between each and the next."""

    entities: tuple[str, ...]
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class Connections:
    """The shortest ways between two entities; `co_occurring` where there are none unless mere neighbours in a sentence count."""

    graph: Graph
    ways: tuple[Connection, ...]
    co_occurring: bool = False


@dataclass(frozen=True, slots=True)
class Expansion:
    """What there is around entities, to choose from before anything is drawn."""

    counts: tuple[NeighbourCount, ...]
    total: int


class GraphExplorer:
    """Answers what the graph pane, the command line and answers ask of the graph.

    An entity is given by id. All that is the same by its undisputed names counts as it.
    """

    def __init__(self, graph: GraphReader) -> None:
        self._graph = graph

    def entities(self, query: EntityQuery) -> tuple[EntitySummary, ...]:
        """Entities that are mentioned, in the most documents first."""
        return self._graph.entities(query)

    def count_entities(self, query: EntityQuery) -> int:
        """How many `entities` would give without its limit."""
        return self._graph.count_entities(query)

    def count_types(self) -> dict[EntityType, int]:
        """How many entities of each type are mentioned."""
        return self._graph.count_types()

    def find(self, name: str) -> EntitySummary:
        """The entity with this id or name; EntityNotFound, or AmbiguousName with those that it may be."""
        found = self._graph.called(name)
        if not found:
            raise EntityNotFound(
                f"Nothing in this vault is called {name!r}.", "`coffer entities --text PART` lists names that contain a part."
            )
        same = self._graph.same_as([found[0].id])
        if any(each.id not in same for each in found):
            candidates = "; ".join(f"{each.id} ({each.value}, {_counted(each.documents, 'document')})" for each in found)
            raise AmbiguousName(f"{name!r} may be {len(found)} things: {candidates}.", "Say which one by its id.")
        return found[0]

    def entity(self, entity_id: str) -> EntitySummary | None:
        """An entity by id."""
        return next(iter(self._graph.summaries([entity_id])), None)

    def neighbours(self, entity_ids: Sequence[str], query: EdgeQuery, evidence: int = EVIDENCE) -> Graph:
        """Edges of some entities with their surest evidence, and what is at their ends."""
        own = self._graph.same_as(entity_ids)
        edges = self._graph.with_evidence(self._graph.edges(own, query), evidence)
        return Graph(self._ends(entity_ids, edges), edges, self._graph.count_edges(own, query))

    def expansion(self, entity_ids: Sequence[str], query: EdgeQuery) -> Expansion:
        """How many neighbours there are of which type, by which relationship, before any is shown."""
        own = self._graph.same_as(entity_ids)
        return Expansion(self._graph.count_neighbours(own, query), self._graph.count_edges(own, query))

    def among(self, entity_ids: Sequence[str], query: EdgeQuery, evidence: int = 0) -> Graph:
        """The edges between entities that are drawn already."""
        edges = self._graph.edges_among(entity_ids, query)
        return Graph(self._ends(entity_ids, edges), self._graph.with_evidence(edges, evidence) if evidence else edges, len(edges))

    def around(self, entity_ids: Sequence[str], hops: int, query: EdgeQuery, cancel: CancelToken, evidence: int = 0) -> Graph:
        """What is within so many edges, the best `query.limit` of it, each with the path that leads there."""
        own = self._graph.same_as(entity_ids)
        reached = self._graph.reach(own, hops, query, cancel)
        edges = self._graph.edges_by_key(list(dict.fromkeys(key for each in reached for key in each.edges)))
        return Graph(self._ends(entity_ids, edges), self._graph.with_evidence(edges, evidence) if evidence else edges, len(edges))

    def evidence(self, edge: Edge, limit: int = 100) -> Edge:
        """An edge with the sentences that state it, the surest first."""
        return self._graph.with_evidence([edge], limit)[0]

    def mentions(self, entity_ids: Sequence[str], limit: int = 100, offset: int = 0) -> tuple[LocatedMention, ...]:
        """Where entities are mentioned."""
        return self._graph.mentions(self._graph.same_as(entity_ids), limit, offset)

    def timeline(self, entity_ids: Sequence[str]) -> tuple[DatedDocument, ...]:
        """The documents that mention any of the entities, oldest first."""
        return self._graph.timeline(self._graph.same_as(entity_ids))

    def mentions_in(self, document_id: str) -> tuple[LocatedMention, ...]:
        """What a document mentions, by place."""
        return self._graph.mentions_in(document_id)

    def connections(self, one: str, other: str, query: EdgeQuery, cancel: CancelToken, count: int = 3) -> Connections:
        """The shortest ways between two entities, at most `count`; claims alone first, then over co-occurrence too."""
        found = connections(self._graph, self._graph.same_as([one]), self._graph.same_as([other]), query, cancel, count)
        if not found and not query.co_occurring and not query.relationships:
            wider = self.connections(one, other, replace(query, co_occurring=True), cancel, count)
            return replace(wider, co_occurring=bool(wider.ways))
        keys = list(dict.fromkeys(edge for way in found for edge in way.edges))
        edges = self._graph.with_evidence(self._graph.edges_by_key(keys), EVIDENCE)
        by_key = {each.key: each for each in edges}
        ways = tuple(
            Connection(way.entities, tuple(by_key[each] for each in way.edges)) for way in found if by_key.keys() >= set(way.edges)
        )
        return Connections(Graph(self._ends([one, other], edges), edges, len(edges)), ways)

    def _ends(self, entity_ids: Sequence[str], edges: Sequence[Edge]) -> tuple[EntitySummary, ...]:
        ends = (end for edge in edges for end in (edge.source, edge.target))
        return self._graph.summaries(list(dict.fromkeys((*entity_ids, *ends))))


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
