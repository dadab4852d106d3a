"""What leaves Coffer, by which exit, and what is held back because of its marking."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.marking import Marking


class Exit(StrEnum):
    """Every way in which something of a vault can leave Coffer."""

    CLIPBOARD = "clipboard"
    CSV = "csv"
    STIX = "stix"
    GRAPHML = "graphml"
    NAVIGATOR = "navigator"
    BUNDLE = "bundle"
    REPORT = "report"
    IMAGE = "image"
    REMOTE = "remote"

    @property
    def leaves_machine(self) -> bool:
        """Whether it leads off this machine by itself."""
        return self is Exit.REMOTE


@dataclass(frozen=True, slots=True)
class Outgoing:
    """Something that shall leave: what it is called, and the documents and facts (`memory/<fact id>`) that it was made of.

    `stated` is the least marking that a person states for it: all that is known of what carries none and was made of nothing.
    """

    name: str
    made_of: tuple[str, ...]
    stated: Marking = Marking.CLEAR


@dataclass(frozen=True, slots=True)
class Withheld:
    """Something that may not leave: its effective marking, and which of what it was made of is marked so."""

    name: str
    marking: Marking
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Release:
    """What may leave by an exit under a limit (`allowed`, by place in what was asked), what may not, and how what leaves is marked."""

    exit: Exit
    limit: Marking
    allowed: tuple[int, ...]
    withheld: tuple[Withheld, ...]
    marking: Marking

    @property
    def complete(self) -> bool:
        """Whether nothing is held back."""
        return not self.withheld

    @property
    def explanation(self) -> str:
        """What is held back and why, as a sentence; empty where nothing is."""
        if self.complete:
            return ""
        count, highest = len(self.withheld), Marking.highest(each.marking for each in self.withheld)
        what = self.withheld[0].name if count == 1 else f"{count:,} things"
        return f"{what} may not leave by {self.exit}: marked up to TLP:{highest}, and the limit is TLP:{self.limit}."


@dataclass(frozen=True, slots=True)
class CopyRequest:
    """A text that a person wants on the clipboard."""

    text: str
    outgoing: Outgoing
