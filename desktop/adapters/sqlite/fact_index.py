"""Facts in the index: found as documents are, and listed by what they say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields, replace

import apsw

from desktop.adapters.sqlite import extractions
from desktop.adapters.sqlite.database import Database, Row, fetch, fetch_number
from desktop.adapters.sqlite.fact_conditions import CONTRADICTED, facts_order, in_list
from desktop.adapters.sqlite.index_writer import put_text, take_out
from desktop.application.ports import FileStamp
from desktop.application.ports.facts import FactQuery, FactRow, FactState, StaleSource, StoredFact
from desktop.application.retrieve.words import fold
from desktop.application.texts import as_document
from desktop.domain.chunk import Chunk
from desktop.domain.fact import Anchor, Fact, FactSource, FactStatus, QuoteState, indexed_id
from desktop.domain.marking import Marking

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

_FACT = tuple(each.name for each in fields(Fact) if each.name != "sources")
_STORED = (*_FACT, "subject_key", "object_key", "current", "folded", "sha256")
_OWN = ", ".join(f"f.{name}" for name in _FACT)
_SOURCES = """(SELECT json_group_array(json_array(s.document, s."start", s."end", s.quote) ORDER BY s.position)
    FROM fact_sources s WHERE s.fact = f.key)"""
_PUT = f"""
    INSERT INTO facts (key, {", ".join(_STORED)}) VALUES (?, {", ".join("?" * len(_STORED))})
    ON CONFLICT (key) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _STORED)}
"""
_BROKEN = "(SELECT count(*) FROM fact_sources s WHERE s.fact = f.key AND s.state IN ('changed', 'gone'))"
_MARKINGS = """
    WITH RECURSIVE origins (root, id) AS (
        SELECT value, value FROM json_each(?)
        UNION SELECT o.root, s.document FROM origins o JOIN facts f ON o.id GLOB 'memory/*' AND f.id = substr(o.id, 8)
        JOIN fact_sources s ON s.fact = f.key
    )
    SELECT o.root, d.tlp FROM origins o JOIN documents d ON d.id = o.id
    UNION SELECT o.root, d.stated_tlp FROM origins o JOIN documents d ON d.id = o.id
    UNION SELECT o.root, 'RED' FROM origins o WHERE o.id <> o.root AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.id)
"""
_STALE = """
    SELECT f.id, s.position, s.document, s."start", s."end", s.quote, d.body_sha256
    FROM fact_sources s JOIN facts f ON f.key = s.fact LEFT JOIN documents d ON d.id = s.document
    WHERE s.state = 'unchecked' OR s.document_sha256 IS NOT d.body_sha256 LIMIT ?
