"""The graph's questions as SQL."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from desktop.application.extraction.folding import name_key
from desktop.application.retrieve.words import fold
from desktop.domain.entity import EntityType
from desktop.domain.fact import IS
from desktop.domain.graph import Direction, EdgeQuery, EntityQuery
from desktop.domain.relation import Relationship

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

GIVEN = "(SELECT key FROM entities WHERE id IN (SELECT value FROM json_each(?)))"
"""The keys of entities given by id."""

SUMMARY = """e.id, e.type, e.value, e.identity_class,
    (SELECT json_group_array(a.name ORDER BY a.position) FROM aliases a WHERE a.entity = e.key AND a.status <> 'distinct'),
    e.documents, e.mentions"""

_FAMILY = "CASE {0}.type WHEN 'threat-actor' THEN 'intrusion-set' WHEN 'tool' THEN 'malware' ELSE {0}.type END"
SAME = f"""
    WITH RECURSIVE same (key) AS (
        SELECT key FROM entities WHERE id IN (SELECT value FROM json_each(?))
        UNION
        SELECT b.entity FROM same s
        CROSS JOIN aliases a ON a.entity = s.key AND a.status = 'same' AND a.folded <> ''
        CROSS JOIN aliases b ON b.folded = a.folded AND b.status = 'same' AND b.entity <> a.entity
        CROSS JOIN entities one ON one.key = a.entity CROSS JOIN entities other ON other.key = b.entity
        WHERE {_FAMILY.format("one")} = {_FAMILY.format("other")}
    )
    SELECT e.id FROM same JOIN entities e USING (key)
"""
"""A name leads from an entity to all others that it is the undisputed name of, and so on.

In this order of joins: of thousands of entities, SQLite would go through all aliases for each, and take a hundred times as long.
"""

CALLED = f"""
    WITH matches (key, worth) AS (
        SELECT key, 3 FROM entities WHERE id = ?1
        UNION ALL SELECT key, 2 FROM entities WHERE folded = ?2
        UNION ALL SELECT entity, CASE status WHEN 'same' THEN 2 ELSE 1 END FROM aliases
            WHERE folded = ?3 AND ?3 <> '' AND status <> 'distinct'
    )
    SELECT {SUMMARY} FROM entities e
    WHERE e.key IN (SELECT key FROM matches WHERE worth = (SELECT max(worth) FROM matches))
    ORDER BY e.documents DESC, e.mentions DESC, e.id
"""
"""An id is more than a name, and an undisputed name more than a disputed one."""

NAMED_AMONG = """
    WITH given (name, id, value, folded) AS (
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?)
    ),
    matches (name, key, worth) AS (
        SELECT g.name, e.key, 3 FROM given g JOIN entities e ON e.id = g.id
        UNION ALL SELECT g.name, e.key, 2 FROM given g JOIN entities e ON e.folded = g.value
        UNION ALL SELECT g.name, a.entity, CASE a.status WHEN 'same' THEN 2 ELSE 1 END FROM given g
            JOIN aliases a ON a.folded = g.folded AND a.status <> 'distinct' WHERE g.folded <> ''
    )
    SELECT DISTINCT m.name, e.id FROM matches m JOIN entities e ON e.key = m.key
    WHERE m.worth = (SELECT max(o.worth) FROM matches o WHERE o.name = m.name)
    ORDER BY m.name, e.documents DESC, e.mentions DESC, e.id
"""

MENTION = """d.id, m.chunk, coalesce(e.type, m.type), coalesce(m.value, e.value), m.text, m."start", m."end", m.confidence, g.said, e.id,
    (SELECT json_group_array(o.id ORDER BY c.position) FROM candidates c JOIN entities o ON o.key = c.entity WHERE c.mention = m.key),
    coalesce(e.identity_class, ''), m.notes"""
FROM_MENTIONS = """FROM mentions m JOIN documents d ON d.key = m.document JOIN grounds g ON g.key = m.ground
    LEFT JOIN entities e ON e.key = m.entity"""

DATE = "coalesce(d.published, substr(d.imported_at, 1, 10))"
_STATUS = """CASE max(CASE v.status WHEN 'asserted' THEN 2 WHEN 'stated' THEN 1 ELSE 0 END)
        WHEN 2 THEN 'asserted' WHEN 1 THEN 'stated' ELSE 'derived' END"""
EDGE = f"""
    SELECT r.key, a.id, r.relationship, b.id, r.negated, {_STATUS}, max(v.confidence), count(*), count(DISTINCT n.document) AS documents,
        min({DATE}), max({DATE})
    FROM relations r JOIN entities a ON a.key = r.source JOIN entities b ON b.key = r.target
    JOIN evidence v ON v.relation = r.key JOIN sentences n ON n.key = v.sentence JOIN documents d ON d.key = n.document
    WHERE {{condition}}
    GROUP BY r.key
