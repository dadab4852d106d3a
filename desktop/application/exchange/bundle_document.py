"""A bundle as a document: Markdown that a person can read and search, with the places at which it names and states things."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from desktop.application.exchange.bundle_entities import BundleEntities, Named
from desktop.application.exchange.bundles import Bundle
from desktop.application.exchange.stix_rules import StixObject
from desktop.application.ports import Extracted
from desktop.domain.entity import EntityType, Mention
from desktop.domain.graph import EdgeStatus, NamedEntity
from desktop.domain.relation import Relation, Relationship, is_legal

_STATED = 0.9
_SAYS = ("report", "grouping")
_UNSEEN = frozenset({"marking-definition", "extension-definition", "relationship", "language-content"})
_SPACE = re.compile(r"\s+")
_LABELS = {"x-mitre-tactic": "tactic"}


@dataclass(frozen=True, slots=True)
class BundleText:
    """The Markdown of a bundle, and what it states."""

    title: str
    published: str | None
    body: str
    extracted: Extracted


def write_document(bundle: Bundle, name: str, entities: BundleEntities) -> BundleText:
    """A bundle as Markdown: what it is about, each object with its names and description, each relation as a sentence."""
    reports = [each for each in bundle.objects if each["type"] in _SAYS and each.get("name")]
    title = _line(str(reports[0]["name"])) if len(reports) == 1 else name
    dates = sorted(str(each["published"])[:10] for each in reports if each.get("published"))
    writer = _Writer(title, entities)
    writer.paragraph(f"# {title}")
    writer.paragraph(_summary(bundle))
    things = sorted((each for each in bundle.objects if each["type"] not in _UNSEEN), key=lambda each: str(each["type"]))
    for kind, group in groupby(things, key=lambda each: str(each["type"])):
        writer.paragraph(f"## {_LABELS.get(kind, kind).replace('-', ' ').capitalize()}")
        for each in group:
            writer.thing(each)
    relations = [each for each in bundle.objects if each["type"] == "relationship"]
    if relations:
        writer.paragraph("## Relations")
    for each in relations:
        writer.relation(each)
    return BundleText(title, dates[-1] if dates else None, writer.body, writer.extracted)


def relocated(extracted: Extracted, rendered: str, body: str) -> Extracted:
    """What a bundle states with its places in a body that somebody edited; what is not there word for word any more is left out."""
    if rendered == body:
        return extracted
    places: dict[str, int] = {}
    for start, end in _lines(body):
        places.setdefault(body[start:end], start)
    moves = {start: places[rendered[start:end]] - start for start, end in _lines(rendered) if rendered[start:end] in places}
    moved = [(each, moves.get(_line_start(rendered, each.start))) for each in extracted.mentions]
    mentions = tuple(replace(each, start=each.start + by, end=each.end + by) for each, by in moved if by is not None)
    related = [(each, moves.get(_line_start(rendered, each.start))) for each in extracted.relations]
    relations = tuple(replace(each, start=each.start + by, end=each.end + by) for each, by in related if by is not None)
    return replace(extracted, mentions=mentions, relations=relations)


class _Writer:
    """Puts a body together and notes what stands where."""

    def __init__(self, title: str, entities: BundleEntities) -> None:
        self._entities = entities
        self._by = f"stated by {title}"
        self._pieces: list[str] = []
        self._length = 0
        self._mentions: list[Mention] = []
        self._relations: list[Relation] = []
        self._spoken: dict[str, NamedEntity] = {}

    @property
    def body(self) -> str:
        return "".join(self._pieces)

    @property
    def extracted(self) -> Extracted:
        mentions = sorted(self._mentions, key=lambda each: (each.start, -each.end))
        return Extracted(tuple(mentions), tuple(self._relations), tuple(self._spoken.values()), EdgeStatus.STATED)

    def paragraph(self, text: str) -> int:
        """Add a paragraph; returns where it begins."""
        start = self._length
        self._pieces.append(f"{text}\n\n")
        self._length += len(text) + 2
        return start

    def thing(self, stix: StixObject) -> None:
        """Add an object with its names and what is said of it."""
        name = self._entities.name_of(stix["id"])
        start = self.paragraph(f"### {name}")
        named = self._entities.named_by(stix)
        for each in named:
            if each.text in name:
                self._mention(start + 4 + name.index(each.text), each)
        for text in _said_of(stix):
            start = self.paragraph(text)
            for each in named:
                if each.text not in name and (at := text.find(each.text)) >= 0:
                    self._mention(start + at, each)

    def relation(self, stix: StixObject) -> None:
        """Add a relation as a sentence, which is its evidence, then what is said of it."""
        source, target = stix["source_ref"], stix["target_ref"]
        said = _line(str(stix["relationship_type"])).replace("-", " ")
        ends = (self._entities.name_of(source), self._entities.name_of(target))
        sentence = f"{ends[0]} {said} {ends[1]}."
        start = self.paragraph(sentence)
        subject, thing = self._entities.entity_of(source), self._entities.entity_of(target)
        for end, entity, at in ((ends[0], subject, 0), (ends[1], thing, len(sentence) - len(ends[1]) - 1)):
            if entity is not None:
                self._mention(start + at, Named(entity, end))
        if subject is not None and thing is not None and subject.id != thing.id:
            self._state(stix, subject, thing, start, sentence)
        for text in _said_of(stix):
            self.paragraph(text)

    def _state(self, stix: StixObject, subject: NamedEntity, thing: NamedEntity, start: int, sentence: str) -> None:
        sure = stix.get("confidence")
        confidence = sure / 100 if isinstance(sure, int) and 0 < sure <= 100 else _STATED
        relationship = _relationship(str(stix["relationship_type"]), subject.type, thing.type)
        place = (start, start + len(sentence), sentence)
        self._relations.append(Relation(subject.id, relationship, thing.id, *place, confidence, self._by))

    def _mention(self, start: int, named: Named) -> None:
        entity = named.entity
        self._spoken.setdefault(entity.id, entity)
        place = (named.text, start, start + len(named.text))
        self._mentions.append(
            Mention(entity.type, entity.value, *place, _STATED, self._by, entity.id, identity_class=entity.identity_class)
        )


def _relationship(said: str, source: EntityType, target: EntityType) -> Relationship:
    """What STIX knows between the two; anything else, also what a program made up, only says that they are related."""
    if said in set(Relationship) and is_legal(source, Relationship(said), target):
        return Relationship(said)
    return Relationship.RELATED_TO


def _summary(bundle: Bundle) -> str:
    counted = Counter(str(each["type"]) for each in bundle.objects if each["type"] not in _UNSEEN)
    parts = [f"{number:,} {kind}" for kind, number in counted.most_common()]
    relations = sum(each["type"] == "relationship" for each in bundle.objects)
    return f"A {bundle.format.upper()} bundle of {len(bundle.objects):,} objects: {', '.join(parts)}; {relations:,} relations."


def _said_of(stix: StixObject) -> Iterator[str]:
    """What an object says in words, a paragraph each."""
    names = [_line(str(each)) for key in ("aliases", "x_mitre_aliases") for each in _listed(stix.get(key))]
    if names:
        yield f"Also known as: {', '.join(dict.fromkeys(names))}."
    if isinstance(stix.get("pattern"), str):
        yield f"Pattern: {_line(stix['pattern'])}"
    if stix["type"] == "file" and isinstance(stix.get("hashes"), dict):
        yield "Hashes: " + ", ".join(f"{name} {_line(str(value))}" for name, value in stix["hashes"].items()) + "."
    for key in ("description", "content", "opinion", "x_misp_comment"):
        if isinstance(stix.get(key), str) and stix[key].strip():
            yield "\n\n".join(_line(part) for part in stix[key].split("\n\n") if part.strip())
    labels = [_line(str(each)) for each in _listed(stix.get("labels"))]
    if labels:
        yield f"Labels: {', '.join(labels)}."


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _line(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        if line.strip():
            yield start, start + len(line)
        start += len(line) + 1


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1
