"""What was extracted from documents, put into the tables of the graph and taken out of them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import apsw

from desktop.adapters.sqlite.database import Row, fetch, fetch_number
from desktop.application.extraction.folding import name_key
from desktop.application.extraction.knowledge import FROM_TEXT
from desktop.application.ports import DocumentExtraction, Extracted, ExtractorIdentity
from desktop.application.retrieve.words import fold
from desktop.domain.entity import Mention
from desktop.domain.graph import NamedEntity

WAITING, EXTRACTED, FAILED = 0, 1, 2
"""What `documents.extracted` says."""

_CHUNK_OF = 'SELECT id FROM chunks c WHERE c.document = {table}.document AND c."start" <= {table}."start" ORDER BY c."start" DESC LIMIT 1'
_PLACE = f"UPDATE {{table}} SET chunk = ({_CHUNK_OF}) WHERE document = ?"  # noqa: S608 - tables of our own
_PUT_ENTITY = """
    INSERT INTO entities (id, type, value, identity_class, folded) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET {changed}
    RETURNING key
"""
_NAME_ENTITY = _PUT_ENTITY.format(changed="value = excluded.value, identity_class = excluded.identity_class, folded = excluded.folded")
_MEET_ENTITY = _PUT_ENTITY.format(changed="value = min(value, excluded.value)")
"""Of the spellings that texts have of a name that is known from them alone, the first in order is its value, whatever came first."""
_PUT_ALIAS = "INSERT INTO aliases (entity, position, name, folded, source, date, status, is_main) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_MENTION = """
    INSERT INTO mentions (key, document, entity, "start", "end", text, type, value, confidence, ground, notes)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_PUT_RELATION = """
    INSERT INTO relations (source, relationship, target, negated) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET negated = excluded.negated RETURNING key
"""
_PUT_SENTENCE = """
    INSERT INTO sentences (document, "start", "end", quote) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET quote = excluded.quote RETURNING key
"""
_PUT_EVIDENCE = """
    INSERT INTO evidence (relation, sentence, confidence, status, ground) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET confidence = excluded.confidence, ground = excluded.ground WHERE excluded.confidence > confidence
"""
_IN_USE = """
    SELECT e.key FROM entities e WHERE e.key IN (SELECT value FROM json_each(?1)) AND (
        e.mentions > 0
        OR EXISTS (SELECT 1 FROM candidates c WHERE c.entity = e.key)
        OR EXISTS (SELECT 1 FROM relations r WHERE r.source = e.key)
        OR EXISTS (SELECT 1 FROM relations r WHERE r.target = e.key)
    )
"""
_DROP_UNUSED = f"DELETE FROM entities WHERE key IN (SELECT value FROM json_each(?1)) AND key NOT IN ({_IN_USE})"  # noqa: S608
_STATED = """
    SELECT r.{end} FROM sentences s JOIN evidence e ON e.sentence = s.key JOIN relations r ON r.key = e.relation WHERE s.document = ?1
"""
_TOUCHED_ENTITIES = f"""
    SELECT entity FROM mentions WHERE document = ?1 AND entity IS NOT NULL
    UNION SELECT c.entity FROM mentions m JOIN candidates c ON c.mention = m.key WHERE m.document = ?1
    UNION {_STATED.format(end="source")} UNION {_STATED.format(end="target")}
"""  # noqa: S608 - columns of our own
_DOCUMENT = "SELECT key FROM documents WHERE id = ? AND body_sha256 = ?"
_NEXT_MENTION = "SELECT coalesce(max(key), 0) + 1 FROM mentions"


def put_extraction(connection: apsw.Connection, found: DocumentExtraction) -> None:
    """Store what a document mentions and states, unless it changed meanwhile or is gone."""
    for (document,) in fetch(connection, _DOCUMENT, (found.document_id, found.sha256)):
        forget(connection, document)
        if found.extracted is not None:
            _put(connection, document, found.extracted)
        state = FAILED if found.extracted is None else EXTRACTED
        connection.execute("UPDATE documents SET extracted = ? WHERE key = ?", (state, document))


def forget(connection: apsw.Connection, document: int) -> None:
    """Take out what a document mentions and states, and what nothing speaks of any more; it waits for extraction again."""
    connection.execute("UPDATE documents SET extracted = ? WHERE key = ?", (WAITING, document))
    touched = json.dumps([entity for (entity,) in fetch(connection, _TOUCHED_ENTITIES, (document,))])
    if touched == "[]":
        return
    counted = "SELECT entity, count(*) FROM mentions WHERE document = ? AND entity IS NOT NULL GROUP BY entity"
    _count(connection, {entity: -number for entity, number in fetch(connection, counted, (document,))})
    stated = "SELECT DISTINCT e.relation FROM sentences s JOIN evidence e ON e.sentence = s.key WHERE s.document = ?"
    relations = json.dumps([relation for (relation,) in fetch(connection, stated, (document,))])
    connection.execute("DELETE FROM mentions WHERE document = ?", (document,))
    connection.execute("DELETE FROM sentences WHERE document = ?", (document,))
    connection.execute(
        "DELETE FROM relations WHERE key IN (SELECT value FROM json_each(?)) "
        "AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.relation = relations.key)",
        (relations,),
    )
    _weigh(connection, relations)
    connection.execute(_DROP_UNUSED, (touched,))


def place(connection: apsw.Connection, document: int) -> None:
    """Say anew in which chunks of a document its mentions and sentences stand."""
    for table in ("mentions", "sentences"):
        connection.execute(_PLACE.format(table=table), (document,))


