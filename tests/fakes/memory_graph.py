"""A graph in memory, as the index holds it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from desktop.application.extraction.aliases import family_of
from desktop.application.extraction.folding import name_key
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentQuery, Extracted, RankedChunk
from desktop.application.refanging import refang
from desktop.domain.alias import AliasStatus
from desktop.domain.entity import EntityType
from desktop.domain.graph import (
    DatedDocument,
    Direction,
    Edge,
    EdgeQuery,
    EdgeStatus,
    EntityQuery,
    EntitySummary,
    Evidence,
    Link,
    LocatedMention,
    MentionCount,
    NamedEntity,
    NeighbourCount,
    Reached,
    Statement,
)
from desktop.domain.passage import Filters
from desktop.domain.relation import Relation, Relationship
from tests.fakes.memory_index import MemoryIndex

_Ends = tuple[str, Relationship, str, bool]


@dataclass
class MemoryGraph:
    """Reads what a MemoryIndex was given."""

    index: MemoryIndex
    _numbers: dict[_Ends, int] = field(default_factory=dict)

    def entities(self, query: EntityQuery) -> tuple[EntitySummary, ...]:
        found = [each for each in map(self._summary, self._known()) if each.mentions and self._meets(each, query)]
        ordered = sorted(found, key=lambda each: (-each.documents, -each.mentions, each.id))
        return tuple(ordered[query.offset : query.offset + query.limit])

    def count_entities(self, query: EntityQuery) -> int:
        return len(self.entities(replace(query, offset=0, limit=1_000_000)))

    def count_types(self) -> dict[EntityType, int]:
        return dict(Counter(each.type for each in self.entities(EntityQuery())).most_common())

    def summaries(self, entity_ids: Sequence[str]) -> tuple[EntitySummary, ...]:
        return tuple(self._summary(each) for each in entity_ids if each in self._known())

    def called(self, name: str) -> tuple[EntitySummary, ...]:
        plain = refang(name.strip())
        worth = {each.id: _worth(each, plain) for each in self._known().values()}
        found = [self._summary(each) for each, one in worth.items() if one and one == max(worth.values())]
        return tuple(sorted(found, key=lambda each: (-each.documents, -each.mentions, each.id)))

    def named_among(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        found = {name: tuple(each.id for each in self.called(name)) for name in names}
        return {name: ids for name, ids in found.items() if ids}

    def same_as(self, entity_ids: Sequence[str]) -> tuple[str, ...]:
        known, same = self._known(), dict.fromkeys(entity_ids)
        while more := sorted(other for other in known if other not in same and any(_share(known, each, other) for each in same)):
            same |= dict.fromkeys(more)
        return (*entity_ids, *sorted(set(same) - set(entity_ids)))

    def mentions(self, entity_ids: Sequence[str], limit: int, offset: int = 0) -> tuple[LocatedMention, ...]:
        found = [
            each
            for document_id in sorted(self.index.extractions)
            for each in self.mentions_in(document_id)
            if each.mention.entity_id in entity_ids or set(each.mention.candidates) & set(entity_ids)
        ]
        return tuple(found[offset : offset + limit])

    def mentions_in(self, document_id: str) -> tuple[LocatedMention, ...]:
        mentions = self._of(document_id).mentions
        return tuple(LocatedMention(document_id, self._chunk(document_id, each.start), each) for each in mentions)

    def timeline(self, entity_ids: Sequence[str]) -> tuple[DatedDocument, ...]:
        counted = Counter(
            document_id for document_id in self.index.extractions for each in self._of(document_id).mentions if each.entity_id in entity_ids
        )
        return tuple(sorted((replace(each, mentions=counted[each.document_id]) for each in self.dated(list(counted))), key=_by_date))

    def dated(self, document_ids: Sequence[str]) -> tuple[DatedDocument, ...]:
        known = {row.document.id: row.document for row in self.index.documents(DocumentQuery())}
        dates = self.index.dates(list(known))
        found = [known[each] for each in document_ids if each in known]
        return tuple(
            DatedDocument(dates[each.id], each.id, each.title, len(self._of(each.id).mentions), each.published is not None)
            for each in found
        )

    def mentioned_in(self, entity_ids: Sequence[str]) -> tuple[MentionCount, ...]:
        counts = (each for each in self.count_mentions(list(self.index.extractions)) if each.entity_id in entity_ids)
        return tuple(sorted(counts, key=lambda each: (each.document_id, each.entity_id)))

    def count_mentions(self, document_ids: Sequence[str]) -> tuple[MentionCount, ...]:
        counted: Counter[tuple[str, str]] = Counter()
        for name in set(document_ids):
            counted.update((name, each.entity_id) for each in self._of(name).mentions if each.entity_id)
        return tuple(sorted((MentionCount(*key, number) for key, number in counted.items()), key=_by_number))

    def chunks_mentioning(self, entity_ids: Sequence[str], limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        cancel.raise_if_cancelled()
        scores: defaultdict[tuple[int, str], float] = defaultdict(float)
        for each in self.mentions(entity_ids, 1_000_000):
            if each.document_id in self.index.filtered_documents(filters):
                scores[each.chunk, each.document_id] += each.mention.confidence * (1 if each.mention.entity_id else 0.5)
        positions = {number: chunk.position for chunks in self.index.chunks_of.values() for number, chunk in chunks}
        ranked = [RankedChunk(chunk, document, positions[chunk], score) for (chunk, document), score in scores.items()]
        return sorted(ranked, key=lambda each: (-each.score, each.document_id, each.position))[:limit]

    def chunks_stating(self, edges: Sequence[int], limit: int, filters: Filters, cancel: CancelToken) -> list[tuple[int, RankedChunk]]:
        cancel.raise_if_cancelled()
        allowed = self.index.filtered_documents(filters)
        positions = {number: chunk.position for chunks in self.index.chunks_of.values() for number, chunk in chunks}
        stating: list[tuple[int, RankedChunk]] = []
        for edge in self.edges_by_key(edges):
            found: dict[int, RankedChunk] = {}
            for each in self._evidence(_ends(edge)):
                chunk = self._chunk(each.document_id, each.start)
                if each.document_id in allowed:
                    found.setdefault(chunk, RankedChunk(chunk, each.document_id, positions[chunk], each.confidence))
            ordered = sorted(found.values(), key=lambda each: (-each.score, each.document_id, each.position))
            stating += [(edge.key, each) for each in ordered[:limit]]
        return stating

    def edges(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Edge, ...]:
        found = [each for each in self._edges(query) if self._direction(each, entity_ids, query)]
        return tuple(found[query.offset : query.offset + query.limit])

    def count_edges(self, entity_ids: Sequence[str], query: EdgeQuery) -> int:
        return len(self.edges(entity_ids, replace(query, offset=0, limit=1_000_000)))

    def edges_among(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Edge, ...]:
        found = [each for each in self._edges(query) if {each.source, each.target} <= set(entity_ids)]
        return tuple(found[query.offset : query.offset + query.limit])

    def stated_in(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Statement, ...]:
        dates = self.index.dates(list(self.index.extractions))
        found = {
            Statement(each.source, each.relationship, each.target, place.document_id)
            for each in self.edges_among(entity_ids, replace(query, offset=0, limit=1_000_000))
            for place in self._evidence(_ends(each))
            if _known_by(dates[place.document_id], query.as_of)
        }
        return tuple(sorted(found, key=lambda each: (each.source, each.relationship, each.target, each.document_id)))

    def first_published(self, edges: Sequence[int]) -> dict[int, str]:
        own = {row.document.id: row.document.published for row in self.index.documents(DocumentQuery())}
        first: dict[int, str] = {}
        for edge in self.edges_by_key(edges):
            dates = [own[each.document_id] for each in self._evidence(_ends(edge))]
            if known := sorted(filter(None, dates)):
                first[edge.key] = known[0]
        return first

    def edges_by_key(self, keys: Sequence[int]) -> tuple[Edge, ...]:
        every = {each.key: each for each in self._edges(EdgeQuery(negated=True, co_occurring=True))}
        return tuple(every[key] for key in keys if key in every)

    def count_neighbours(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[NeighbourCount, ...]:
        others: defaultdict[tuple[Relationship, Direction, EntityType], set[str]] = defaultdict(set)
        for direction in (Direction.OUT, Direction.IN):
            if query.direction in (direction, Direction.BOTH):
                for edge in self.edges(entity_ids, replace(query, direction=direction, offset=0, limit=1_000_000)):
                    other = edge.target if direction is Direction.OUT else edge.source
                    others[edge.relationship, direction, self._known()[other].type].add(other)
        counts = [NeighbourCount(*kind, len(found)) for kind, found in others.items()]
        return tuple(sorted(counts, key=lambda each: (-each.entities, each.relationship, each.type, each.direction)))

    def with_evidence(self, edges: Sequence[Edge], limit: int) -> tuple[Edge, ...]:
        return tuple(replace(each, evidence=tuple(self._evidence(_ends(each)))[:limit]) for each in edges)

    def links(self, entity_ids: Sequence[str], query: EdgeQuery, cancel: CancelToken) -> list[Link]:
        cancel.raise_if_cancelled()
        found = [each for each in self._edges(query) if {each.source, each.target} & set(entity_ids)]
        ordered = sorted(found, key=lambda each: (-each.sentences, -each.confidence, each.key))
        return [Link(each.key, each.source, each.target, each.sentences, each.is_claim) for each in ordered[: query.limit]]

    def reach(self, entity_ids: Sequence[str], hops: int, query: EdgeQuery, cancel: CancelToken) -> list[Reached]:
        cancel.raise_if_cancelled()
        edges = self._edges(query)
        best: dict[str, Reached] = {}
        walks: list[Reached] = [Reached(each, 1.0, ()) for each in entity_ids]
        for _ in range(hops):
            walks = [
                Reached(other, walk.score * edge.confidence / 2, (*walk.edges, edge.key))
                for walk in walks
                for edge in edges
                for own, other, direction in ((edge.source, edge.target, Direction.OUT), (edge.target, edge.source, Direction.IN))
                if own == walk.entity_id and edge.key not in walk.edges and query.direction in (direction, Direction.BOTH)
            ]
            for walk in walks:
                if walk.entity_id not in entity_ids and (walk.entity_id not in best or best[walk.entity_id].score < walk.score):
                    best[walk.entity_id] = walk
        return sorted(best.values(), key=lambda each: (-each.score, each.entity_id))[: query.limit]

    def _of(self, document_id: str) -> Extracted:
        return self.index.extractions.get(document_id) or Extracted()

    def _known(self) -> dict[str, NamedEntity]:
        known: dict[str, NamedEntity] = {}
        for document_id in sorted(self.index.extractions):
            for each in self._of(document_id).entities:
                known[each.id] = self.index.names.get(each.id, known.get(each.id, each))
        return known

    def _summary(self, entity_id: str) -> EntitySummary:
        each = self._known()[entity_id]
        places = [
            document for document in self.index.extractions for mention in self._of(document).mentions if mention.entity_id == each.id
        ]
        names = dict.fromkeys(alias.name for alias in each.aliases if alias.status is not AliasStatus.DISTINCT and alias.name != each.value)
        return EntitySummary(each.id, each.type, each.value, each.identity_class, tuple(names), len(set(places)), len(places))

    def _meets(self, entity: EntitySummary, query: EntityQuery) -> bool:
        text, key = query.text.strip().lower(), name_key(query.text)
        mentioned = {each.entity_id for each in self._of(query.document_id).mentions}
        return (
            (not query.types or entity.type in query.types)
            and (not text or text in entity.value.lower() or any(key and key in name_key(name) for name in entity.aliases))
            and (not query.document_id or entity.id in mentioned)
        )

    def _chunk(self, document_id: str, start: int) -> int:
        return [number for number, chunk in self.index.chunks_of[document_id] if chunk.start <= start][-1]

    def _edges(self, query: EdgeQuery) -> list[Edge]:
        dates = self.index.dates(list(self.index.extractions))
        stated: defaultdict[_Ends, list[str]] = defaultdict(list)
        for document_id in sorted(self.index.extractions):
            if _known_by(dates[document_id], query.as_of):
                for key in dict.fromkeys((_stated(each), each.start) for each in self._of(document_id).relations):
                    stated[key[0]].append(document_id)
        edges = [
            Edge(
                self._numbers.setdefault(ends, len(self._numbers) + 1), ends[0], ends[1], ends[2], ends[3], EdgeStatus.DERIVED,
                max(each.confidence for each in self._evidence(ends)), len(documents), len(set(documents)),
                min(dates[each] for each in documents), max(dates[each] for each in documents),
            )
            for ends, documents in stated.items()
            if _wanted(ends, query)
        ]  # fmt: skip
        return sorted(
            edges,
            key=lambda each: (
                -each.documents,
                -each.confidence,
                -each.sentences,
                each.source,
                each.target,
                each.relationship,
                each.negated,
            ),
        )

    def _evidence(self, ends: _Ends) -> Iterable[Evidence]:
        found = [
            Evidence(document_id, each.start, each.end, each.quote, each.confidence, each.by)
            for document_id in self.index.extractions
            for each in self._of(document_id).relations
            if _stated(each) == ends
        ]
        return sorted(found, key=lambda each: (-each.confidence, each.document_id, each.start))

    def _direction(self, edge: Edge, entity_ids: Sequence[str], query: EdgeQuery) -> bool:
        ends = ((Direction.OUT, edge.source, edge.target), (Direction.IN, edge.target, edge.source))
        return any(
            query.direction in (direction, Direction.BOTH)
            and own in entity_ids
            and (not query.types or self._known()[other].type in query.types)
            for direction, own, other in ends
        )


def _stated(relation: Relation) -> _Ends:
    return (relation.source, relation.relationship, relation.target, relation.negated)


def _ends(edge: Edge) -> _Ends:
    return (edge.source, edge.relationship, edge.target, edge.negated)


def _wanted(ends: _Ends, query: EdgeQuery) -> bool:
    _, relationship, _, negated = ends
    of_kind = (
        relationship in query.relationships if query.relationships else query.co_occurring or relationship is not Relationship.RELATED_TO
    )
    return of_kind and (query.negated or not negated)


def _worth(entity: NamedEntity, name: str) -> int:
    """How surely a name means an entity: 3 by id, 2 by an undisputed name, 1 by a disputed one."""
    statuses = {each.status for each in entity.aliases if name_key(each.name) == name_key(name)}
    if entity.id == name:
        return 3
    if entity.value.lower() == name.lower() or AliasStatus.SAME in statuses:
        return 2
    return int(AliasStatus.DISPUTED in statuses)


def _by_number(count: MentionCount) -> tuple[str, int, str]:
    return (count.document_id, -count.mentions, count.entity_id)


def _by_date(document: DatedDocument) -> tuple[str, str]:
    return (document.date, document.document_id)


def _known_by(date: str, day: str | None) -> bool:
    return day is None or date[: len(day)] <= day[: len(date)]


def _share(known: dict[str, NamedEntity], one: str, other: str) -> bool:
    """Whether two entities have a name in common that is undisputed for both."""
    if one not in known or family_of(known[one].type) is not family_of(known[other].type):
        return False
    keys = [{name_key(each.name) for each in known[entity].aliases if each.status is AliasStatus.SAME} for entity in (one, other)]
    return bool(keys[0] & keys[1])
