"""Questions to the graph."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from desktop.adapters.sqlite import graph_statements as sql
from desktop.adapters.sqlite.conditions import passes
from desktop.adapters.sqlite.database import Database, Row, fetch, fetch_number
from desktop.application.extraction.folding import name_key
from desktop.application.job import CancelToken
from desktop.application.ports import RankedChunk
from desktop.application.refanging import refang
from desktop.application.retrieve.words import fold
from desktop.domain.entity import EntityType, Mention
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
    NeighbourCount,
    Reached,
    Statement,
)
from desktop.domain.passage import Filters
from desktop.domain.relation import Relationship

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

_SHARED = 0.5
"""What the mention of a name counts for one of several entities that share it."""


class SqliteGraphReader:
    """Reads the graph; any number of threads may ask."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- entities ---

    def entities(self, query: EntityQuery) -> tuple[EntitySummary, ...]:
        """Entities that are mentioned, in the most documents first."""
        where = sql.which_entities(query)
        order = "ORDER BY e.documents DESC, e.mentions DESC, e.id LIMIT ? OFFSET ?"
        statement = f"SELECT {sql.SUMMARY} FROM entities e WHERE {where.sql} {order}"
        return tuple(map(_to_summary, self._rows(statement, (*where.values, query.limit, query.offset))))

    def count_entities(self, query: EntityQuery) -> int:
        """How many `entities` would give without its limit."""
        where = sql.which_entities(query)
        with self._database.reading() as connection:
            return fetch_number(connection, f"SELECT count(*) FROM entities e WHERE {where.sql}", where.values)

    def count_types(self) -> dict[EntityType, int]:
        """How many entities of each type are mentioned; types without any are left out."""
        rows = self._rows("SELECT type, count(*) FROM entities WHERE mentions > 0 GROUP BY type ORDER BY count(*) DESC, type")
        return {EntityType(kind): count for kind, count in rows}

    def summaries(self, entity_ids: Sequence[str]) -> tuple[EntitySummary, ...]:
        """These entities, in the order asked; those that the index does not know are passed over."""
        found = f"SELECT {sql.SUMMARY} FROM json_each(?) given JOIN entities e ON e.id = given.value ORDER BY given.key"
        return tuple(map(_to_summary, self._rows(found, (json.dumps(list(entity_ids)),))))

    def called(self, name: str) -> tuple[EntitySummary, ...]:
        """The entities that have this id, else those of whom it is an undisputed name in any spelling, else a disputed one."""
        plain = refang(name.strip())
        return tuple(map(_to_summary, self._rows(sql.CALLED, (plain, fold(plain), name_key(plain)))))

    def named_among(self, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Those of these names, as given, that mean something, with the ids of what each means, as `called` says it."""
        plain = {name: refang(name.strip()) for name in names}
        given = [[name, each, fold(each), name_key(each)] for name, each in plain.items()]
        found: dict[str, tuple[str, ...]] = {}
        for name, entity_id in self._rows(sql.NAMED_AMONG, (json.dumps(given),)):
            found[name] = (*found.get(name, ()), entity_id)
        return found

    def same_as(self, entity_ids: Sequence[str]) -> tuple[str, ...]:
        """These entities, and all that share a name with one of them, or with one that does, where sources say that it is the same."""
        found = [str(name) for (name,) in self._rows(sql.SAME, (json.dumps(list(entity_ids)),))]
        return tuple(dict.fromkeys((*entity_ids, *sorted(found))))

    # --- mentions ---

    def mentions(self, entity_ids: Sequence[str], limit: int, offset: int = 0) -> tuple[LocatedMention, ...]:
        """Where entities are mentioned, by document, then by place; names that they share with others count too."""
        statement = f"""
            SELECT {sql.MENTION} {sql.FROM_MENTIONS} WHERE m.key IN (
                SELECT key FROM mentions WHERE entity IN {sql.GIVEN} UNION SELECT mention FROM candidates WHERE entity IN {sql.GIVEN}
            ) ORDER BY d.id, m."start", m."end" DESC LIMIT ? OFFSET ?"""
        given = json.dumps(list(entity_ids))
        return tuple(map(_to_mention, self._rows(statement, (given, given, limit, offset))))

    def mentions_in(self, document_id: str) -> tuple[LocatedMention, ...]:
        """What a document mentions, by place."""
        statement = f'SELECT {sql.MENTION} {sql.FROM_MENTIONS} WHERE d.id = ? ORDER BY m."start", m."end" DESC'
        return tuple(map(_to_mention, self._rows(statement, (document_id,))))

    def timeline(self, entity_ids: Sequence[str]) -> tuple[DatedDocument, ...]:
        """The documents that mention any of the entities, oldest first, then by id."""
        statement = f"""
            SELECT {sql.DATE}, d.id, d.title, count(*), d.published IS NOT NULL FROM mentions m JOIN documents d ON d.key = m.document
            WHERE m.entity IN {sql.GIVEN} GROUP BY d.key ORDER BY 1, d.id"""
        return tuple(map(_to_dated, self._rows(statement, (json.dumps(list(entity_ids)),))))

    def dated(self, document_ids: Sequence[str]) -> tuple[DatedDocument, ...]:
        """These documents and facts with their dates and all that they mention counted, in the order asked; unknown ones passed over."""
        statement = f"""
            SELECT {sql.DATE}, d.id, d.title, (SELECT count(*) FROM mentions m WHERE m.document = d.key), d.published IS NOT NULL
            FROM json_each(?) given JOIN documents d ON d.id = given.value ORDER BY given.key"""
        return tuple(map(_to_dated, self._rows(statement, (json.dumps(list(document_ids)),))))

    def count_mentions(self, document_ids: Sequence[str]) -> tuple[MentionCount, ...]:
        """What these documents mention and how often: by document id, the most mentioned first, ties by entity id."""
        statement = """
            SELECT d.id, e.id, count(*) AS often FROM json_each(?) given JOIN documents d ON d.id = given.value
            JOIN mentions m ON m.document = d.key JOIN entities e ON e.key = m.entity
            GROUP BY d.key, e.key ORDER BY d.id, often DESC, e.id"""
        return tuple(MentionCount(*row) for row in self._rows(statement, (json.dumps(list(document_ids)),)))

    def mentioned_in(self, entity_ids: Sequence[str]) -> tuple[MentionCount, ...]:
        """Which documents mention these entities, each for itself, and how often: by document id, then by entity id."""
        statement = f"""
            SELECT d.id, e.id, count(*) FROM mentions m JOIN documents d ON d.key = m.document JOIN entities e ON e.key = m.entity
            WHERE m.entity IN {sql.GIVEN} GROUP BY d.key, e.key ORDER BY d.id, e.id"""
        return tuple(MentionCount(*row) for row in self._rows(statement, (json.dumps(list(entity_ids)),)))

    def chunks_mentioning(self, entity_ids: Sequence[str], limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by how much of the entities they mention, best first, ties by document id and position."""
        allowed = passes(filters)
        within = " AND d.hidden = 0" if filters.empty else f" AND d.key IN (SELECT key FROM documents WHERE {allowed.sql})"
        statement = f"""
            SELECT c.id, d.id, c.position, sum(m.confidence * m.share) AS score FROM (
                SELECT chunk, confidence, 1.0 AS share FROM mentions WHERE entity IN {sql.GIVEN}
                UNION ALL
                SELECT m.chunk, m.confidence, {_SHARED} FROM candidates s JOIN mentions m ON m.key = s.mention WHERE s.entity IN {sql.GIVEN}
            ) m JOIN chunks c ON c.id = m.chunk JOIN documents d ON d.key = c.document{within}
            GROUP BY c.id ORDER BY score DESC, d.id, c.position LIMIT ?"""
        given = json.dumps(list(entity_ids))
        values = (given, given, *(() if filters.empty else allowed.values), limit)
        with self._database.reading(cancel) as connection:
            return [RankedChunk(*row) for row in fetch(connection, statement, values)]

    def chunks_stating(self, edges: Sequence[int], limit: int, filters: Filters, cancel: CancelToken) -> list[tuple[int, RankedChunk]]:
        """The chunks in which edges (by number) are stated, each with its edge, the surest first, at most `limit` an edge."""
        allowed = passes(filters)
        within = "" if filters.empty else f"AND d.key IN (SELECT key FROM documents WHERE {allowed.sql})"
        statement = f"""
            SELECT v.relation, c.id, d.id, c.position, max(v.confidence) AS sure FROM evidence v
            JOIN sentences n ON n.key = v.sentence JOIN chunks c ON c.id = n.chunk JOIN documents d ON d.key = n.document {within}
            WHERE v.relation = ? GROUP BY c.id ORDER BY sure DESC, d.id, c.position LIMIT ?"""
        given = () if filters.empty else allowed.values
        with self._database.reading(cancel) as connection:
            rows = [row for edge in edges for row in fetch(connection, statement, (*given, edge, limit))]
        return [(edge, RankedChunk(*ranked)) for edge, *ranked in rows]

    # --- edges ---

    def edges(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Edge, ...]:
        """Edges of entities without their evidence, those that most documents state first."""
        where = sql.which_edges(entity_ids, query)
        statement = f"{sql.EDGE.format(condition=where.sql)} {sql.BY_WEIGHT} LIMIT ? OFFSET ?"
        return tuple(map(_to_edge, self._rows(statement, (*where.values, query.limit, query.offset))))

    def count_edges(self, entity_ids: Sequence[str], query: EdgeQuery) -> int:
        """How many `edges` would give without its limit."""
        where = sql.which_edges(entity_ids, query)
        with self._database.reading() as connection:
            return fetch_number(connection, f"SELECT count(*) FROM ({sql.EDGE.format(condition=where.sql)})", where.values)

    def edges_among(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Edge, ...]:
        """Edges with both ends among the entities, without their evidence."""
        where = sql.edges_between(entity_ids, query)
        statement = f"{sql.EDGE.format(condition=where.sql)} {sql.BY_WEIGHT} LIMIT ? OFFSET ?"
        return tuple(map(_to_edge, self._rows(statement, (*where.values, query.limit, query.offset))))

    def edges_by_key(self, keys: Sequence[int]) -> tuple[Edge, ...]:
        """Edges by number, in the order asked, without their evidence; those that are gone are passed over."""
        statement = sql.EDGE.format(condition="r.key IN (SELECT value FROM json_each(?))")
        found = {edge.key: edge for edge in map(_to_edge, self._rows(statement, (json.dumps(list(keys)),)))}
        return tuple(found[key] for key in keys if key in found)

    def stated_in(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[Statement, ...]:
        """Which documents state edges with both ends among the entities, all of them: by edge, then by document id."""
        where = sql.edges_between(entity_ids, query)
        rows = self._rows(sql.STATED_IN.format(condition=where.sql), where.values)
        return tuple(Statement(source, Relationship(said), target, document_id) for source, said, target, document_id in rows)

    def first_published(self, edges: Sequence[int]) -> dict[int, str]:
        """The earliest date of a document that states an edge, by its number; an edge that only undated ones state is left out."""
        return {int(key): str(date) for key, date in self._rows(sql.FIRST_PUBLISHED, (json.dumps(list(edges)),))}

    def count_neighbours(self, entity_ids: Sequence[str], query: EdgeQuery) -> tuple[NeighbourCount, ...]:
        """Neighbours by relationship, direction and type, most first."""
        counts: list[NeighbourCount] = []
        for direction, other in ((Direction.OUT, "b"), (Direction.IN, "a")):
            if query.direction in (direction, Direction.BOTH):
                where = sql.which_edges(entity_ids, replace(query, direction=direction))
                statement = f"""
                    SELECT r.relationship, {other}.type, count(DISTINCT {other}.key)
                    FROM relations r JOIN entities a ON a.key = r.source JOIN entities b ON b.key = r.target
                    JOIN evidence v ON v.relation = r.key JOIN sentences n ON n.key = v.sentence JOIN documents d ON d.key = n.document
                    WHERE {where.sql} GROUP BY 1, 2"""
                rows = self._rows(statement, where.values)
                counts += [NeighbourCount(Relationship(name), direction, EntityType(kind), count) for name, kind, count in rows]
        return tuple(sorted(counts, key=lambda each: (-each.entities, each.relationship, each.type, each.direction)))

    def with_evidence(self, edges: Sequence[Edge], limit: int) -> tuple[Edge, ...]:
        """The same edges with their surest evidence, each with at most so much."""
        with self._database.reading() as connection:
            return tuple(
                replace(edge, evidence=tuple(map(_to_evidence, fetch(connection, sql.EVIDENCE, (edge.key, limit))))) for edge in edges
            )

    def links(self, entity_ids: Sequence[str], query: EdgeQuery, cancel: CancelToken) -> list[Link]:
        """Edges of entities, whichever way they point, at most `query.limit`: those that most sentences state."""
        where = sql.which_links(entity_ids, query)
        with self._database.reading(cancel) as connection:
            rows = fetch(connection, sql.LINKS.format(condition=where.sql), (*where.values, query.limit))
        return [Link(key, source, target, sentences, bool(is_claim)) for key, source, target, sentences, is_claim in rows]

    def reach(self, entity_ids: Sequence[str], hops: int, query: EdgeQuery, cancel: CancelToken) -> list[Reached]:
        """Entities within so many edges, at most `query.limit`, best first; each by its best path."""
        given = json.dumps(list(entity_ids))
        with self._database.reading(cancel) as connection:
            asked = sql.reach(hops, query, [key for (key,) in fetch(connection, sql.REJECTED)])
            rows = fetch(connection, asked.sql, (given, *asked.values, given, query.limit))
        return [Reached(name, score, tuple(map(int, filter(None, path.split(","))))) for name, score, path in rows]

    def _rows(self, statement: str, values: Sequence[str | float] = ()) -> list[Row]:
        with self._database.reading() as connection:
            return fetch(connection, statement, values)


def _to_summary(row: Row) -> EntitySummary:
    name, kind, value, identity_class, aliases, documents, mentions = row
    names = tuple(each for each in dict.fromkeys(json.loads(aliases)) if each != value)
    return EntitySummary(name, EntityType(kind), value, identity_class, names, documents, mentions)


def _to_dated(row: Row) -> DatedDocument:
    date, document_id, title, mentions, has_date = row
    return DatedDocument(date, document_id, title, mentions, bool(has_date))


def _to_mention(row: Row) -> LocatedMention:
    document_id, chunk, kind, value, text, start, end, confidence, said, entity, candidates, identity_class, notes = row
    mention = Mention(
        EntityType(kind), value, text, start, end, confidence, said, entity, tuple(json.loads(candidates)), identity_class,
        tuple(json.loads(notes or "[]")),
    )  # fmt: skip
    return LocatedMention(document_id, chunk, mention)


def _to_edge(row: Row) -> Edge:
    key, source, relationship, target, negated, status, confidence, sentences, documents, first, last = row
    return Edge(
        key, source, Relationship(relationship), target, bool(negated), EdgeStatus(status), confidence, sentences, documents, first, last
    )


def _to_evidence(row: Row) -> Evidence:
    _, document_id, start, end, quote, confidence, said, status = row
    return Evidence(document_id, start, end, quote, confidence, said, EdgeStatus(status))