def use_extractor(
    connection: apsw.Connection,
    identity: ExtractorIdentity,
    knowledge: bytes,
    entities: Sequence[NamedEntity],
    stale: Iterable[str] | None,
) -> None:
    """State by what is extracted from now on; all names are put anew, and `stale` documents (None: all) wait."""
    connection.execute("DELETE FROM extractor")
    connection.execute(
        "INSERT INTO extractor (only, rules, known, knowledge) VALUES (1, ?, ?, ?)", (identity.rules, identity.knowledge, knowledge)
    )
    connection.execute("DELETE FROM aliases WHERE source <> ?", (FROM_TEXT,))
    for each in entities:
        key = _put_entity(connection, _NAME_ENTITY, each)
        connection.execute("DELETE FROM aliases WHERE entity = ?", (key,))
        _put_names(connection, key, each)
    if stale is None:
        connection.execute("UPDATE documents SET extracted = ? WHERE extracted <> ?", (WAITING, WAITING))
    else:
        of_these = "UPDATE documents SET extracted = ? WHERE id IN (SELECT value FROM json_each(?))"
        connection.execute(of_these, (WAITING, json.dumps(list(stale))))


def empty(connection: apsw.Connection) -> None:
    """Take out everything; by what was extracted is kept."""
    for table in ("evidence", "sentences", "relations", "candidates", "mentions", "grounds", "aliases", "entities"):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own


def _put(connection: apsw.Connection, document: int, extracted: Extracted) -> None:
    keys = {each.id: _put_entity(connection, _MEET_ENTITY, each) for each in extracted.entities}
    for each in extracted.entities:
        if each.aliases and not fetch(connection, "SELECT 1 FROM aliases WHERE entity = ? LIMIT 1", (keys[each.id],)):
            _put_names(connection, keys[each.id], each)
    grounds = _grounds(connection, {each.by for each in extracted.mentions} | {each.by for each in extracted.relations})
    _put_mentions(connection, document, extracted.mentions, keys, grounds)
    _put_relations(connection, document, extracted, keys, grounds)
    place(connection, document)


def _put_entity(connection: apsw.Connection, statement: str, entity: NamedEntity) -> int:
    return fetch_number(connection, statement, (entity.id, str(entity.type), entity.value, entity.identity_class, fold(entity.value)))


def _put_names(connection: apsw.Connection, key: int, entity: NamedEntity) -> None:
    rows = (
        (key, position, each.name, name_key(each.name), each.source, each.date, str(each.status), int(each.is_main))
        for position, each in enumerate(entity.aliases)
    )
    connection.executemany(_PUT_ALIAS, rows)


def _grounds(connection: apsw.Connection, said: Iterable[str]) -> dict[str, int]:
    put = "INSERT INTO grounds (said) VALUES (?) ON CONFLICT DO UPDATE SET said = excluded.said RETURNING key"
    return {each: fetch_number(connection, put, (each,)) for each in sorted(said)}


def _put_mentions(
    connection: apsw.Connection, document: int, mentions: Sequence[Mention], keys: Mapping[str, int], grounds: Mapping[str, int]
) -> None:
    first = fetch_number(connection, _NEXT_MENTION)
    connection.executemany(_PUT_MENTION, _mention_rows(document, mentions, keys, grounds, first))
    connection.executemany(
        "INSERT INTO candidates (mention, position, entity) VALUES (?, ?, ?)",
        (
            (number, position, keys[entity])
            for number, each in enumerate(mentions, first)
            for position, entity in enumerate(each.candidates)
        ),
    )
    _count(connection, Counter(keys[each.entity_id] for each in mentions if each.entity_id))


def _mention_rows(
    document: int, mentions: Sequence[Mention], keys: Mapping[str, int], grounds: Mapping[str, int], first: int
) -> Iterator[Row]:
    for number, each in enumerate(mentions, first):
        entity = keys[each.entity_id] if each.entity_id else None
        value = each.value if entity is None else None
        notes = json.dumps(each.notes, ensure_ascii=False) if each.notes else None
        place = (each.start, each.end, each.text, str(each.type), value)
        yield (number, document, entity, *place, each.confidence, grounds[each.by], notes)


def _put_relations(
    connection: apsw.Connection, document: int, extracted: Extracted, keys: Mapping[str, int], grounds: Mapping[str, int]
) -> None:
    put: set[int] = set()
    for each in extracted.relations:
        ends = (keys[each.source], str(each.relationship), keys[each.target], int(each.negated))
        relation = fetch_number(connection, _PUT_RELATION, ends)
        sentence = fetch_number(connection, _PUT_SENTENCE, (document, each.start, each.end, each.quote))
        connection.execute(_PUT_EVIDENCE, (relation, sentence, each.confidence, str(extracted.status), grounds[each.by]))
        put.add(relation)
    _weigh(connection, json.dumps(sorted(put)))


def _weigh(connection: apsw.Connection, relations: str) -> None:
    """Say anew how sure relations are and how many sentences state them."""
    connection.execute(
        "UPDATE relations SET (confidence, sentences) = (SELECT max(confidence), count(*) FROM evidence WHERE relation = relations.key) "
        "WHERE key IN (SELECT value FROM json_each(?))",
        (relations,),
    )


def _count(connection: apsw.Connection, changes: Mapping[int, int]) -> None:
    """Count mentions of one document in or, where the numbers are negative, out."""
    connection.executemany(
        "UPDATE entities SET mentions = mentions + ?, documents = documents + ? WHERE key = ?",
        ((number, 1 if number > 0 else -1, entity) for entity, number in changes.items()),
    )
