"""What is looked at of the graph: nodes one by one or in collections, the ties between them, where they stand, what is hidden.

A view is a value; whatever a person does makes another one of it, so that every step can be taken back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from desktop.domain.entity import EntityType
from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_timeline import Period
from desktop.domain.relation import Relationship

Spot = tuple[float, float]
MENTIONS = "mentions"
"""The relationship of a document with what it mentions."""
_MERE_COMPANY = (str(Relationship.RELATED_TO), MENTIONS)
LEAST_COLLECTED = 3
"""Fewer alike nodes are no collection."""
_DOCUMENT, _COLLECTION = "document:", "collection:"


class Kind(StrEnum):
    """What a node is, as coarse as the legend tells it; in the order of the layers."""

    DOCUMENT = "document"
    ACTOR = "actor"
    CAMPAIGN = "campaign"
    MALWARE = "malware"
    TOOL = "tool"
    TECHNIQUE = "technique"
    VULNERABILITY = "vulnerability"
    INDICATOR = "indicator"
    ORGANISATION = "organisation"
    PLACE = "place"


_T = EntityType
_KINDS = {
    _T.INTRUSION_SET: Kind.ACTOR,
    _T.THREAT_ACTOR: Kind.ACTOR,
    _T.CAMPAIGN: Kind.CAMPAIGN,
    _T.MALWARE: Kind.MALWARE,
    _T.TOOL: Kind.TOOL,
    _T.ATTACK_PATTERN: Kind.TECHNIQUE,
    _T.TACTIC: Kind.TECHNIQUE,
    _T.VULNERABILITY: Kind.VULNERABILITY,
    _T.IDENTITY: Kind.ORGANISATION,
    _T.LOCATION: Kind.PLACE,
}


def kind_of(entity_type: EntityType) -> Kind:
    """The kind of an entity; infrastructure is drawn as the indicators are that make it."""
    return _KINDS.get(entity_type, Kind.INDICATOR)


def types_of(kind: Kind) -> tuple[EntityType, ...]:
    """The types of entity that are of a kind."""
    return tuple(each for each in EntityType if kind_of(each) is kind)


def document_key(document_id: str) -> str:
    """The key of the node of a document."""
    return _DOCUMENT + document_id


def document_of(key: str) -> str:
    """The document whose node this is; empty if it is no document's."""
    return key.removeprefix(_DOCUMENT) if key.startswith(_DOCUMENT) else ""


def collection_key(kind: Kind, anchor: str) -> str:
    """The key of the nodes of a kind that came with `anchor` and are drawn as one."""
    return f"{_COLLECTION}{kind}:{anchor}"


def is_collection(key: str) -> bool:
    """Whether a key is that of a collection."""
    return key.startswith(_COLLECTION)


@dataclass(frozen=True, slots=True)
class Node:
    """An entity, by its id, or a document: `type` says more exactly what it is, `documents` how many mention it."""

    key: str
    kind: Kind
    label: str
    type: str
    documents: int = 0
    mentions: int = 0
    names: tuple[str, ...] = ()
    date: str = ""