"""


class SqliteFactIndex:
    """Reads and writes facts, each change in one transaction; any number of threads may read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- changing ---

    def put(self, facts: Sequence[tuple[StoredFact, FileStamp, Sequence[Chunk]]]) -> None:
        """Add or replace facts, their chunks and words, together."""
        with self._database.transaction() as connection:
            for stored, stamp, chunks in facts:
                key = put_text(connection, as_document(stored.fact), stored.text, chunks, stamp)
                hidden = _hidden(stored.fact)
                connection.execute("UPDATE documents SET kind = 'fact', hidden = ? WHERE key = ?", (hidden, key))
                extractions.forget(connection, key)  # what it asserts may be something else now, although its text is not
                connection.execute(_PUT, (key, *_values(stored)))
                _put_sources(connection, key, stored.fact.sources)

    def remove(self, fact_ids: Sequence[str]) -> None:
        """Take facts out of every table."""
        with self._database.transaction() as connection:
            take_out(connection, map(indexed_id, fact_ids))

    def put_anchors(self, anchors: Sequence[tuple[StaleSource, Anchor]]) -> None:
        """Keep where quotes stand today."""
        statement = """
            UPDATE fact_sources SET state = ?, anchor_start = ?, anchor_end = ?, document_sha256 = ?
            WHERE fact = (SELECT key FROM facts WHERE id = ?) AND position = ?
        """
        with self._database.transaction() as connection:
            connection.executemany(
                statement,
                (
                    (str(anchor.state), anchor.start, anchor.end, stale.document_sha256, stale.fact_id, stale.position)
                    for stale, anchor in anchors
                ),
            )

    # --- asking ---

    def states(self) -> dict[str, FactState]:
        """What was indexed, by fact id."""
        statement = "SELECT f.id, d.file_size, d.file_modified_ns, f.sha256 FROM facts f JOIN documents d ON d.key = f.key"
        with self._database.reading() as connection:
            return {name: FactState(FileStamp(size, modified), sha256) for name, size, modified, sha256 in fetch(connection, statement)}

    def count(self, query: FactQuery) -> int:
        """How many rows `rows` would give without its limit."""
        condition = in_list(query)
        with self._database.reading() as connection:
            return fetch_number(connection, f"SELECT count(*) FROM facts f WHERE {condition.sql}", condition.values)

    def rows(self, query: FactQuery) -> tuple[FactRow, ...]:
        """Rows of the list of facts."""
        condition, order = in_list(query), facts_order(query)
        statement = f"""
            SELECT {_OWN}, {_SOURCES}, {CONTRADICTED}, {_BROKEN}
            FROM (SELECT f.key AS found FROM facts f WHERE {condition.sql} ORDER BY {order} LIMIT ? OFFSET ?)
            CROSS JOIN facts f ON f.key = found ORDER BY {order}
        """  # what is costly to tell of a fact is told of those that are asked for, not of all that are sorted
        with self._database.reading() as connection:
            found = fetch(connection, statement, (*condition.values, query.limit, query.offset))
        return tuple(FactRow(_to_fact(row[:-2]), bool(row[-2]), int(row[-1])) for row in found)

    def listed(self) -> list[tuple[str, str, str]]:
        """(id, name, description) of the facts that MEMORY.md names: those that hold today."""
        with self._database.reading() as connection:
            return [(str(a), str(b), str(c)) for a, b, c in fetch(connection, "SELECT id, name, description FROM facts WHERE current")]

    def beside(self, subject: str, relationship: str) -> tuple[Fact, ...]:
        """The facts that hold today and say something of this subject and relationship."""
        condition = "f.current AND f.subject_key = ? AND f.relationship = ? ORDER BY f.updated_at DESC, f.id"
        return self._facts(condition, (fold(subject), relationship))

    def tags(self) -> tuple[str, ...]:
        """Every tag that a fact carries, by name."""
        statement = "SELECT DISTINCT t.value FROM facts f, json_each(f.tags) t ORDER BY t.value COLLATE NOCASE"
        with self._database.reading() as connection:
            return tuple(str(tag) for (tag,) in fetch(connection, statement))

    def disputes(self, limit: int) -> tuple[tuple[Fact, ...], ...]:
        """Groups of facts that seem to contradict each other and on which nobody has decided; denials first."""
        groups = f"""
            SELECT subject_key, relationship FROM facts f WHERE current AND subject_key IS NOT NULL AND {CONTRADICTED}
            GROUP BY subject_key, relationship ORDER BY count(DISTINCT negated) DESC, max(updated_at) DESC LIMIT ?
        """
        with self._database.reading() as connection:
            found = fetch(connection, groups, (limit,))
        condition = f"f.current AND f.subject_key = ? AND f.relationship = ? AND {CONTRADICTED} ORDER BY f.updated_at DESC, f.id"
        return tuple(self._facts(condition, (str(subject), str(relationship))) for subject, relationship in found)

    def stale_sources(self, limit: int) -> tuple[StaleSource, ...]:
        """Sources that must be looked at again since their documents changed, came or went."""
        with self._database.reading() as connection:
            found = fetch(connection, _STALE, (limit,))
        return tuple(
            StaleSource(name, at, FactSource(document, start, end, quote), now) for name, at, document, start, end, quote, now in found
        )

    def anchors(self, fact_id: str) -> tuple[Anchor, ...]:
        """Where the quotes of a fact stand, in the order of its sources; one that was not looked at yet counts as there."""
        statement = """
            SELECT iif(s.state = 'unchecked', 'there', s.state), s.anchor_start, s.anchor_end FROM fact_sources s
            JOIN facts f ON f.key = s.fact WHERE f.id = ? ORDER BY s.position
        """
        with self._database.reading() as connection:
            return tuple(Anchor(QuoteState(state), start, end) for state, start, end in fetch(connection, statement, (fact_id,)))

    def citing(self, document_ids: Sequence[str]) -> tuple[str, ...]:
        """Ids of the facts that name one of these documents as a source."""
        statement = """
            SELECT DISTINCT f.id FROM facts f JOIN fact_sources s ON s.fact = f.key
            WHERE s.document IN (SELECT value FROM json_each(?)) ORDER BY f.id
        """
        with self._database.reading() as connection:
            return tuple(str(name) for (name,) in fetch(connection, statement, (json.dumps(list(document_ids)),)))

    def effective_markings(self, ids: Sequence[str]) -> dict[str, Marking]:
        """The marking of documents, and of facts the highest of their own and of their sources', and so on."""
        found: dict[str, Marking] = {}
        with self._database.reading() as connection:
            for name, marking in fetch(connection, _MARKINGS, (json.dumps(list(ids)),)):
                found[str(name)] = Marking.highest((found.get(str(name), Marking.CLEAR), Marking(marking)))
        return found

    def _facts(self, condition: str, values: tuple[str, ...]) -> tuple[Fact, ...]:
        with self._database.reading() as connection:
            return tuple(map(_to_fact, fetch(connection, f"SELECT {_OWN}, {_SOURCES} FROM facts f WHERE {condition}", values)))


