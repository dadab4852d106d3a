"""The ports of what tells indicators from look-alikes: public suffixes and warning lists."""

from __future__ import annotations

from typing import Protocol

from desktop.domain.entity import EntityType


class SuffixList(Protocol):
    """Knows under which suffixes names of hosts are registered (`com`, `co.uk`)."""

    def registrable(self, host: str) -> str | None:
        """The part of a host's name that somebody registered: `evil.co.uk` of `www.evil.co.uk`.

        `host` is in small letters and ASCII. None where its suffix is not public, or where it is nothing but a suffix.
        """
        ...


class WarningLists(Protocol):
    """Knows indicators that are often none: addresses of private networks, hashes of empty files, sites that everybody visits."""

    def names_of(self, kind: EntityType, value: str) -> tuple[str, ...]:
        """The names of the lists on which an indicator (in its canonical form) stands, in alphabetical order."""
        ...
