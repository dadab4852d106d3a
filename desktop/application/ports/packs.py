"""The ports of knowledge packs: reading them, and seeking all their names in a text at once."""

from __future__ import annotations

from collections.abc import Sequence
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