@dataclass(frozen=True, slots=True)
class Tie:
    """One relation of two nodes, or that a document mentions an entity."""

    source: str
    relationship: str
    target: str
    status: EdgeStatus = EdgeStatus.DERIVED
    sentences: int = 1
    documents: int = 1
    first_seen: str = ""
    last_seen: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from others."""
        return (self.source, self.relationship, self.target)

    @property
    def is_claim(self) -> bool:
        """Whether it says more than that both stand in one sentence."""
        return self.relationship not in _MERE_COMPANY


@dataclass(frozen=True, slots=True)
class Addition:
    """What comes to a view: nodes, the strongest first, and all ties among them and with what was there.

    Those in `single` are drawn one by one, the others as collections with `anchor`. `total` is how many there would be altogether.
    """

    nodes: tuple[Node, ...]
    ties: tuple[Tie, ...]
    single: frozenset[str]
    anchor: str = ""
    total: int = 0


@dataclass(frozen=True)
class GraphView:
    """A state of the picture; `spots` are places by key, in pixels at natural size, `collected` the collection of each node in one.

    With `as_of` (a day), the ties are those that were known then, and `later` are the nodes that were not. With `period`, what has no
    evidence in that stretch of time stands back.
    """

    nodes: Mapping[str, Node] = field(default_factory=dict)
    ties: tuple[Tie, ...] = ()
    collected: Mapping[str, str] = field(default_factory=dict)
    pinned: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    focus: frozenset[str] = frozenset()
    kinds_off: frozenset[Kind] = frozenset()
    relationships_off: frozenset[str] = frozenset()
    spots: Mapping[str, Spot] = field(default_factory=dict)
    as_of: str = ""
    later: frozenset[str] = frozenset()
    period: Period | None = None

    def members(self, collection: str) -> tuple[Node, ...]:
        """The nodes of a collection, the strongest first."""
        return tuple(self.nodes[key] for key, where in self.collected.items() if where == collection)


# --- steps


def add(view: GraphView, addition: Addition) -> GraphView:
    """With more in it: what was drawn stays as it is, what is to be drawn alone leaves its collection."""
    nodes = {**view.nodes, **{each.key: each for each in addition.nodes}}
    collected = {key: where for key, where in view.collected.items() if key not in addition.single}
    fresh = [each for each in addition.nodes if each.key not in view.nodes and each.key not in addition.single]
    counts: dict[Kind, int] = {}
    for each in fresh:
        counts[each.kind] = counts.get(each.kind, 0) + 1
    known = set(view.collected.values())
    for each in fresh:
        key = collection_key(each.kind, addition.anchor)
        if counts[each.kind] >= LEAST_COLLECTED or key in known:
            collected[each.key] = key
    ties = {each.key: each for each in (*view.ties, *addition.ties)}
    return replace(view, nodes=nodes, ties=tuple(ties.values()), collected=collected, hidden=view.hidden - addition.single)


def renew(view: GraphView, addition: Addition) -> GraphView:
    """With the nodes as they are by now: those that are gone go, with their ties."""
    nodes = {each.key: each for each in addition.nodes if each.key in view.nodes}
    ties = tuple(each for each in addition.ties if each.source in nodes and each.target in nodes)
    return replace(view, nodes=nodes, ties=ties, collected={key: where for key, where in view.collected.items() if key in nodes})


def as_of(view: GraphView, day: str, ties: tuple[Tie, ...], later: frozenset[str]) -> GraphView:
    """As it was known on a day: with the ties of then, and without what is mentioned only `later`."""
    held = tuple(each for each in ties if each.source in view.nodes and each.target in view.nodes)
    return replace(view, as_of=day, ties=held, later=later)


def take_out(view: GraphView, collection: str, count: int | None = None) -> GraphView:
    """With the strongest of a collection drawn one by one, or all of them; of what would be left alone, none stays collected."""
    members = [each.key for each in view.members(collection)]
    taken = members if count is None or len(members) - count < LEAST_COLLECTED else members[:count]
    collected = {key: where for key, where in view.collected.items() if key not in set(taken)}
    return replace(view, collected=collected, focus=view.focus - {collection} if len(taken) == len(members) else view.focus)


def take_out_one(view: GraphView, key: str) -> GraphView:
    """With a node drawn by itself that is in a collection."""
    return replace(view, collected={each: where for each, where in view.collected.items() if each != key})


def gather(view: GraphView, keys: Iterable[str]) -> GraphView:
    """With nodes put into collections by their kind and their nearest neighbour that is not among them."""
    chosen = {key for key in keys if key in view.nodes}
    beside: dict[str, str] = {}
    for tie in view.ties:
        for own, other in ((tie.source, tie.target), (tie.target, tie.source)):
            if own in chosen and other not in chosen and other not in view.collected:
                beside.setdefault(own, other)
    collected = {**view.collected, **{key: collection_key(view.nodes[key].kind, beside.get(key, "")) for key in chosen}}
    return replace(view, collected=collected, focus=view.focus - chosen)


def hide(view: GraphView, keys: Iterable[str]) -> GraphView:
    """Without these; they stay held, and come back with `show_hidden`."""
    gone = frozenset(keys)
    return replace(view, hidden=view.hidden | gone, focus=view.focus - gone)


def hide_others(view: GraphView, keys: Iterable[str]) -> GraphView:
    """With nothing but these."""
    kept = frozenset(keys)
    shown = {view.collected.get(key, key) for key in view.nodes}
    return replace(view, hidden=view.hidden | (shown - kept))


def show_hidden(view: GraphView) -> GraphView:
    """With all that was hidden one by one."""
    return replace(view, hidden=frozenset())


def show_again(view: GraphView, keys: Iterable[str]) -> GraphView:
    """With some of what was hidden."""
    return replace(view, hidden=view.hidden - frozenset(keys))


def pin(view: GraphView, keys: Iterable[str], *, pinned: bool) -> GraphView:
    """With these held where they stand whatever layout is chosen, or no longer."""
    chosen = frozenset(keys)
    return replace(view, pinned=view.pinned | chosen if pinned else view.pinned - chosen)


def focus_on(view: GraphView, keys: Iterable[str]) -> GraphView:
    """With all faded but these and what they are tied to; of none, nothing is."""
    return replace(view, focus=frozenset(keys))


def move(view: GraphView, spots: Mapping[str, Spot]) -> GraphView:
    """With nodes at other places."""
    return replace(view, spots={**view.spots, **spots})


def keep_to(view: GraphView, period: Period | None) -> GraphView:
    """With all standing back that has no evidence in a stretch of time; without one, nothing does."""
    return replace(view, period=period)


def filter_kind(view: GraphView, kind: Kind, *, shown: bool) -> GraphView:
    """With nodes of a kind, or without them."""
    return replace(view, kinds_off=view.kinds_off - {kind} if shown else view.kinds_off | {kind})


def filter_relationship(view: GraphView, relationship: str, *, shown: bool) -> GraphView:
    """With ties of a relationship, or without them."""
    off = view.relationships_off
    return replace(view, relationships_off=off - {relationship} if shown else off | {relationship})
