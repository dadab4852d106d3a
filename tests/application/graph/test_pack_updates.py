"""What a pack changes is seen before it is put into place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.application.graph.pack_updates import PackUpdates
from desktop.application.ports import Signed, StagedPack
from desktop.domain.errors import PackDamaged
from desktop.domain.pack import Pack, PackManifest, PackRelation, PackTexts
from tests.application.extraction.packs import T, entry, pack
from tests.fakes.audit import MemoryAuditLog

OLD = pack(
    entry(T.MALWARE, "Emotet", "Geodo"),
    entry(T.MALWARE, "Gone"),
    entry(T.TOOL, "Same", "Alike"),
)
NEW = replace(
    pack(entry(T.MALWARE, "Emotet", "Heodo"), entry(T.TOOL, "Same", "Alike"), entry(T.TOOL, "Fresh")),
    manifest=replace(OLD.manifest, version="2"),
    relations=(PackRelation("a", "uses", "b"),),
)
SOURCE = Path("/stick/p1")


class Shelf:
    """Keeps what was put in a list."""

    def __init__(self) -> None:
        self.there: list[Pack | None] = [OLD]
        self.damaged = False

    @contextmanager
    def stage(self, source: Path) -> Iterator[StagedPack]:
        yield StagedPack(source, NEW.manifest, Signed.TRUSTED, "team")

    def put(self, staged: StagedPack) -> None:
        self.there.append(NEW)

    def take_back(self, name: str) -> PackManifest | None:
        self.there.pop()
        return self.there[-1].manifest if self.there[-1] else None

    def replaced(self, name: str) -> int:
        return len(self.there) - 1

    def added(self) -> list[str]:
        return ["p1"] if len(self.there) > 1 else []

    def unpack(self, file: Path, folder: Path) -> None:
        raise NotImplementedError

    def read_pack(self, folder: Path) -> Pack:
        return NEW

    def manifests(self) -> list[PackManifest]:
        return [self.there[-1].manifest] if self.there[-1] else []

    def read(self, name: str) -> Pack:
        if self.damaged or self.there[-1] is None:
            raise PackDamaged("It is damaged.")
        return self.there[-1]

    def texts(self, name: str) -> PackTexts:
        raise NotImplementedError


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


def updates(shelf: Shelf, audit: MemoryAuditLog | None = None) -> PackUpdates:
    return PackUpdates(shelf, shelf, shelf, audit or MemoryAuditLog())


def test_what_comes_what_goes_and_what_is_called_differently(shelf: Shelf) -> None:
    changes = updates(shelf).compare(SOURCE)
    assert (changes.added, changes.removed, changes.renamed) == (("Fresh",), ("Gone",), ("Emotet: −Geodo, +Heodo",))
    assert (changes.relations_added, changes.relations_removed) == (1, 0)
    assert changes.before is not None
    assert (changes.before.version, changes.manifest.version, changes.signed, changes.signer) == ("1", "2", Signed.TRUSTED, "team")
    assert shelf.there == [OLD]


def test_a_pack_that_nothing_stands_in_for_is_all_new(shelf: Shelf) -> None:
    shelf.there = [None]
    changes = updates(shelf).compare(SOURCE)
    assert (changes.before, changes.added, changes.removed) == (None, ("Emotet", "Same", "Fresh"), ())


def test_a_damaged_pack_is_mended_by_a_new_one(shelf: Shelf) -> None:
    shelf.damaged = True
    assert len(updates(shelf).compare(SOURCE).added) == 3


def test_a_pack_is_added_taken_back_and_both_are_recorded(shelf: Shelf) -> None:
    audit = MemoryAuditLog()
    packs = updates(shelf, audit)
    packs.add(SOURCE)
    (listed,) = packs.listed()
    assert (listed.manifest.version, listed.added, listed.rollbacks) == ("2", True, 1)
    taken_back = packs.roll_back("p1")
    assert taken_back is not None
    assert (taken_back.version, packs.listed()[0].added) == ("1", False)
    assert audit.done() == [("add-pack", "p1"), ("take-back-pack", "p1")]
    assert audit.entries[0].details["version"] == "2"
    assert audit.entries[0].details["signer"] == "team"
