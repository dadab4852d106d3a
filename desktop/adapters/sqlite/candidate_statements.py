"""What waits to be judged, as SQL."""

from __future__ import annotations

import json
from collections.abc import Sequence

from desktop.adapters.sqlite.graph_statements import GIVEN, Condition, judged, judged_entities, key_of
from desktop.application.exchange.bundles import FORMATS
from desktop.application.extraction.folding import name_key
from desktop.application.extraction.knowledge import FROM_TEXT
from desktop.application.retrieve.words import fold
from desktop.domain.candidate import CandidateKind, CandidateOrder, CandidateQuery
from desktop.domain.entity import EntityType
from desktop.domain.relation import Relationship

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

_BUNDLES = ", ".join(f"'{each}'" for each in sorted(FORMATS))
PLAIN = f"d.kind = 'document' AND d.source_format NOT IN ({_BUNDLES})"
"""A document whose mentions the extractors found: what facts and bundles say, they say on their own word."""
_OF_CASE = "EXISTS (SELECT 1 FROM json_each(d.tags) WHERE value = ?)"
_STATED_IN = "SELECT v.relation FROM evidence v JOIN sentences n ON n.key = v.sentence JOIN documents d ON d.key = n.document WHERE"
_INDICATORS = ", ".join(f"'{each}'" for each in EntityType if each.is_indicator)
_ORDERS = {
    CandidateOrder.SUREST: "confidence DESC, places DESC",
    CandidateOrder.LEAST_SURE: "confidence, places",
    CandidateOrder.MOST_STATED: "places DESC, confidence DESC",
}

RELATIONS = """
    SELECT a.id, a.type, a.value, r.relationship, b.id, b.type, b.value, r.negated, r.confidence, r.sentences AS places,
        (SELECT count(DISTINCT n.document) FROM evidence v JOIN sentences n ON n.key = v.sentence WHERE v.relation = r.key),
        (SELECT g.said FROM evidence v JOIN grounds g ON g.key = v.ground WHERE v.relation = r.key ORDER BY v.confidence DESC, v.sentence
            LIMIT 1)
    FROM relations r JOIN entities a ON a.key = r.source JOIN entities b ON b.key = r.target
    WHERE r.key IN (
        SELECT r.key FROM relations r JOIN entities a ON a.key = r.source JOIN entities b ON b.key = r.target
        WHERE {condition} ORDER BY {inner}, a.value, b.value, a.id, b.id, r.relationship, r.negated LIMIT ? OFFSET ?
    ) ORDER BY {order}, a.value, b.value, a.id, b.id, r.relationship, r.negated
"""
ENTITIES = f"""
    WITH found AS ({{found}} ORDER BY {{order}}, e.value, e.id LIMIT ? OFFSET ?)
    SELECT e.id, e.type, e.value, e.identity_class, f.confidence, f.places, f.documents,
        (SELECT g.said FROM mentions m JOIN grounds g ON g.key = m.ground WHERE m.entity = e.key ORDER BY m.confidence DESC, m.key LIMIT 1),
        (SELECT json_group_array(text) FROM (
            SELECT text FROM mentions WHERE entity = e.key GROUP BY text ORDER BY count(*) DESC, text LIMIT 8)),
        EXISTS (SELECT 1 FROM aliases s WHERE s.entity = e.key AND s.source <> '{FROM_TEXT}')
    FROM found f JOIN entities e ON e.key = f.entity ORDER BY {{order}}, e.value, e.id
"""
FOUND_ENTITIES = f"""
    SELECT e.key AS entity, max(m.confidence) AS confidence, count(*) AS places, count(DISTINCT m.document) AS documents
    FROM mentions m JOIN documents d ON d.key = m.document JOIN entities e ON e.key = m.entity
    WHERE {PLAIN} AND {{condition}} GROUP BY e.key HAVING max(m.confidence) BETWEEN ? AND ?
"""
SHARED = """
    WITH found AS ({found} ORDER BY {order}, m.value, m.type LIMIT ? OFFSET ?)
    SELECT f.type, f.value, f.confidence, f.places, f.documents,
        (SELECT g.said FROM mentions m JOIN grounds g ON g.key = m.ground WHERE m.key = f.one),
        (SELECT json_group_array(json_array(o.id, o.type, o.value) ORDER BY c.position) FROM candidates c
            JOIN entities o ON o.key = c.entity WHERE c.mention = f.one)
    FROM found f ORDER BY {order}, f.value, f.type
"""
FOUND_SHARED = f"""
    SELECT m.type AS type, m.value AS value, max(m.confidence) AS confidence, count(*) AS places, count(DISTINCT m.document) AS documents,
        min(m.key) AS one
    FROM mentions m JOIN documents d ON d.key = m.document
    WHERE m.entity IS NULL AND {PLAIN} AND {{condition}} GROUP BY m.type, m.value HAVING max(m.confidence) BETWEEN ? AND ?
"""
PLACES = f"""
    SELECT d.id, m."start", m."end", m.text, m.confidence, g.said FROM mentions m
    JOIN documents d ON d.key = m.document JOIN grounds g ON g.key = m.ground
    WHERE {PLAIN} AND {{condition}} ORDER BY m.confidence DESC, d.id, m."start" LIMIT ?
"""
MENTIONED_AT = f"""
    SELECT d.id, m."start", m."end", m.text, m.confidence, g.said FROM mentions m
    JOIN documents d ON d.key = m.document JOIN grounds g ON g.key = m.ground
    WHERE d.id = ? AND m."start" >= ? AND m."end" <= ? AND m.entity IN {GIVEN} ORDER BY m."start"
"""
RELATION = f"""
    SELECT r.key FROM relations r WHERE r.source IN {GIVEN} AND r.relationship = ? AND r.target IN {GIVEN} AND r.negated = ?
"""


