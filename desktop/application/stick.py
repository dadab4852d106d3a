"""Everything that can be brought on a stick, in one place: looked at, checked, and taken into the vault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from desktop.application.graph.pack_updates import PackChanges, PackUpdates
from desktop.application.job import JobContext, ignore
from desktop.application.ports import AuditLog, Signed
from desktop.domain.embedding_model import EmbeddingModel
from desktop.domain.errors import CofferError, UsageError
from desktop.domain.language_model import ModelFile
from desktop.domain.stick import Checked, StickItem, StickKind

SHOWN = 8
UNSIGNED = "not signed"
SETTINGS = {
    StickKind.LANGUAGE_MODEL: ("answer", "model_file"),
    StickKind.EMBEDDER: ("index", "embedder"),
    StickKind.RECOGNISER: ("recognition", "models"),
}
"""Which setting names what is taken."""
_CHANGES = {
    StickKind.LANGUAGE_MODEL: "Answers are composed with it instead of the model in use; its sentences are checked as before.",
    StickKind.EMBEDDER: "All vectors are made anew with it in the background; those of the model before serve until then.",
    StickKind.RECOGNISER: "Scanned pages are read with it from now on instead of with the models in use.",
    StickKind.UPDATE: (
        "Nothing yet: close Coffer, then install it (`apt install ./…deb`, or unpack the archive and run install.sh in it). "
        "Vaults and settings stay; a vault that a newer Coffer has opened is refused by an older one."
    ),
}


class SearchesSticks(Protocol):
    """What is on a stick, by names alone; it can be hashed and copied."""

    def find(self, folder: Path) -> list[tuple[StickKind, Path]]:
        """Everything that could be taken."""
        ...

    def check(self, context: JobContext, root: Path, item: Path) -> Checked:
        """Hash a thing whole; PackDamaged where it is not what SHA256SUMS says."""
        ...

    def copy(self, context: JobContext, item: Path, folder: Path, sha256: str) -> Path:
        """Copy a thing into a folder; PackDamaged if it has changed since it had this hash."""
        ...


DescribesModel = Callable[[JobContext, Path], ModelFile]


class StickDesk:
    """Looks at a stick and takes things from it; `packs_folder` is where the vault keeps what was taken."""

    def __init__(
        self,
        files: SearchesSticks,
        packs: PackUpdates,
        describe_model: DescribesModel,
        describe_embedder: Callable[[Path], EmbeddingModel],
        describe_recogniser: Callable[[Path], str],
        packs_folder: Path,
        audit: AuditLog,
    ) -> None:
        self._files = files
        self._packs = packs
        self._describe_model = describe_model
        self._describe_embedder = describe_embedder
        self._describe_recogniser = describe_recogniser
        self._folder = packs_folder
        self._audit = audit

    def look(self, context: JobContext, folder: Path) -> tuple[StickItem, ...]:
        """Everything on a stick with what must be known of it; what is damaged or unreadable is refused and says why."""
        found: list[StickItem] = []
        for kind, path in self._files.find(folder):
            context.cancel.raise_if_cancelled()
            found.append(self._described(context, folder, StickItem(kind, path, path.name)))
            context.emit(found[-1])
        return tuple(found)

    def take(self, context: JobContext, item: StickItem) -> tuple[str, str, str] | None:
        """Take a thing into the vault; returns which setting (section, name, value) is to name it, if one is.

        Whatever was looked at is checked again, for a stick may be another by now.
        """
        if not item.takeable or item.checked is None:
            raise UsageError(f"{item.name} cannot be taken.", item.problem or "It is installed from outside Coffer.")
        if item.kind is StickKind.KNOWLEDGE:
            self._packs.add(item.path)
            return None
        taken = self._files.copy(context, item.path, self._folder, item.checked.sha256)
        self._audit.append("take-from-stick", item.name, kind=item.kind.value, sha256=item.checked.sha256)
        section, name = SETTINGS[item.kind]
        return section, name, str(taken) if item.kind is StickKind.LANGUAGE_MODEL else taken.name

    def _described(self, context: JobContext, root: Path, item: StickItem) -> StickItem:
        try:
            item = replace(item, checked=self._files.check(context, root, item.path))
            return self._with_words(context, item)
        except CofferError as error:
            return replace(item, problem=f"{error.message} {error.hint}".strip())

    def _with_words(self, context: JobContext, item: StickItem) -> StickItem:
        signer = "listed in SHA256SUMS, not signed" if item.checked and item.checked.listed else UNSIGNED
        item = replace(item, signer=signer, changes=(_CHANGES.get(item.kind, ""),))
        if item.kind is StickKind.KNOWLEDGE:
            changes = self._packs.compare(item.path)
            manifest, signer = changes.manifest, _signer(changes)
            return replace(
                item, name=manifest.title, version=manifest.version, licence=manifest.licence, signer=signer, changes=_changes(changes)
            )
        if item.kind is StickKind.LANGUAGE_MODEL:
            model = self._describe_model(replace(context, emit=ignore), item.path)  # its header is no partial result of ours
            return replace(item, name=model.name or item.name, version=model.quantisation, licence=model.licence)
        if item.kind is StickKind.EMBEDDER:
            embedder = self._describe_embedder(item.path)
            return replace(item, name=embedder.name, version=f"{embedder.dimensions} numbers")
        return replace(item, name=self._describe_recogniser(item.path)) if item.kind is StickKind.RECOGNISER else item


def _signer(changes: PackChanges) -> str:
    said = {Signed.NOT: UNSIGNED, Signed.UNKNOWN: "signed by a key that this vault does not know"}
    return said.get(changes.signed, f"signed by {changes.signer}")


def _changes(changes: PackChanges) -> tuple[str, ...]:
    """What a knowledge pack would change, as sentences, with the first names of each kind."""
    before = f"It takes the place of version {changes.before.version}." if changes.before else "There is none of its name yet."
    counts = ((changes.added, "entries are added"), (changes.removed, "are removed"), (changes.renamed, "are called differently"))
    named = [f"{len(names):,} {verb}: {', '.join(names[:SHOWN])}{' …' if len(names) > SHOWN else ''}" for names, verb in counts if names]
    relations = f"{changes.relations_added:,} relations are added, {changes.relations_removed:,} removed."
    return (before, *named, relations)
