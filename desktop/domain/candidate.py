"""Candidates: what the extractors found and nobody has judged yet, and what a person may say of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.document import Document
from desktop.domain.entity import EntityType
from desktop.domain.graph import Evidence, NamedEntity
from desktop.domain.relation import Relationship


class CandidateKind(StrEnum):
    """What is to be judged: a relation, an entity known by name, a name that several entities share, or an indicator."""

    RELATION = "relations"
    NAME = "names"
    SHARED = "shared-names"
    INDICATOR = "indicators"


class Verdict(StrEnum):
    """What a person says: it is so, it is not, it is another's name, it never counts."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    MERGED = "merged"
    DENIED = "denied"


class CandidateOrder(StrEnum):
    """Which candidates come first."""

    SUREST = "surest"
    LEAST_SURE = "least-sure"
    MOST_STATED = "most-stated"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to judge. `subject` is the entity, or the subject of a relation; of a shared name, what it is called, with an empty id.

    `places` are its sentences or mentions, in `documents` documents; `confidence` and `by` are those of the surest. `spellings` are how
    an entity is written where it was found, `options` the entities that share a name. `is_known`: a pack or the lexicon names it.
    """

    kind: CandidateKind
    subject: NamedEntity
    confidence: float
    places: int
    documents: int
    by: str
    relationship: Relationship | None = None
    object: NamedEntity | None = None
    negated: bool = False
    spellings: tuple[str, ...] = ()
    options: tuple[NamedEntity, ...] = ()
    is_known: bool = True

    @property
    def key(self) -> str:
        """What tells it from all others, whatever was counted of it."""
        ends = (
            self.subject.id or f"{self.subject.type}={self.subject.value}",
            self.relationship or "",
            self.object.id if self.object else "",
        )
        return " ".join((self.kind, *map(str, ends), "not" if self.negated else ""))

    @property
    def statement(self) -> str:
        """What an acceptance would say."""
        if self.object is None or self.relationship is None:
            return self.subject.value
        said = self.relationship.value.replace("-", " ")
        return f"{self.subject.value} {'does not: ' if self.negated else ''}{said} {self.object.value}"


@dataclass(frozen=True, slots=True)
class CandidateQuery:
    """Which candidates of a kind: of these types (either end of a relation), at least and at most so sure, with `text` in a name.

    With `entity_id`, those that this very entity is a part of; with `document_id`, those found in it; with `case`, those found in any
    document that carries this tag.
    """

    kind: CandidateKind = CandidateKind.RELATION
    types: tuple[EntityType, ...] = ()
    least: float = 0.0
    most: float = 1.0
    text: str = ""
    entity_id: str = ""
    document_id: str = ""
    order: CandidateOrder = CandidateOrder.SUREST
    offset: int = 0
    limit: int = 1_000_000
    case: str = ""


@dataclass(frozen=True, slots=True)
class CandidateSheet:
    """A candidate with its places, the surest first, and with the text around the one that is looked at (`at`).

    `grounds` say of each end why it was found there; `document` is None where it vanished meanwhile.
    """

    candidate: Candidate
    places: tuple[Evidence, ...]
    at: int
    document: Document | None
    body: str
    grounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgement:
    """What was said of candidates (by their keys), as words, and what it takes to take it back.

    That is `facts`, each with the hash that it was left with (`versions`; None if it was gone), and lines of the audit log about the
    lexicon (`decisions`). `problems` are sentences about what could not be done.
    """

    keys: tuple[str, ...]
    verdict: Verdict
    said: str
    facts: tuple[str, ...] = ()
    decisions: tuple[int, ...] = ()
    problems: tuple[str, ...] = ()
    versions: tuple[str | None, ...] = ()