"""
STATED_IN = """
    SELECT DISTINCT a.id, r.relationship, b.id, d.id
    FROM relations r JOIN entities a ON a.key = r.source JOIN entities b ON b.key = r.target
    JOIN evidence v ON v.relation = r.key JOIN sentences n ON n.key = v.sentence JOIN documents d ON d.key = n.document
    WHERE {condition} ORDER BY a.id, r.relationship, b.id, d.id
"""
FIRST_PUBLISHED = """
    SELECT v.relation, min(d.published) FROM evidence v
    JOIN sentences n ON n.key = v.sentence JOIN documents d ON d.key = n.document
    WHERE v.relation IN (SELECT value FROM json_each(?)) AND d.published IS NOT NULL GROUP BY v.relation
"""
BY_WEIGHT = "ORDER BY documents DESC, max(v.confidence) DESC, count(*) DESC, a.id, b.id, r.relationship, r.negated"

EVIDENCE = """
    SELECT v.relation, d.id, n."start", n."end", n.quote, v.confidence, g.said, v.status FROM evidence v
    JOIN sentences n ON n.key = v.sentence JOIN documents d ON d.key = n.document JOIN grounds g ON g.key = v.ground
    WHERE v.relation = ? ORDER BY v.confidence DESC, d.id, n."start" LIMIT ?
"""


_PUNCTUATION = " -_'.,/()&+"
"""What names are written with besides letters and digits."""
_KINDS = ", ".join(f"'{each}'" for each in EntityType)


def key_of(text: str) -> str:
    """The key of a name (`name_key`) as SQL, out of an expression for its folded text.

    A function of Python that SQLite calls would be shorter, but with one registered the window died of corrupted memory within seconds.
    """
    for each in _PUNCTUATION:
        text = "replace({}, '{}', '')".format(text, each.replace("'", "''"))
    return text


def _meant_key(end: str) -> str:
    """The key of what stands in a fact; of an id, that of its value."""
    kind, value = f"substr(f.{end}_key, 1, instr(f.{end}_key, ':') - 1)", f"substr(f.{end}_key, instr(f.{end}_key, ':') + 1)"
    return key_of(f"iif({kind} IN ({_KINDS}), {value}, f.{end}_key)")


def _meant(end: str, status: str) -> str:
    """(fact, entity) of what the facts of a status mean by their subject or object: an id, else a value or undisputed name."""
    no_id = f"NOT EXISTS (SELECT 1 FROM entities i WHERE i.id = f.{end})"
    of_status = f"f.status = '{status}' AND f.{end} IS NOT NULL"
    return f"""
        SELECT f.key AS fact, e.key AS entity FROM facts f CROSS JOIN entities e ON e.id = f.{end} WHERE {of_status}
        UNION SELECT f.key, e.key FROM facts f CROSS JOIN entities e ON e.folded = f.{end}_key WHERE {of_status} AND {no_id}
        UNION SELECT f.key, a.entity FROM facts f CROSS JOIN aliases a ON a.folded = {_meant_key(end)} AND a.status = 'same'
            WHERE {of_status} AND {no_id} AND a.folded <> ''"""


def judged(status: str) -> str:
    """The relations that facts of a status speak of, whether they name their ends by ids or by names."""
    return f"""
    SELECT x.key FROM facts f JOIN ({_meant("subject", status)}) s ON s.fact = f.key JOIN ({_meant("object", status)}) o ON o.fact = f.key
    JOIN relations x ON x.source = s.entity AND x.relationship = f.relationship AND x.target = o.entity AND x.negated = f.negated"""


def judged_entities(status: str) -> str:
    """The entities of which facts of a status say that there are such things."""
    return f"SELECT s.entity FROM facts f JOIN ({_meant('subject', status)}) s ON s.fact = f.key WHERE f.relationship = '{IS}'"


REJECTED = judged("rejected")
"""What the analyst said is not so counts no more, whatever states it."""

_WIDEST = 250
"""So many entities, the best, are gone on from at each distance: the neighbours of everybody's neighbours are everybody."""
_HALF = 0.5
"""What remains of a path's worth with each edge more."""
_FIRST = (
    "at_0 (entity, name, score, said, path) AS (SELECT key, id, 1.0, 0, ',' FROM entities WHERE id IN (SELECT value FROM json_each(?)))"
)
_STEP = f"""
    SELECT r.{{onto}} AS entity, w.score * r.confidence * {_HALF} AS score, r.sentences AS said, w.path AS before, r.key AS via,
        w.name AS since, r.relationship AS by, '{{own}}' AS direction, r.negated AS negated
    FROM at_{{before}} w CROSS JOIN relations r ON r.{{own}} = w.entity
    WHERE {{condition}} AND (w.path = ',' OR instr(w.path, ',' || r.key || ',') = 0)
"""
"""From the few entities to their relations: left to choose, SQLite reads every relation that there is."""
_NEXT = f"""ways_{{number}} AS MATERIALIZED ({{out}} UNION ALL {{into}}),
least_{{number}} (score) AS (
    SELECT min(best) FROM (SELECT max(score) AS best FROM ways_{{number}} GROUP BY entity ORDER BY best DESC LIMIT {_WIDEST})
),
at_{{number}} (entity, name, score, said, path) AS MATERIALIZED (
    SELECT s.entity, e.id, s.score, s.said, s.before || s.via || ',' FROM (
        SELECT *, row_number() OVER (PARTITION BY entity ORDER BY score DESC, said DESC, since, by, direction, negated) AS place
        FROM ways_{{number}} WHERE score >= (SELECT score FROM least_{{number}})
    ) s JOIN entities e ON e.key = s.entity
    WHERE s.place = 1 ORDER BY s.score DESC, s.said DESC, e.id LIMIT {_WIDEST}
)"""
"""Of equally good ways the first by names: their numbers depend on what was read first, and are others in an index made anew.

Only what may be among the best is put in order, for that is what takes time.
"""

