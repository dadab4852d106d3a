"""The ports of knowledge packs: reading them, and seeking all their names in a text at once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from desktop.domain.pack import Pack, PackManifest, PackTexts


class PackStore(Protocol):
    """The packs that are bundled or were added to the vault."""

    def manifests(self) -> list[PackManifest]:
        """What every pack says of itself, by authority, then by name; nothing else is read."""
        ...

    def read(self, name: str) -> Pack:
        """The names and relations of a pack; PackDamaged if a part is not what the manifest says."""
        ...

    def texts(self, name: str) -> PackTexts:
        """What of a pack is only shown."""
        ...


class Signed(StrEnum):
    """Whose signature a pack carries: nobody's, somebody's whose key is in the vault, or one that no key in the vault made."""

    NOT = "not signed"
    TRUSTED = "trusted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class StagedPack:
    """A pack that was brought into the vault's own staging and may be put into place; `signer` is the name of the key that signed it."""

    folder: Path
    manifest: PackManifest
    signed: Signed
    signer: str = ""


class PackShelf(Protocol):
    """The packs that were added to a vault, and those that newer ones replaced."""

    def stage(self, source: Path) -> AbstractContextManager[StagedPack]:
        """Bring a pack, a folder or one file, as far as it can be looked at; it is gone when the block ends, unless it was put.

        Raises PackDamaged where a part is not what the manifest lists, UsageError where it is no pack, StorageProblem.
        """
        ...

    def put(self, staged: StagedPack) -> None:
        """Put a staged pack into place; the one of its name that was there is kept for `take_back`."""
        ...

    def take_back(self, name: str) -> PackManifest | None:
        """Have the pack again that the last `put` replaced, or none of this name; UsageError if nothing was put."""
        ...

    def replaced(self, name: str) -> int:
        """How often `take_back` can be asked for."""
        ...

    def added(self) -> list[str]:
        """Names of the packs that were added to this vault."""
        ...


class PackReader(Protocol):
    """Reads packs in a process of its own, for nobody knows who made them."""

    def unpack(self, file: Path, folder: Path) -> None:
        """Unpack a pack that is one file into an empty folder; PackDamaged if it is none, or larger than a pack may be."""
        ...

    def read_pack(self, folder: Path) -> Pack:
        """The names of a pack; PackDamaged if a part is not what the manifest says."""
        ...


class PhraseMatcher(Protocol):
    """Seeks many phrases at once."""

    def matches(self, text: str) -> list[tuple[int, int, int]]:
        """Every occurrence, overlapping ones too, as (which phrase, start, end), by start, then by end."""
        ...


class PhraseMatcherMaker(Protocol):
    """Makes a matcher of the phrases, none of which is empty."""

    def __call__(self, phrases: Sequence[str]) -> PhraseMatcher:
        """A matcher of these phrases."""
        ...
