"""What a fact asserts: its subject, relationship and object as an edge, with the fact's own text as the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from desktop.application.extraction.aliases import family_of
from desktop.application.job import CancelToken
from desktop.application.ports import EntityExtractor, Extracted
from desktop.domain.entity import EntityType
from desktop.domain.fact import IS
from desktop.domain.graph import EdgeStatus, NamedEntity
from desktop.domain.relation import Relation, Relationship, is_legal

Resolve = Callable[[str], NamedEntity | None]
_BY = "the analyst"


def with_assertion(extracted: Extracted, body: str, front_matter: dict[str, Any], resolve: Resolve) -> Extracted:
    """What was extracted from a fact's text, with the edge that its front matter states; all of it on the analyst's word."""
    said = replace(extracted, status=EdgeStatus.ASSERTED)
    start, end = len(body) - len(body.lstrip()), len(body.rstrip())
    subject, relationship, thing = (str(front_matter.get(key) or "").strip() for key in ("subject", "relationship", "object"))
    if not (subject and relationship and thing) or relationship == IS or start >= end:
        return said
    ends = (resolve(subject), resolve(thing))
    if ends[0] is None or ends[1] is None:
        return said
    stated = Relation(
        ends[0].id, _relationship(relationship, ends[0].type, ends[1].type), ends[1].id, start, end, body[start:end], 1.0, _BY,
        bool(front_matter.get("negated")),
    )  # fmt: skip
    others = (each for each in said.relations if (each.source, each.target) != (stated.source, stated.target))
    entities = {each.id: each for each in (*said.entities, ends[0], ends[1])}
    return replace(said, relations=(stated, *others), entities=tuple(entities.values()))


def resolver(extractor: EntityExtractor, cancel: CancelToken) -> Resolve:
    """Finds the entity that a subject or an object means: by its id, or by a name that extraction knows by itself.

    An id that is another's by now, since the two were merged, means that one.
    """

    def resolve(text: str) -> NamedEntity | None:
        kind, value = _parted(text)
        if kind is None:
            return next(_named(extractor.extract(text, cancel), text), None)
        if known := extractor.named([text]):
            return known[0]
        called = _named(extractor.extract(value, cancel), value)
        return next((each for each in called if family_of(each.type) is family_of(kind)), NamedEntity(text, kind, value))

    return resolve


def _parted(text: str) -> tuple[EntityType | None, str]:
    """The kind and the value of an id; no kind, and the text, of what is none."""
    kind, colon, value = text.partition(":")
    return (EntityType(kind), value) if colon and value and kind in set(EntityType) else (None, text)


def _named(extracted: Extracted, text: str) -> Iterator[NamedEntity]:
    for mention in extracted.mentions:
        if (mention.start, mention.end) == (0, len(text)) and mention.entity_id is not None:
            yield from (each for each in extracted.entities if each.id == mention.entity_id)


def _relationship(said: str, source: EntityType, target: EntityType) -> Relationship:
    """What STIX knows between the two; anything else is written as being related, for the sentence says what is meant."""
    known = said in set(Relationship) and is_legal(source, Relationship(said), target)
    return Relationship(said) if known else Relationship.RELATED_TO
