"""Extractions as they pass between the processes."""

from __future__ import annotations

import json
from typing import Any

from desktop.application.ports import Extracted
from desktop.domain.alias import Alias, AliasStatus
from desktop.domain.entity import EntityType, Mention
from desktop.domain.graph import EdgeStatus, NamedEntity
from desktop.domain.relation import Relation, Relationship


def packed(extracted: Extracted) -> bytes:
    """An extraction as JSON; the quotes of relations are left out, for the caller has the text."""
    mentions = [
        [
            each.type, each.value, each.text, each.start, each.end, each.confidence, each.by, each.entity_id, each.candidates,
            each.identity_class, each.notes,
        ]
        for each in extracted.mentions
    ]  # fmt: skip
    relations = [
        [each.source, each.relationship, each.target, each.start, each.end, each.confidence, each.by, each.negated]
        for each in extracted.relations
    ]
    return _bytes(
        {"mentions": mentions, "relations": relations, "entities": [_row(each) for each in extracted.entities], "status": extracted.status}
    )


def unpacked(reply: bytes, text: str) -> Extracted:
    """The extraction of a text that `packed` packed."""
    read: dict[str, Any] = json.loads(reply)
    return Extracted(
        tuple(_mention(row) for row in read["mentions"]),
        tuple(_relation(row, text) for row in read["relations"]),
        tuple(_entity(row) for row in read["entities"]),
        EdgeStatus(read["status"]),
    )


def packed_entities(entities: list[NamedEntity]) -> bytes:
    """Entities with their names as JSON."""
    return _bytes([_row(each) for each in entities])


def unpacked_entities(reply: bytes) -> list[NamedEntity]:
    """The entities that `packed_entities` packed."""
    return [_entity(row) for row in json.loads(reply)]


def _bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _row(entity: NamedEntity) -> list[Any]:
    names = [[each.name, each.source, each.date, each.status, each.is_main] for each in entity.aliases]
    return [entity.id, entity.type, entity.value, entity.identity_class, names]


def _entity(row: list[Any]) -> NamedEntity:
    entity_id, kind, value, identity_class, names = row
    aliases = tuple(Alias(name, entity_id, source, date, AliasStatus(status), is_main) for name, source, date, status, is_main in names)
    return NamedEntity(entity_id, EntityType(kind), value, identity_class, aliases)


def _mention(row: list[Any]) -> Mention:
    kind, value, text, start, end, confidence, by, entity_id, candidates, identity_class, notes = row
    return Mention(EntityType(kind), value, text, start, end, confidence, by, entity_id, tuple(candidates), identity_class, tuple(notes))


def _relation(row: list[Any], text: str) -> Relation:
    source, relationship, target, start, end, confidence, by, negated = row
    return Relation(source, Relationship(relationship), target, start, end, text[start:end], confidence, by, negated)
