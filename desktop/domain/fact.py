"""A fact: one thing that an analyst concluded, where it comes from, how good it is, and how long it holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.document import SLUG_LENGTH
from desktop.domain.marking import Marking

_LONGEST_NAME = 80

FOLDER = "memory/"
"""How facts are told from documents wherever both are named: `memory/<fact id>`, which can be no document's id."""


IS = "is"
"""The relationship of a fact that says of what kind its subject is: an entity that a person accepted. It is no edge of the graph."""

MANY_OBJECTS = frozenset(
    {
        "uses", "targets", "exploits", "communicates-with", "drops", "delivers", "hosts", "controls", "mitigates", "variant-of",
        "related-to", "alias-of",
    }
)  # fmt: skip
"""Relationships that one thing has to many: who uses two tools is no contradiction, who is attributed to two countries is one."""


class FactStatus(StrEnum):
    """What a person said of a fact; a proposed one counts for nothing until somebody accepts it."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    REJECTED = "rejected"


class FactView(StrEnum):
    """Which facts a list shows: those that hold today, or those that somebody should look at, and why."""

    CURRENT = "current"
    DUE = "due"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    PROPOSED = "proposed"
    SUPERSEDED = "superseded"
    REJECTED = "rejected"
    ALL = "all"


class QuoteState(StrEnum):
    """What became of the place that a fact was taken from."""

    THERE = "there"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class FactSource:
    """The place that a fact was taken from, with what stood there when it was written down."""

    document: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where the quote of a source stands today; the offsets say nothing unless it is there or moved."""

    state: QuoteState
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Fact:
    """What the front matter of `memory/<id>.md` says; times are ISO 8601 in UTC, `valid_from` and `valid_until` dates.

    With `subject`, `relationship` and `object` a fact is also an edge of the graph, one that is denied if `negated`.
    `supersedes` and `superseded_by` are ids of the facts before and after it, `kept_with` of those that a person found to
    hold beside it although they seem to contradict it.
    """

    id: str
    name: str
    created_at: str
    updated_at: str
    description: str = ""
    type: str = "note"
    tlp: Marking = Marking.CLEAR
    grade: str | None = None
    confidence: str | None = None
    subject: str | None = None
    relationship: str | None = None
    object: str | None = None
    negated: bool = False
    sources: tuple[FactSource, ...] = ()
    tags: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_until: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    kept_with: tuple[str, ...] = ()
    status: FactStatus = FactStatus.ACCEPTED
    actor: str = ""

    @property
    def is_edge(self) -> bool:
        """Whether it states a relation between two things."""
        return bool(self.subject and self.relationship and self.object)

    @property
    def counts(self) -> bool:
        """Whether it holds today as far as its author knows: accepted, and nothing took its place."""
        return self.status is FactStatus.ACCEPTED and self.superseded_by is None

    @property
    def statement(self) -> str:
        """Its relation in words; empty where it states none."""
        if not self.is_edge:
            return ""
        return " ".join(filter(None, (self.subject, "not" if self.negated else "", self.relationship, self.object)))

    def is_due(self, today: str) -> bool:
        """Whether it is past its date on this day (ISO 8601) and somebody should look at it again."""
        return self.valid_until is not None and self.valid_until < today[: len(self.valid_until)]

    def meets(self, other: Fact) -> bool:
        """Whether there may be a day on which both hold."""
        return _begins_by(self.valid_from, other.valid_until) and _begins_by(other.valid_from, self.valid_until)


def _begins_by(start: str | None, end: str | None) -> bool:
    """Whether a time that is given as coarsely as a year may begin by the end of another; an open one always does."""
    return start is None or end is None or start[: len(end)] <= end[: len(start)]


@dataclass(frozen=True, slots=True)
class FactDraft:
    """What a person wants to remember; `sources` are (document, start, end), and `tlp` is None to take the default or theirs."""

    text: str
    name: str = ""
    description: str = ""
    type: str = "note"
    tlp: Marking | None = None
    grade: str | None = None
    confidence: str | None = None
    subject: str | None = None
    relationship: str | None = None
    object: str | None = None
    negated: bool = False
    sources: tuple[tuple[str, int, int], ...] = ()
    tags: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_until: str | None = None
    status: FactStatus = FactStatus.ACCEPTED


@dataclass(frozen=True, slots=True)
class FactEvent:
    """What happened to a fact: when, by whom, what; `before` and `after` are hashes of its file.

    `outside`: another program did it. `kept`: the version after it can be looked at and brought back. `others` are the facts
    that were changed together with it.
    """

    at: str
    actor: str
    action: str
    before: str | None = None
    after: str | None = None
    outside: bool = False
    kept: bool = False
    others: tuple[str, ...] = ()


def indexed_id(fact_id: str) -> str:
    """How the index and everything that cites names a fact among documents."""
    return FOLDER + fact_id


def fact_id_of(source_id: str) -> str | None:
    """The fact that this names; None if it names a document."""
    return source_id.removeprefix(FOLDER) if source_id.startswith(FOLDER) else None


def new_fact_id(name: str, digest: str) -> str:
    """A readable slug of a name, then eight hex digits that tell it from others of that name, also those of other vaults."""
    folded = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")[:SLUG_LENGTH].strip("-")
    return f"{slug or 'fact'}-{digest[:8]}"


def name_from(text: str) -> str:
    """A name for a text that was given none: its first line, cut at a word."""
    line = next((line.strip().lstrip("#>*- ").strip() for line in text.splitlines() if line.strip()), "")
    if len(line) <= _LONGEST_NAME:
        return line or "Untitled"
    cut = line[:_LONGEST_NAME].rsplit(" ", 1)[0]
    return f"{cut.rstrip(' .,;:')} …"


@dataclass(frozen=True, slots=True, order=True)
class ListedFact:
    """A line of MEMORY.md, and what it is sorted by."""

    key: str
    fact_id: str
    line: str

    @classmethod
    def of(cls, fact_id: str, name: str, description: str) -> ListedFact:
        """The line of a fact."""
        said = _one_line(description)
        line = f"- [{_escaped(name)}]({_linked(f'{fact_id}.md')})" + (f": {said}" if said else "")
        return cls(name.casefold(), fact_id, line)


def memory_list(facts: Iterable[ListedFact]) -> str:
    """MEMORY.md: a line for each of these, which are sorted already."""
    return "".join(["# Memory\n\n", *(f"{each.line}\n" for each in facts)])


def _escaped(name: str) -> str:
    return re.sub(r"([\[\]\\])", r"\\\1", _one_line(name))


def _linked(file: str) -> str:
    return f"<{file}>" if re.search(r"[\s()]", file) else file


def _one_line(text: str) -> str:
    return " ".join(text.split())
