"""The graph as it is asked for: entities with what is counted of them, and edges with the sentences that state them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.alias import Alias
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relationship


@dataclass(frozen=True, slots=True)
class NamedEntity:
    """An entity and everything it is called."""

    id: str
    type: EntityType
    value: str
    identity_class: str = ""
    aliases: tuple[Alias, ...] = ()


@dataclass(frozen=True, slots=True)
class EntitySummary:
    """An entity of the vault, its names, in how many documents it is mentioned, and how often."""

    id: str
    type: EntityType
    value: str
    identity_class: str = ""
    aliases: tuple[str, ...] = ()
    documents: int = 0
    mentions: int = 0


@dataclass(frozen=True, slots=True)
class LocatedMention:
    """A mention in a document of the vault; `chunk` is the chunk that it begins in."""

    document_id: str
    chunk: int
    mention: Mention


class Direction(StrEnum):
    """Which way an edge is followed: from the entity asked about, to it, or both."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


class EdgeStatus(StrEnum):
    """Whose word an edge is: the extractors', a source's that was imported as such, or the analyst's."""

    DERIVED = "derived"
    STATED = "stated"
    ASSERTED = "asserted"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What states an edge: `quote` is exactly `body[start:end]` of the document."""

    document_id: str
    start: int
    end: int
    quote: str
    confidence: float
    by: str
    status: EdgeStatus = EdgeStatus.DERIVED


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation with all that states it.

    `sentences` and `documents` count the evidence, of which `evidence` may hold a part; `first_seen` and `last_seen` are the dates of
    the documents. `key` is the index's own number for it.
    """

    key: int
    source: str
    relationship: Relationship
    target: str
    negated: bool
    status: EdgeStatus
    confidence: float
    sentences: int
    documents: int
    first_seen: str
    last_seen: str
    evidence: tuple[Evidence, ...] = ()

    @property
    def is_claim(self) -> bool:
        """Whether it says more than that both stand in one sentence."""
        return self.relationship is not Relationship.RELATED_TO and not self.negated


@dataclass(frozen=True, slots=True)
class Link:
    """An edge as it is followed, with no more than that takes; `key` is the number of the edge."""

    key: int
    source: str
    target: str
    sentences: int
    is_claim: bool


@dataclass(frozen=True, slots=True)
class NeighbourCount:
    """How many neighbours of one type an entity has by one relationship, in one direction."""

    relationship: Relationship
    direction: Direction
    type: EntityType
    entities: int


@dataclass(frozen=True, slots=True)
class DatedDocument:
    """A document that mentions something, with its date (ISO 8601, as coarse as it is known), and how often it does.

    Where `has_date` is false it bears none, and the date is the day of its import.
    """

    date: str
    document_id: str
    title: str
    mentions: int
    has_date: bool = True


@dataclass(frozen=True, slots=True)
class Statement:
    """That a document states an edge, in however many sentences."""

    source: str
    relationship: Relationship
    target: str
    document_id: str


@dataclass(frozen=True, slots=True)
class MentionCount:
    """How often a document mentions an entity."""

    document_id: str
    entity_id: str
    mentions: int


@dataclass(frozen=True, slots=True)
class Reached:
    """An entity that was reached over edges, in order; `score` falls with each of them."""

    entity_id: str
    score: float
    edges: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """A part of the graph; `total` is how many edges there would be without a limit."""

    nodes: tuple[EntitySummary, ...] = ()
    edges: tuple[Edge, ...] = ()
    total: int = 0


@dataclass(frozen=True, slots=True)
class EntityQuery:
    """Which entities: of these types, with `text` in value or names, mentioned in a document; a stretch of them, most mentioned first."""

    types: tuple[EntityType, ...] = ()
    text: str = ""
    document_id: str = ""
    offset: int = 0
    limit: int = 1_000_000


@dataclass(frozen=True, slots=True)
class EdgeQuery:
    """Which edges of some entities: in a direction, of these relationships, to these types, as known on a day, a stretch of them.

    Negated ones and mere co-occurrence are left out unless asked for.
    """

    direction: Direction = Direction.BOTH
    relationships: tuple[Relationship, ...] = ()
    types: tuple[EntityType, ...] = ()
    as_of: str | None = None
    negated: bool = False
    co_occurring: bool = False
    offset: int = 0
    limit: int = 100
