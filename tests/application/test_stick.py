"""What is said of each thing on a stick, and what becomes of it when it is taken."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from desktop.application.graph.pack_updates import PackChanges, PackUpdates
from desktop.application.job import JobContext
from desktop.application.ports import AuditLog, Signed
from desktop.application.stick import StickDesk
from desktop.domain.embedding_model import EmbeddingModel
from desktop.domain.errors import ModelUnavailable, PackDamaged, UsageError
from desktop.domain.language_model import ModelFile
from desktop.domain.pack import PackManifest
from desktop.domain.stick import Checked, StickItem, StickKind
from tests.fakes.audit import MemoryAuditLog

STICK, PACKS = Path("/stick"), Path("/vault/packs")
MANIFEST = PackManifest("attack", "ATT&CK", "18.1", "2025-10-01", "ATT&CK terms", "mitre.org", 1, ())
ADDED = tuple(f"Name {number}" for number in range(10))
CHANGES = PackChanges(MANIFEST, None, Signed.TRUSTED, "team", ADDED, (), ("Heodo: +Emotet",), 3, 1)


class Files:
    def __init__(self, *found: tuple[StickKind, str]) -> None:
        self.found = [(kind, STICK / name) for kind, name in found]
        self.copied: list[tuple[Path, Path, str]] = []

    def find(self, folder: Path) -> list[tuple[StickKind, Path]]:
        return self.found

    def check(self, context: JobContext, root: Path, item: Path) -> Checked:
        if "damaged" in item.name:
            raise PackDamaged(f"{item.name} is not what it was.", "Get it again.")
        return Checked(5, "ab" * 32, listed="listed" in item.name)

    def copy(self, context: JobContext, item: Path, folder: Path, sha256: str) -> Path:
        self.copied.append((item, folder, sha256))
        return folder / item.name


class Packs:
    def __init__(self) -> None:
        self.added: list[Path] = []

    def compare(self, source: Path) -> PackChanges:
        return CHANGES

    def add(self, source: Path) -> PackChanges:
        self.added.append(source)
        return CHANGES


class Desk:
    def __init__(self, *found: tuple[StickKind, str]) -> None:
        self.files, self.packs, self.audit = Files(*found), Packs(), MemoryAuditLog()
        packs, audit = cast("PackUpdates", self.packs), cast("AuditLog", self.audit)
        self.desk = StickDesk(self.files, packs, describe_model, describe_embedder, describe_recogniser, PACKS, audit)

    def look(self) -> tuple[StickItem, ...]:
        return self.desk.look(JobContext(), STICK)


def describe_model(context: JobContext, path: Path) -> ModelFile:
    context.emit("a header")
    return ModelFile("SmolLM2", "llama", "Apache-2.0", "Q4_1", 2048, 1, 1, 1, True, 5)


def describe_embedder(folder: Path) -> EmbeddingModel:
    return EmbeddingModel("e5", "e5@1", 384, "mean")


def describe_recogniser(folder: Path) -> str:
    raise ModelUnavailable("The recognition model det.onnx is missing.", "Install the pack again.")


def test_each_thing_says_its_name_version_licence_signer_and_changes() -> None:
    pack, model, embedder = Desk(
        (StickKind.KNOWLEDGE, "attack"), (StickKind.LANGUAGE_MODEL, "listed.gguf"), (StickKind.EMBEDDER, "e5")
    ).look()
    assert (pack.name, pack.version, pack.licence, pack.signer) == ("ATT&CK", "18.1", "ATT&CK terms", "signed by team")
    assert pack.changes == (
        "There is none of its name yet.",
        f"10 entries are added: {', '.join(ADDED[:8])} …",
        "1 are called differently: Heodo: +Emotet",
        "3 relations are added, 1 removed.",
    )
    assert (model.name, model.version, model.licence, model.signer) == ("SmolLM2", "Q4_1", "Apache-2.0", "listed in SHA256SUMS, not signed")
    assert (embedder.version, embedder.signer) == ("384 numbers", "not signed")


def test_what_does_not_match_or_cannot_be_read_is_refused_and_hides_nothing_else() -> None:
    damaged, incomplete, good = Desk((StickKind.EMBEDDER, "damaged"), (StickKind.RECOGNISER, "ocr"), (StickKind.EMBEDDER, "e5")).look()
    assert damaged.problem == "damaged is not what it was. Get it again."
    assert incomplete.problem == "The recognition model det.onnx is missing. Install the pack again."
    assert (damaged.takeable, incomplete.takeable, good.takeable) == (False, False, True)


def test_partial_results_are_the_things_so_far_and_nothing_else() -> None:
    told: list[object] = []
    desk = Desk((StickKind.LANGUAGE_MODEL, "m.gguf"), (StickKind.EMBEDDER, "e5"))
    items = desk.desk.look(JobContext(emit=told.append), STICK)
    assert told == list(items)


def test_a_pack_is_added_and_a_model_is_copied_and_named_in_a_setting() -> None:
    desk = Desk((StickKind.KNOWLEDGE, "attack"), (StickKind.LANGUAGE_MODEL, "m.gguf"), (StickKind.EMBEDDER, "e5"))
    pack, model, embedder = desk.look()
    assert desk.desk.take(JobContext(), pack) is None
    assert desk.packs.added == [STICK / "attack"]
    assert desk.desk.take(JobContext(), model) == ("answer", "model_file", "/vault/packs/m.gguf")
    assert desk.desk.take(JobContext(), embedder) == ("index", "embedder", "e5")
    assert desk.files.copied == [(STICK / name, PACKS, "ab" * 32) for name in ("m.gguf", "e5")]


def test_what_is_refused_and_coffer_itself_cannot_be_taken() -> None:
    desk = Desk((StickKind.EMBEDDER, "damaged"), (StickKind.UPDATE, "coffer_2.deb"))
    for item in desk.look():
        with pytest.raises(UsageError):
            desk.desk.take(JobContext(), item)
    assert desk.files.copied == []