LINKS = """
    SELECT r.key, a.id, b.id, r.sentences, r.relationship <> 'related-to' AND NOT r.negated
    FROM relations r JOIN entities a ON a.key = r.source JOIN entities b ON b.key = r.target
    WHERE {condition} ORDER BY r.sentences DESC, r.confidence DESC, a.id, b.id, r.relationship, r.negated LIMIT ?
"""


@dataclass(frozen=True, slots=True)
class Condition:
    """What stands after WHERE, and the values of its question marks."""

    sql: str
    values: tuple[str | float, ...] = ()


def which_entities(query: EntityQuery) -> Condition:
    """What a row of `entities` (called `e`) must meet."""
    parts: list[tuple[str, tuple[str, ...]]] = [("e.mentions > 0", ())]
    if query.types:
        parts.append(("e.type IN (SELECT value FROM json_each(?))", (_texts(query.types),)))
    if query.text.strip():
        text, key = fold(query.text.strip()), name_key(query.text)
        names = "e.key IN (SELECT entity FROM aliases WHERE instr(folded, ?) AND status <> 'distinct')"
        parts.append((f"(instr(e.folded, ?) OR {names})", (text, key)) if key else ("instr(e.folded, ?)", (text,)))
    if query.document_id:
        in_document = "SELECT entity FROM mentions WHERE document = (SELECT key FROM documents WHERE id = ?)"
        parts.append((f"e.key IN ({in_document})", (query.document_id,)))
    return _joined(parts)


def which_edges(entity_ids: Sequence[str], query: EdgeQuery) -> Condition:
    """What a relation (called `r`, its ends `a` and `b`, its document `d`) must meet to be an edge of the entities."""
    given = json.dumps(list(entity_ids))
    ends: list[tuple[str, tuple[str, ...]]] = []
    for direction, own, other in ((Direction.OUT, "source", "b"), (Direction.IN, "target", "a")):
        if query.direction in (direction, Direction.BOTH):
            of_type = f" AND {other}.type IN (SELECT value FROM json_each(?))" if query.types else ""
            ends.append((f"(r.{own} IN {GIVEN}{of_type})", (given, *([_texts(query.types)] if query.types else ()))))
    either = f"r.key IN (SELECT key FROM relations WHERE source IN {GIVEN} UNION SELECT key FROM relations WHERE target IN {GIVEN})"
    parts = [(either, (given, given)), (f"({' OR '.join(sql for sql, _ in ends)})", tuple(value for _, values in ends for value in values))]
    return _joined([*parts, *_kinds(query), _not_rejected(), *_dated(query)])


