"""What a file says of itself: title, author, day and language, each with where it says so."""

from __future__ import annotations

from dataclasses import dataclass, replace

from desktop.domain.conversion import Conversion

FIELDS = ("title", "author", "published", "language")
FILE_MADE = "the day the file was made"
PDF_MADE = "the PDF's CreationDate"
WEAK = frozenset({FILE_MADE, PDF_MADE})
"""Origins that say something near what is meant: the day a file was made for the day it was published."""


@dataclass(frozen=True, slots=True)
class Found:
    """A value, and the words for where it was found, as in `its first heading`."""

    value: str
    where: str


@dataclass(frozen=True, slots=True)
class Stated:
    """What was found; None where nothing was."""

    title: Found | None = None
    author: Found | None = None
    published: Found | None = None
    language: Found | None = None

    def or_else(self, other: Stated) -> Stated:
        """What is here, and from `other` what is missing, or weak here."""
        return Stated(*(_better(getattr(self, name), getattr(other, name)) for name in FIELDS))

    def given_to(self, conversion: Conversion) -> Conversion:
        """The conversion with what it does not know yet, or knows from a weak origin."""
        known = {name: where for name, where in conversion.origins if getattr(conversion, name)}
        new = {
            name: found for name in FIELDS if (found := getattr(self, name)) and (not getattr(conversion, name) or known.get(name) in WEAK)
        }
        origins = {**dict(conversion.origins), **{name: found.where for name, found in new.items()}}
        return replace(conversion, origins=tuple(origins.items()), **{name: found.value for name, found in new.items()})


def _better(one: Found | None, other: Found | None) -> Found | None:
    return other if other is not None and (one is None or one.where in WEAK) else one
