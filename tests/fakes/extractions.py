"""Extractions that can be worked out by eye."""

from __future__ import annotations

import re
from collections.abc import Sequence

from desktop.application.job import CancelToken
from desktop.application.ports import DocumentExtraction, Extracted, ExtractorIdentity, IndexWriter
from desktop.domain.alias import Alias, AliasStatus
from desktop.domain.chunk import content_hash
from desktop.domain.entity import EntityType, Mention
from desktop.domain.errors import WorkerDied
from desktop.domain.graph import NamedEntity
from desktop.domain.relation import Relation, Relationship
from tests.fakes.documents import put

_T = EntityType


def an_entity(entity_id: str, value: str, *names: str, disputed: Sequence[str] = ()) -> NamedEntity:
    """An entity that goes by these names; those of `disputed` belong to others too."""
    statuses = {name: AliasStatus.DISPUTED if name in disputed else AliasStatus.SAME for name in (value, *names, *disputed)}
    aliases = tuple(Alias(name, entity_id, "pack", "", status, is_main=name == value) for name, status in statuses.items())
    return NamedEntity(entity_id, _T(entity_id.partition(":")[0]), value, "", aliases)


APT28 = an_entity("intrusion-set:G0007", "APT28", "Fancy Bear", "Sofacy", disputed=("Tsar Team",))
SANDWORM = an_entity("intrusion-set:G0034", "Sandworm", disputed=("Tsar Team",))
HEADLACE = an_entity("malware:S9001", "Headlace")
MIMIKATZ = an_entity("tool:S0002", "Mimikatz")
POLAND = an_entity("location:poland", "Poland")
KNOWN = (APT28, SANDWORM, HEADLACE, MIMIKATZ, POLAND)
IDENTITY = ExtractorIdentity("rules 1", "names 1")
_RELATED = re.compile(r"(?P<source>[A-Z]\w+) (?P<negated>never )?(?P<verb>uses|targets|met|is called) (?P<target>[A-Z]\w+)\.")
_RELATIONSHIPS = {
    "uses": Relationship.USES,
    "targets": Relationship.TARGETS,
    "met": Relationship.RELATED_TO,
    "is called": Relationship.ALIAS_OF,
}


def extract(text: str, known: Sequence[NamedEntity] = KNOWN) -> Extracted:
    """Every name of the known entities with 0.8, shared ones for all who share them, and "A uses B." as a relation with 0.5."""
    owners: dict[str, list[NamedEntity]] = {}
    for entity in known:
        for alias in entity.aliases:
            owners.setdefault(alias.name, []).append(entity)
    mentions = [
        _mention(match, owners[match[0]]) for match in re.finditer("|".join(map(re.escape, sorted(owners, reverse=True))), text) if match[0]
    ]
    by_value = {entity.value: entity.id for entity in known}
    relations = [
        Relation(
            by_value[match["source"]], _RELATIONSHIPS[match["verb"]], by_value[match["target"]], match.start(), match.end(), match[0],
            0.5, f"“{match['verb']}”", bool(match["negated"]),
        )
        for match in _RELATED.finditer(text)
    ]  # fmt: skip
    spoken = {each.entity_id for each in mentions} | {candidate for each in mentions for candidate in each.candidates}
    return Extracted(tuple(mentions), tuple(relations), tuple(entity for entity in known if entity.id in spoken))


def _mention(match: re.Match[str], owners: Sequence[NamedEntity]) -> Mention:
    entity = owners[0] if len(owners) == 1 else None
    value, entity_id, candidates = (entity.value, entity.id, ()) if entity else (match[0], None, tuple(each.id for each in owners))
    notes = ("Noted",) if match[0] == "Poland" else ()
    place = (match[0], match.start(), match.end())
    return Mention(owners[0].type, value, *place, 0.8, f"pack: {match[0]}", entity_id, candidates, notes=notes)


def put_extracted(writer: IndexWriter, name: str, body: str, known: Sequence[NamedEntity] = KNOWN, **fields: object) -> None:
    """Index a document of paragraphs with what it mentions."""
    put(writer, name, body, **fields)
    writer.put_extractions([DocumentExtraction(name, content_hash(body), extract(body, known))])


class FakeExtractor:
    """Extracts from the names given; a text that holds `breaks_on` ends the worker."""

    def __init__(self, known: Sequence[NamedEntity] = KNOWN, identity: ExtractorIdentity = IDENTITY, breaks_on: str = "\0") -> None:
        self.known = known
        self.identity = identity
        self.breaks_on = breaks_on
        self.read: list[str] = []

    def extract(self, text: str, cancel: CancelToken) -> Extracted:
        cancel.raise_if_cancelled()
        self.read.append(text)
        if self.breaks_on in text:
            raise WorkerDied("It broke.")
        return extract(text, self.known)

    def knowledge(self) -> bytes:
        return "\n".join(self._names()).encode()

    def changed_names(self, earlier: bytes) -> tuple[str, ...]:
        return tuple(sorted(self._names().symmetric_difference(filter(None, earlier.decode().split("\n")))))

    def speaking_of(self, names: Sequence[str], texts: Sequence[str], cancel: CancelToken) -> list[bool]:
        return [any(name.partition("=")[0] in text for name in names) for text in texts]

    def named(self, entity_ids: Sequence[str]) -> list[NamedEntity]:
        return [each for each in self.known if each.id in entity_ids]

    def close(self) -> None:
        """Nothing to close."""

    def _names(self) -> set[str]:
        return {f"{alias.name}={entity.id}" for entity in self.known for alias in entity.aliases}
