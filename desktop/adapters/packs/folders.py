"""Packs as folders: a `manifest.toml` and the parts that it lists, each with the SHA-256 of what it must be."""

from __future__ import annotations

import csv
import gzip
import hashlib
import io
import json
import tomllib
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from desktop.adapters.packs import attack, galaxy
from desktop.domain.entity import EntityType
from desktop.domain.errors import PackDamaged
from desktop.domain.pack import Pack, PackEntry, PackManifest, PackPart, PackRelation, PackTexts, PartKind, named_id

Content = TypeVar("Content")
MANIFEST = "manifest.toml"
LARGEST_PART = 400 * 1024 * 1024
"""No part may be larger once unpacked."""


class PackFolders:
    """All packs below some folders; a pack of a later folder hides one of the same name in an earlier."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def manifests(self) -> list[PackManifest]:
        """What every pack says of itself, by authority, then by name; nothing else is read."""
        return sorted((manifest_of(folder) for folder in self._found().values()), key=lambda each: (each.authority, each.name))

    def read(self, name: str) -> Pack:
        """The names and relations of a pack; PackDamaged if a part is not what the manifest says."""
        folder = self._folder(name)
        manifest = manifest_of(folder)
        entries: list[PackEntry] = []
        relations: list[PackRelation] = []
        words: list[str] = []
        for part in manifest.parts:
            if part.kind is PartKind.RELATIONS:
                relations += _read(folder, part, lambda content: [PackRelation(*each) for each in json.loads(content)])
            elif part.kind is PartKind.WORDS:
                words += _read(folder, part, lambda content: content.decode().split())
            elif part.kind is PartKind.STIX:
                bundle = _read(folder, part, _bundle)
                entries += bundle.entries
                relations += bundle.relations
            elif part.kind in _ENTRY_READERS:
                entries += _read(folder, part, partial(_ENTRY_READERS[part.kind], title=manifest.title))
        return Pack(manifest, tuple(entries), tuple(relations), tuple(words))

    def texts(self, name: str) -> PackTexts:
        """What of a pack is only shown."""
        folder = self._folder(name)
        descriptions: dict[str, str] = {}
        references: dict[str, str] = {}
        for part in manifest_of(folder).parts:
            if part.kind is PartKind.DESCRIPTIONS:
                descriptions |= _read(folder, part, json.loads)
            elif part.kind is PartKind.REFERENCES:
                references |= _read(folder, part, json.loads)
            elif part.kind is PartKind.STIX:
                descriptions |= _read(folder, part, lambda content: attack.descriptions_of(json.loads(content)["objects"]))
            elif part.kind is PartKind.GALAXY:
                descriptions |= _read(folder, part, lambda content: galaxy.descriptions_of(json.loads(content)))
        return PackTexts(descriptions, references)

    def contents(self, kind: PartKind) -> list[bytes]:
        """The unpacked parts of one kind in all packs, by the packs' authority, for those who read them themselves."""
        return [
            _read(self._folder(manifest.name), part, bytes) for manifest in self.manifests() for part in manifest.parts if part.kind is kind
        ]

    def _found(self) -> dict[str, Path]:
        places = (place for folder in self._folders if folder.is_dir() for place in sorted(folder.iterdir()))
        return {place.name: place for place in places if (place / MANIFEST).is_file() and not place.name.startswith(".")}

    def _folder(self, name: str) -> Path:
        folder = self._found().get(name)
        if folder is None:
            raise PackDamaged(f"There is no pack named {name}.", "Add it again.")
        return folder


def manifest_of(folder: Path) -> PackManifest:
    """What a pack in a folder says of itself; PackDamaged if it does not say it properly."""
    try:
        table = tomllib.loads((folder / MANIFEST).read_text("utf-8"))
        parts = tuple(PackPart(each["file"], PartKind(each["kind"]), each["sha256"]) for each in table["parts"])
        said = {key: str(table[key]) for key in ("title", "version", "date", "licence", "source")}
        return PackManifest(folder.name, authority=int(table["authority"]), parts=parts, signature=str(table.get("signature", "")), **said)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PackDamaged(f"The manifest of the pack {folder.name} cannot be read: {error}.", _AGAIN) from error
    except (KeyError, TypeError, ValueError) as error:
        raise PackDamaged(f"The manifest of the pack {folder.name} lacks something or is wrong: {error}.", _AGAIN) from error


_AGAIN = "Get the pack again from where it came from."


def _read(folder: Path, part: PackPart, reader: Callable[[bytes], Content]) -> Content:
    path = folder / part.file
    if path.parent != folder or path.is_symlink():
        raise PackDamaged(f"The pack {folder.name} lists {part.file}, which is not a file of its own.", _AGAIN)
    try:
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != part.sha256:
            raise PackDamaged(f"{part.file} of the pack {folder.name} is not the file that its manifest lists.", _AGAIN)
        return reader(_unpacked(content) if path.suffix == ".gz" else content)
    except (OSError, EOFError, zlib.error) as error:
        raise PackDamaged(f"{part.file} of the pack {folder.name} cannot be read: {error}.", _AGAIN) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise PackDamaged(f"{part.file} of the pack {folder.name} is not what its manifest calls it: {error}.", _AGAIN) from error


def _unpacked(content: bytes) -> bytes:
    with gzip.open(io.BytesIO(content)) as packed:
        unpacked = packed.read(LARGEST_PART + 1)
    if len(unpacked) > LARGEST_PART:
        raise ValueError("it is larger than any pack may be")
    return unpacked


def _entries(content: bytes, title: str) -> list[PackEntry]:  # noqa: ARG001  all readers of entries are called alike
    """Rows of (id, name, source, aliases, numbers, date, identity class, id of what replaced it)."""
    return [
        PackEntry(entry_id, name, source, tuple(aliases), tuple(numbers), date, identity_class, replaced)
        for entry_id, name, source, aliases, numbers, date, identity_class, replaced in json.loads(content)
    ]


def _names(content: bytes, title: str) -> list[PackEntry]:
    """A table that a person can write: type, name, aliases with bars between them, class."""
    entries = []
    for row in csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")):
        kind = EntityType(row["type"])
        aliases = tuple(each.strip() for each in row["aliases"].split("|") if each.strip())
        entries.append(PackEntry(named_id(kind, row["name"]), row["name"], title, aliases, identity_class=row["class"]))
    return entries


def _galaxy(content: bytes, title: str) -> list[PackEntry]:  # noqa: ARG001
    read: dict[str, Any] = json.loads(content)
    return galaxy.entries_of(read)


@dataclass(frozen=True, slots=True)
class _Bundle:
    entries: list[PackEntry]
    relations: list[PackRelation]


def _bundle(content: bytes) -> _Bundle:
    objects = json.loads(content)["objects"]
    return _Bundle(attack.entries_of(objects), attack.relations_of(objects))


class _EntryReader(Protocol):
    def __call__(self, content: bytes, title: str) -> list[PackEntry]: ...


_ENTRY_READERS: dict[PartKind, _EntryReader] = {
    PartKind.ENTRIES: _entries,
    PartKind.NAMES: _names,
    PartKind.GALAXY: _galaxy,
}