def order_of(query: CandidateQuery) -> str:
    """What stands after ORDER BY, before the ties."""
    return _ORDERS[query.order]


def which_relations(query: CandidateQuery) -> Condition:
    """What a relation (called `r`, its ends `a` and `b`) must meet to be a candidate."""
    parts: list[tuple[str, tuple[str | float, ...]]] = [
        (f"r.relationship <> '{Relationship.RELATED_TO}' AND r.confidence BETWEEN ? AND ?", (query.least, query.most)),
        ("NOT EXISTS (SELECT 1 FROM evidence v WHERE v.relation = r.key AND v.status <> 'derived')", ()),
        (f"r.key NOT IN ({judged('rejected')}) AND r.key NOT IN ({judged('accepted')})", ()),
    ]
    if query.types:
        given = _texts(query.types)
        parts.append(("(a.type IN (SELECT value FROM json_each(?)) OR b.type IN (SELECT value FROM json_each(?)))", (given, given)))
    if query.entity_id:
        given = _texts([query.entity_id])
        parts.append((f"(r.source IN {GIVEN} OR r.target IN {GIVEN})", (given, given)))
    if query.text.strip():
        named = _named(query.text)
        keys = f"(SELECT e.key FROM entities e WHERE {named.sql})"
        parts.append((f"(r.source IN {keys} OR r.target IN {keys})", named.values * 2))
    if query.document_id:
        parts.append((f"r.key IN ({_STATED_IN} d.id = ?)", (query.document_id,)))
    if query.case:
        parts.append((f"r.key IN ({_STATED_IN} {_OF_CASE})", (query.case,)))
    return _joined(parts)


def found_entities(query: CandidateQuery) -> Condition:
    """The entities that are candidates, as a statement."""
    indicators = "" if query.kind is CandidateKind.INDICATOR else "NOT "
    decided = f"({judged_entities('accepted')}) AND e.key NOT IN ({judged_entities('rejected')})"
    parts: list[tuple[str, tuple[str | float, ...]]] = [
        (f"e.type {indicators}IN ({_INDICATORS}) AND e.key NOT IN {decided}", ()),
        ("e.key NOT IN (SELECT entity FROM aliases WHERE source = 'allow.csv')", ()),
    ]
    if query.types:
        parts.append(("e.type IN (SELECT value FROM json_each(?))", (_texts(query.types),)))
    if query.entity_id:
        parts.append(("e.id = ?", (query.entity_id,)))
    if query.text.strip():
        named = _named(query.text)
        parts.append((named.sql, named.values))
    if query.document_id:
        parts.append(
            ("e.key IN (SELECT entity FROM mentions WHERE document = (SELECT key FROM documents WHERE id = ?))", (query.document_id,))
        )
    if query.case:
        parts.append((_OF_CASE, (query.case,)))
    joined = _joined(parts)
    return Condition(FOUND_ENTITIES.format(condition=joined.sql), (*joined.values, query.least, query.most))


def found_shared(query: CandidateQuery) -> Condition:
    """The names that several entities share, as a statement."""
    parts: list[tuple[str, tuple[str | float, ...]]] = []
    if query.types:
        parts.append(("m.type IN (SELECT value FROM json_each(?))", (_texts(query.types),)))
    if query.entity_id:
        parts.append((f"m.key IN (SELECT mention FROM candidates WHERE entity IN {GIVEN})", (_texts([query.entity_id]),)))
    if query.text.strip():
        parts.append((f"instr({key_of('lower(m.value)')}, ?)", (name_key(query.text),)))
    if query.document_id:
        parts.append(("d.id = ?", (query.document_id,)))
    if query.case:
        parts.append((_OF_CASE, (query.case,)))
    joined = _joined(parts)
    return Condition(FOUND_SHARED.format(condition=joined.sql), (*joined.values, query.least, query.most))


def _named(text: str) -> Condition:
    """That an entity (called `e`) has this in its value or in a name."""
    key = name_key(text)
    names = "e.key IN (SELECT entity FROM aliases WHERE instr(folded, ?) AND status <> 'distinct')"
    return Condition(f"(instr(e.folded, ?) OR {names})" if key else "instr(e.folded, ?)", (fold(text.strip()), *((key,) if key else ())))


def _joined(parts: Sequence[tuple[str, tuple[str | float, ...]]]) -> Condition:
    return Condition(" AND ".join(sql for sql, _ in parts) or "TRUE", tuple(value for _, values in parts for value in values))


def _texts(values: Sequence[str]) -> str:
    return json.dumps([str(value) for value in values])
