"""Knowledge packs: what others have published about actors, malware and techniques, as Coffer reads it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.entity import EntityType, entity_id_of


class PartKind(StrEnum):
    """What a part of a pack holds, and so how it is read."""

    ENTRIES = "entries"
    RELATIONS = "relations"
    DESCRIPTIONS = "descriptions"
    REFERENCES = "references"
    NAMES = "names"
    WORDS = "words"
    STIX = "stix"
    GALAXY = "galaxy"
    WARNING_LISTS = "warning-lists"
    LICENCE = "licence"


@dataclass(frozen=True, slots=True)
class PackPart:
    """A file of a pack, by its name inside it."""

    file: str
    kind: PartKind
    sha256: str


@dataclass(frozen=True, slots=True)
class PackManifest:
    """What a pack says of itself.

    `authority` orders packs that disagree, the weightiest (1) first; `signature` is an Ed25519 signature in base 64, or nothing.
    """

    name: str
    title: str
    version: str
    date: str
    licence: str
    source: str
    authority: int
    parts: tuple[PackPart, ...]
    signature: str = ""


@dataclass(frozen=True, slots=True)
class PackEntry:
    """Something a pack names: `source` is the list it stands in, `id` what we call it, `replaced_by` the id that took its place."""

    id: str
    name: str
    source: str
    aliases: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    date: str = ""
    identity_class: str = ""
    replaced_by: str = ""

    @property
    def type(self) -> EntityType:
        """Its kind, which its id begins with."""
        return EntityType(self.id.partition(":")[0])


@dataclass(frozen=True, slots=True)
class PackRelation:
    """A relation that a pack states between two of its entries."""

    source: str
    relationship: str
    target: str


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that has been read. `words` are ordinary words by how common they are, the commonest first."""

    manifest: PackManifest
    entries: tuple[PackEntry, ...] = ()
    relations: tuple[PackRelation, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PackTexts:
    """What is only shown: descriptions by entity id, and names of references such as CWE numbers."""

    descriptions: Mapping[str, str]
    references: Mapping[str, str]


_CVE = re.compile(r"CVE-\d{4}-\d{4,}")
_NOT_WORD = re.compile(r"[\W_]+")


def slug(name: str) -> str:
    """A name as it stands in an id: small letters without marks, everything else a hyphen."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return _NOT_WORD.sub("-", plain.casefold()).strip("-")


def named_id(kind: EntityType, name: str) -> str:
    """The id of what has a name but no number: the same name of the same kind has the same id in every vault.

    A CVE number is its own name, and its id is the one that the number alone gives.
    """
    return entity_id_of(kind, name) if _CVE.fullmatch(name) else f"{kind}:{slug(name)}"