def _hidden(fact: Fact) -> int:
    if fact.status is not FactStatus.ACCEPTED:
        return 2
    return 1 if fact.superseded_by else 0


def _values(stored: StoredFact) -> Row:
    """A fact in the order of _STORED."""
    fact = stored.fact
    own = {name: getattr(fact, name) for name in _FACT}
    own |= {"tlp": str(fact.tlp), "status": str(fact.status), "negated": int(fact.negated)}
    own |= {"tags": _json(fact.tags), "kept_with": _json(fact.kept_with)}
    keys = (fold(fact.subject or ""), fold(fact.object or "")) if fact.is_edge else (None, None)
    said = "\n".join(
        filter(None, (fact.name, fact.description, fact.statement, " ".join((fact.type, fact.grade or "", *fact.tags)), stored.text))
    )
    return (*own.values(), *keys, int(fact.counts), fold(said), stored.sha256)


def _put_sources(connection: apsw.Connection, key: int, sources: Sequence[FactSource]) -> None:
    connection.execute("DELETE FROM fact_sources WHERE fact = ?", (key,))
    connection.executemany(
        'INSERT INTO fact_sources (fact, position, document, "start", "end", quote) VALUES (?, ?, ?, ?, ?, ?)',
        ((key, at, each.document, each.start, each.end, each.quote) for at, each in enumerate(sources)),
    )


def _to_fact(row: Row) -> Fact:
    """A row of _FACT, then its sources."""
    *own, sources = row
    fact = Fact(**dict(zip(_FACT, own, strict=True)))
    return replace(
        fact,
        tlp=Marking(fact.tlp),
        status=FactStatus(fact.status),
        negated=bool(fact.negated),
        tags=tuple(json.loads(str(fact.tags))),
        kept_with=tuple(json.loads(str(fact.kept_with))),
        sources=tuple(FactSource(*each) for each in json.loads(str(sources))),
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
