"""Knowledge packs that come in later: what one changes is seen before it is put into place, and it can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop.application.ports import AuditLog, PackReader, PackShelf, PackStore, Signed
from desktop.domain.errors import PackDamaged
from desktop.domain.pack import Pack, PackEntry, PackManifest


@dataclass(frozen=True, slots=True)
class ListedPack:
    """A pack that counts: one that comes with Coffer, or was `added` to the vault and can be taken back so often."""

    manifest: PackManifest
    added: bool
    rollbacks: int


@dataclass(frozen=True, slots=True)
class PackChanges:
    """What a pack would change: entries by name, and by how they are called now and then."""

    manifest: PackManifest
    before: PackManifest | None
    signed: Signed
    signer: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    renamed: tuple[str, ...]
    relations_added: int
    relations_removed: int


class PackUpdates:
    """Lists, compares, adds and takes back the packs of a vault; extraction takes every change up by itself, where it touches something."""

    def __init__(self, shelf: PackShelf, packs: PackStore, reader: PackReader, audit: AuditLog) -> None:
        self._shelf = shelf
        self._packs = packs
        self._reader = reader
        self._audit = audit

    def listed(self) -> list[ListedPack]:
        """Every pack that counts, by authority, then by name."""
        added = set(self._shelf.added())
        return [ListedPack(each, each.name in added, self._shelf.replaced(each.name)) for each in self._packs.manifests()]

    def compare(self, source: Path) -> PackChanges:
        """What a pack from elsewhere would change; nothing of it stays."""
        with self._shelf.stage(source) as staged:
            return self._changes(self._reader.read_pack(staged.folder), staged.signed, staged.signer)

    def add(self, source: Path) -> PackChanges:
        """Put a pack from elsewhere into place of the one of its name, if there is one; what that changed."""
        with self._shelf.stage(source) as staged:
            changes = self._changes(self._reader.read_pack(staged.folder), staged.signed, staged.signer)
            self._shelf.put(staged)
        manifest, before = changes.manifest, changes.before
        self._audit.append(
            "add-pack", manifest.name, version=manifest.version, before=before.version if before else None,
            signed=str(changes.signed), signer=changes.signer, parts={each.file: each.sha256 for each in manifest.parts},
        )  # fmt: skip
        return changes

    def roll_back(self, name: str) -> PackManifest | None:
        """Have the pack again that the last one of this name replaced; None where that is the bundled one, or none."""
        manifest = self._shelf.take_back(name)
        self._audit.append("take-back-pack", name, version=manifest.version if manifest else None)
        return manifest

    def _changes(self, new: Pack, signed: Signed, signer: str) -> PackChanges:
        known = {each.name: each for each in self._packs.manifests()}
        before = known.get(new.manifest.name)
        old = self._old(before)
        was, now = _by_id(old.entries if old else ()), _by_id(new.entries)
        relations = (set(old.relations) if old else set(), set(new.relations))
        return PackChanges(
            new.manifest, before, signed, signer,
            added=tuple(now[each].name for each in now if each not in was),
            removed=tuple(was[each].name for each in was if each not in now),
            renamed=tuple(_renamed(was[each], now[each]) for each in now if each in was and _names(was[each]) != _names(now[each])),
            relations_added=len(relations[1] - relations[0]),
            relations_removed=len(relations[0] - relations[1]),
        )  # fmt: skip

    def _old(self, before: PackManifest | None) -> Pack | None:
        """The pack that is to be replaced; a damaged one counts as none, for a new one is how it is mended."""
        try:
            return self._packs.read(before.name) if before else None
        except PackDamaged:
            return None


def _by_id(entries: Sequence[PackEntry]) -> Mapping[str, PackEntry]:
    return {each.id: each for each in entries}


def _names(entry: PackEntry) -> tuple[object, ...]:
    return (entry.name, frozenset(entry.aliases), entry.replaced_by)


def _renamed(was: PackEntry, now: PackEntry) -> str:
    """How an entry is called differently."""
    gone = [f"−{each}" for each in (was.name, *was.aliases) if each not in (now.name, *now.aliases)]
    new = [f"+{each}" for each in (now.name, *now.aliases) if each not in (was.name, *was.aliases)]
    moved = [f"→ {now.replaced_by}"] if now.replaced_by != was.replaced_by and now.replaced_by else []
    return f"{now.name}: {', '.join([*gone, *new, *moved]) or 'main name changed'}"
