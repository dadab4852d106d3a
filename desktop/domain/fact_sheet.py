"""A fact as it is looked at: as a row of a list, and as a sheet with all that is known about it today."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.fact import Anchor, Fact, FactEvent, FactSource, FactView
from desktop.domain.marking import Marking


@dataclass(frozen=True, slots=True)
class FactRow:
    """A row of the list: a fact, whether others contradict it, and how many of its quotes do not stand where they stood."""

    fact: Fact
    contradicted: bool = False
    broken_sources: int = 0


@dataclass(frozen=True, slots=True)
class FactListing:
    """Which list is wanted: its words, its view, its case (a tag), its order, and the first row that is looked at."""

    text: str = ""
    view: FactView = FactView.CURRENT
    tag: str = ""
    sort: str = "updated_at"
    descending: bool = True
    first_row: int = 0


@dataclass(frozen=True, slots=True)
class SourceOnSheet:
    """A source of a fact: where its quote stands today, and what its document is called (empty where that is gone)."""

    source: FactSource
    anchor: Anchor
    title: str = ""


@dataclass(frozen=True, slots=True)
class FactSheet:
    """A fact with its text and with what is known about it today.

    `sha256` is that of the file; `independent` how many of its sources do not copy each other, of those that still say what they were
    quoted for; `against` which facts seem to contradict it, `effective` the highest marking of the fact and of what it was taken from.
    """

    fact: Fact
    text: str
    sha256: str
    sources: tuple[SourceOnSheet, ...] = ()
    independent: int = 0
    against: tuple[Fact, ...] = ()
    effective: Marking = Marking.CLEAR
    warnings: tuple[str, ...] = ()
    events: tuple[FactEvent, ...] = ()
    today: str = ""
