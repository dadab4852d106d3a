"""What is told of a node or a line when a person looks at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from desktop.domain.graph import DatedDocument, Direction
from desktop.domain.graph_view import MENTIONS, GraphView, Kind, Node, Tie
from desktop.domain.relation import Relationship


@dataclass(frozen=True, slots=True)
class Choice:
    """Which neighbours of a node: of one kind, by one relationship, in one direction; `entities` counts them."""

    relationship: str
    direction: Direction
    kind: Kind
    entities: int = 0


DOCUMENTS = Choice(MENTIONS, Direction.IN, Kind.DOCUMENT)
"""The documents that mention an entity."""


@dataclass(frozen=True, slots=True)
class Card:
    """Everything about a node: `description` with the pack it stands in, the documents that mention it, and what is around it."""

    node: Node
    description: str = ""
    described_by: str = ""
    documents: tuple[DatedDocument, ...] = ()
    first_seen: str = ""
    last_seen: str = ""
    techniques: tuple[Node, ...] = ()
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a document says: `quote` is exactly `body[start:end]`."""

    document_id: str
    title: str
    date: str
    start: int
    end: int
    quote: str
    by: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """A tie with the sentences that state it, of all that there are."""

    tie: Tie
    sentences: tuple[Sentence, ...]
    total: int


@dataclass(frozen=True, slots=True)
class WayStep:
    """A tie on a way, with the sentence that stated it first; `date` is empty where no document that states it bears one."""

    tie: Tie
    date: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class OrderedWays:
    """Ways from one node to another on which time does not go backward; `undated`: only if ties without a date fit where they stand."""

    start: str
    end: str
    ways: tuple[tuple[WayStep, ...], ...] = ()
    undated: bool = False


def shown_around(view: GraphView, key: str) -> Mapping[Choice, int]:
    """How many neighbours of each sort a view draws one by one beside a node; the sorts count nothing themselves."""
    found: dict[Choice, set[str]] = {}
    for tie in view.ties:
        for own, other, direction in ((tie.source, tie.target, Direction.OUT), (tie.target, tie.source, Direction.IN)):
            if own == key and other in view.nodes and other not in view.collected and other not in view.hidden:
                either = tie.relationship == Relationship.RELATED_TO
                sort = Choice(tie.relationship, Direction.BOTH if either else direction, view.nodes[other].kind)
                found.setdefault(sort, set()).add(other)
    return Counter({sort: len(others) for sort, others in found.items()})
