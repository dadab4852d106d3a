"""Questions about what waits to be judged."""

from __future__ import annotations

import json
from collections.abc import Sequence

from desktop.adapters.sqlite import candidate_statements as sql
from desktop.adapters.sqlite.database import Database, Row, fetch, fetch_number
from desktop.adapters.sqlite.graph_statements import EVIDENCE
from desktop.application.job import CancelToken
from desktop.domain.candidate import Candidate, CandidateKind, CandidateQuery
from desktop.domain.entity import EntityType
from desktop.domain.graph import EdgeStatus, Evidence, NamedEntity
from desktop.domain.relation import Relationship

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own


class SqliteCandidateReader:
    """Reads candidates; any number of threads may ask."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def candidates(self, query: CandidateQuery, cancel: CancelToken) -> tuple[Candidate, ...]:
        """A stretch of the candidates in their order, ties by what they say."""
        order, stretch = sql.order_of(query), (query.limit, query.offset)
        with self._database.reading(cancel) as connection:
            if query.kind is CandidateKind.RELATION:
                where = sql.which_relations(query)
                inner = order.replace("places", "r.sentences")
                statement = sql.RELATIONS.format(condition=where.sql, inner=inner, order=order)
                return tuple(map(_to_relation, fetch(connection, statement, (*where.values, *stretch))))
            if query.kind is CandidateKind.SHARED:
                found = sql.found_shared(query)
                rows = fetch(connection, sql.SHARED.format(found=found.sql, order=order), (*found.values, *stretch))
                return tuple(map(_to_shared, rows))
            found = sql.found_entities(query)
            rows = fetch(connection, sql.ENTITIES.format(found=found.sql, order=order), (*found.values, *stretch))
            return tuple(_to_entity(query.kind, row) for row in rows)

    def count_candidates(self, query: CandidateQuery, cancel: CancelToken) -> int:
        """How many `candidates` would give without its limit."""
        with self._database.reading(cancel) as connection:
            if query.kind is CandidateKind.RELATION:
                where = sql.which_relations(query)
                ends = "relations r JOIN entities a ON a.key = r.source JOIN entities b ON b.key = r.target"
                return fetch_number(connection, f"SELECT count(*) FROM {ends} WHERE {where.sql}", where.values)
            found = sql.found_shared(query) if query.kind is CandidateKind.SHARED else sql.found_entities(query)
            return fetch_number(connection, f"SELECT count(*) FROM ({found.sql})", found.values)

    def places(self, candidate: Candidate, limit: int) -> tuple[Evidence, ...]:
        """Where a candidate was found, the surest first."""
        with self._database.reading() as connection:
            if candidate.object is not None:
                ends = (json.dumps([candidate.subject.id]), str(candidate.relationship), json.dumps([candidate.object.id]))
                keys = fetch(connection, sql.RELATION, (*ends, int(candidate.negated)))
                rows = [row[1:7] for (key,) in keys for row in fetch(connection, EVIDENCE, (key, limit))]
            elif candidate.subject.id:
                condition = "m.entity = (SELECT key FROM entities WHERE id = ?)"
                rows = fetch(connection, sql.PLACES.format(condition=condition), (candidate.subject.id, limit))
            else:
                shared = sql.PLACES.format(condition="m.entity IS NULL AND m.type = ? AND m.value = ?")
                rows = fetch(connection, shared, (str(candidate.subject.type), candidate.subject.value, limit))
        return tuple(map(_to_place, rows))

    def mentioned_at(self, document_id: str, start: int, end: int, entity_ids: Sequence[str]) -> tuple[Evidence, ...]:
        """Mentions of some entities within a stretch of a document, by place."""
        with self._database.reading() as connection:
            return tuple(map(_to_place, fetch(connection, sql.MENTIONED_AT, (document_id, start, end, json.dumps(list(entity_ids))))))


def _to_relation(row: Row) -> Candidate:
    source, source_type, source_value, said, target, target_type, target_value, negated, confidence, places, documents, by = row
    subject, thing = (
        NamedEntity(source, EntityType(source_type), source_value),
        NamedEntity(target, EntityType(target_type), target_value),
    )
    return Candidate(
        CandidateKind.RELATION, subject, confidence, places, documents, by, Relationship(said), thing, bool(negated)
    )  # fmt: skip


def _to_entity(kind: CandidateKind, row: Row) -> Candidate:
    entity_id, entity_type, value, identity_class, confidence, places, documents, by, spellings, known = row
    subject = NamedEntity(entity_id, EntityType(entity_type), value, identity_class)
    return Candidate(kind, subject, confidence, places, documents, by, spellings=tuple(json.loads(spellings)), is_known=bool(known))


def _to_shared(row: Row) -> Candidate:
    kind, value, confidence, places, documents, by, options = row
    shared = tuple(NamedEntity(name, EntityType(of), called) for name, of, called in json.loads(options))
    return Candidate(
        CandidateKind.SHARED, NamedEntity("", EntityType(kind), value), confidence, places, documents, by, spellings=(value,),
        options=shared,
    )  # fmt: skip


def _to_place(row: Row) -> Evidence:
    document_id, start, end, text, confidence, by = row
    return Evidence(document_id, start, end, text, confidence, by, EdgeStatus.DERIVED)
