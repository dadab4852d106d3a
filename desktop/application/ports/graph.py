"""The port of the graph that the index holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.application.ports.index import RankedChunk
from desktop.domain.entity import EntityType
from desktop.domain.graph import (
    DatedDocument,
    Edge,
    EdgeQuery,
    EntityQuery,
    EntitySummary,
    Link,
    LocatedMention,
    MentionCount,
    NeighbourCount,
    Reached,
    Statement,
)
from desktop.domain.passage import Filters


class GraphReader(Protocol):
    """Questions to the graph; any number of threads may ask.

    Entities are given by id. Those that are given together count as one: whoever asks passes what `same_as` says.
    """

    def entities(self, query: EntityQuery) -> tuple[EntitySummary, ...]:
        """Entities that are mentioned, in the most documents first."""
        ...

    def count_entities(self, query: EntityQuery) -> int:
        """How many `entities` would give without its limit."""
        ...

    def count_types(self) -> dict[EntityType, int]:
        """How many entities of each type are mentioned; types without any are left out."""
        ...

    def summaries(self, entity_ids: Sequence[str]) -> tuple[EntitySummary, ...]:
        """These entities, in the order asked, mentioned or not; those that the index does not know are passed over."""
        ...

    def called(self, name: str) -> tuple[EntitySummary, ...]:
        """The entities that have this id, else those of whom it is an undisputed name in any spelling, else a disputed one."""
        ...

    def named_among(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Those of these names, as given, that mean something, with the ids of what each means, as `called` says it."""
        ...

    def same_as(self, entity_ids: Sequence[str]) -> tuple[str, ...]:
        """These entities, and all that share a name with one of them, or with one that does, where sources say that it is the same."""
        ...

    def mentions(self, entity_ids: Sequence[str], limit: int, offset: int = 0) -> tuple[LocatedMention, ...]:
        """Where entities are mentioned, by document, then by place; names that they share with others count too."""
        ...

    def mentions_in(self, document_id: str) -> tuple[LocatedMention, ...]:
        """What a document mentions, by place."""
        ...

    def timeline(self, entity_ids: Sequence[str]) -> tuple[DatedDocument, ...]:
        """The documents that mention any of the entities, oldest first, then by id."""
        ...

    def dated(self, document_ids: Sequence[str]) -> tuple[DatedDocument, ...]:
        """These documents and facts with their dates and all that they mention counted, in the order asked; unknown ones passed over."""
        ...

    def count_mentions(self, document_ids: Sequence[str]) -> tuple[MentionCount, ...]:
        """What these documents mention and how often: by document id, the most mentioned first, ties by entity id."""
        ...

    def mentioned_in(self, entity_ids: Sequence[str]) -> tuple[MentionCount, ...]:
        """Which documents mention these entities, each for itself, and how often: by document id, then by entity id."""
        ...

    def chunks_mentioning(self, entity_ids: Sequence[str], limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by how much of the entities they mention, best first, ties by document id and position."""
        ...

    def chunks_stating(self, edges: Sequence[int], limit: int, filters: Filters, cancel: CancelToken) -> list[tuple[int, RankedChunk]]:
        """The chunks in which edges (by number) are stated, each with its edge, the surest first, at most `limit` an edge."""
        ...

    def edges(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Edge, ...]:
        """Edges of entities without their evidence, those that most documents state first."""
        ...

    def count_edges(self, entity_ids: Sequence[str], query: EdgeQuery) -> int:
        """How many `edges` would give without its limit."""
        ...

    def edges_among(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Edge, ...]:
        """Edges with both ends among the entities, without their evidence."""
        ...

    def stated_in(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Statement, ...]:
        """Which documents state edges with both ends among the entities, all of them: by edge, then by document id."""
        ...

    def first_published(self, edges: Sequence[int]) -> dict[int, str]:
        """The earliest date of a document that states an edge, by its number; an edge that only undated ones state is left out."""
        ...

    def count_neighbours(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[NeighbourCount, ...]:
        """Neighbours by relationship, direction and type, most first."""
        ...

    def with_evidence(self, edges: Sequence[Edge], limit: int) -> tuple[Edge, ...]:
        """The same edges with their surest evidence, each with at most so much."""
        ...

    def links(self, entity_ids: Sequence[str], query: EdgeQuery, cancel: CancelToken) -> list[Link]:
        """Edges of entities, whichever way they point, at most `query.limit`: those that most sentences state."""
        ...

    def reach(self, entity_ids: Sequence[str], hops: int, query: EdgeQuery, cancel: CancelToken) -> list[Reached]:
        """Entities within so many edges, at most `query.limit`, best first; each by its best path."""
        ...

    def edges_by_key(self, keys: Sequence[int]) -> tuple[Edge, ...]:
        """Edges by number, in the order asked, without their evidence; those that are gone are passed over."""
        ...