def edges_between(entity_ids: Sequence[str], query: EdgeQuery) -> Condition:
    """The same for relations with both ends among the entities."""
    given = json.dumps(list(entity_ids))
    return _joined([(f"r.source IN {GIVEN} AND r.target IN {GIVEN}", (given, given)), *_kinds(query), _not_rejected(), *_dated(query)])


def reach(hops: int, query: EdgeQuery, rejected: Sequence[int]) -> Condition:
    """The best ways to entities within so many edges, as one statement: its values are to be framed by the entities asked about.

    `rejected` are the relations that REJECTED finds: they are looked up once, and not anew for each step in each direction.
    """
    left_out = ("r.key NOT IN (SELECT value FROM json_each(?))", (json.dumps(list(rejected)),))
    kinds = _joined([*_kinds(query), left_out, *_stated_by(query)])
    out = kinds.sql if query.direction is not Direction.IN else f"FALSE AND {kinds.sql}"
    into = kinds.sql if query.direction is not Direction.OUT else f"FALSE AND {kinds.sql}"
    tables = [_FIRST]
    for number in range(1, hops + 1):
        forwards = _STEP.format(onto="target", own="source", before=number - 1, condition=out)
        backwards = _STEP.format(onto="source", own="target", before=number - 1, condition=into)
        tables.append(_NEXT.format(number=number, out=forwards, into=backwards))
    found = " UNION ALL ".join(f"SELECT entity, name, score, path, {number} AS hops FROM at_{number}" for number in range(1, hops + 1))
    statement = f"""
        WITH {", ".join(tables)}
        SELECT w.name, w.score, w.path FROM (
            SELECT *, row_number() OVER (PARTITION BY entity ORDER BY score DESC, hops) AS place FROM ({found})
        ) w
        WHERE w.place = 1 AND w.name NOT IN (SELECT value FROM json_each(?)) ORDER BY w.score DESC, w.name LIMIT ?"""
    return Condition(statement, kinds.values * 2 * hops)


def which_links(entity_ids: Sequence[str], query: EdgeQuery) -> Condition:
    """What a relation (called `r`) must meet to lead on from the entities, whichever way it points."""
    given = json.dumps(list(entity_ids))
    either = f"r.key IN (SELECT key FROM relations WHERE source IN {GIVEN} UNION SELECT key FROM relations WHERE target IN {GIVEN})"
    return _joined([(either, (given, given)), *_kinds(query), _not_rejected(), *_stated_by(query)])


def _kinds(query: EdgeQuery) -> list[tuple[str, tuple[str, ...]]]:
    parts: list[tuple[str, tuple[str, ...]]] = []
    if query.relationships:
        parts.append(("r.relationship IN (SELECT value FROM json_each(?))", (_texts(query.relationships),)))
    elif not query.co_occurring:
        parts.append((f"r.relationship <> '{Relationship.RELATED_TO}'", ()))
    if not query.negated:
        parts.append(("NOT r.negated", ()))
    return parts


def _not_rejected() -> tuple[str, tuple[str, ...]]:
    return f"r.key NOT IN ({REJECTED})", ()


def _dated(query: EdgeQuery) -> list[tuple[str, tuple[str, ...]]]:
    """That a document (called `d`) is of the day that is asked about, or earlier."""
    if not query.as_of:
        return []
    return [(f"substr({DATE}, 1, length(?)) <= substr(?, 1, length({DATE}))", (query.as_of, query.as_of))]


def _stated_by(query: EdgeQuery) -> list[tuple[str, tuple[str, ...]]]:
    """That any document states a relation by then."""
    return [
        (
            f"""EXISTS (SELECT 1 FROM evidence v JOIN sentences n ON n.key = v.sentence JOIN documents d ON d.key = n.document
                WHERE v.relation = r.key AND {condition})""",
            values,
        )
        for condition, values in _dated(query)
    ]


def _joined(parts: Sequence[tuple[str, tuple[str, ...]]]) -> Condition:
    return Condition(" AND ".join(sql for sql, _ in parts) or "TRUE", tuple(value for _, values in parts for value in values))


def _texts(values: Sequence[str]) -> str:
    return json.dumps([str(value) for value in values])
