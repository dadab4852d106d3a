"""What is drawn of a view of the graph: its nodes and collections, and one line for all ties between two of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_timeline import Within
from desktop.domain.graph_view import GraphView, Kind, Node, Tie, is_collection


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A node as it is drawn; of a collection, `members` counts what it stands for."""

    key: str
    kind: Kind
    label: str
    members: int = 1
    weight: int = 0
    pinned: bool = False

    @property
    def is_collection(self) -> bool:
        """Whether it stands for several."""
        return is_collection(self.key)


@dataclass(frozen=True, slots=True)
class Line:
    """All ties between two drawn nodes: `forward` and `back` say which way claims among them point.

    `aside` is one none of whose ties has evidence in the stretch of time that is looked at.
    """

    source: str
    target: str
    ties: tuple[Tie, ...]
    forward: bool
    back: bool
    aside: bool = False

    @property
    def status(self) -> EdgeStatus:
        """The best word that stands behind it: the analyst's, a source's, the extractors'."""
        if len(self.ties) == 1:
            return self.ties[0].status
        found = {each.status for each in self.ties if each.is_claim} or {each.status for each in self.ties}
        return next(each for each in (EdgeStatus.ASSERTED, EdgeStatus.STATED, EdgeStatus.DERIVED) if each in found)

    @property
    def is_claim(self) -> bool:
        """Whether any of its ties says more than that both stand in one sentence, or in one document."""
        return self.ties[0].is_claim or any(each.is_claim for each in self.ties[1:])

    @property
    def documents(self) -> int:
        """How many sources the best supported of its ties has."""
        return self.ties[0].documents if len(self.ties) == 1 else max(each.documents for each in self.ties)


@dataclass(frozen=True, slots=True)
class Picture:
    """What is drawn of a view. `held` is how many nodes there are in it, collected and hidden ones included, `single` those drawn alone.

    `aside` are the drawn nodes without evidence in the stretch of time that is looked at, `ties_within` counts the drawn ties with it.
    """

    nodes: tuple[DrawnNode, ...] = ()
    lines: tuple[Line, ...] = ()
    held: int = 0
    single: int = 0
    ties: int = 0
    ties_drawn: int = 0
    kinds: Mapping[Kind, int] = field(default_factory=dict)
    relationships: Mapping[str, int] = field(default_factory=dict)
    aside: frozenset[str] = frozenset()
    ties_within: int = 0


KIND_WORDS = {
    Kind.DOCUMENT: ("Document", "Documents"),
    Kind.ACTOR: ("Actor", "Actors"),
    Kind.CAMPAIGN: ("Campaign", "Campaigns"),
    Kind.MALWARE: ("Malware", "Malware"),
    Kind.TOOL: ("Tool", "Tools"),
    Kind.TECHNIQUE: ("Technique", "Techniques"),
    Kind.VULNERABILITY: ("Vulnerability", "Vulnerabilities"),
    Kind.INDICATOR: ("Indicator", "Indicators"),
    Kind.ORGANISATION: ("Organisation", "Organisations"),
    Kind.PLACE: ("Place", "Places"),
}


def draw(view: GraphView, within: Within | None = None) -> Picture:
    """What is to be drawn of a view; `within` is what has evidence in the stretch of time that is looked at."""
    drawn_as: dict[str, str] = {}
    counts: dict[str, int] = {}
    kinds: dict[Kind, int] = {}
    for key, node in view.nodes.items():
        kinds[node.kind] = kinds.get(node.kind, 0) + 1
        shown = view.collected.get(key, key)
        if key not in view.hidden and shown not in view.hidden and node.kind not in view.kinds_off and key not in view.later:
            drawn_as[key] = shown
            counts[shown] = counts.get(shown, 0) + 1
    nodes, done = [], set[str]()
    for key, shown in drawn_as.items():
        if shown not in done:
            done.add(shown)
            nodes.append(_drawn(view, view.nodes[key], shown, counts[shown]))
    lines, relationships, ties_drawn = _lines(view, drawn_as, within)
    seen = {shown for key, shown in drawn_as.items() if within is None or key in within.nodes}
    ties_within = ties_drawn if within is None else sum(tie.key in within.ties for line in lines for tie in line.ties)
    single = sum(not each.is_collection for each in nodes)
    return Picture(
        tuple(nodes), lines, len(view.nodes), single, len(view.ties), ties_drawn,
        {kind: kinds[kind] for kind in Kind if kind in kinds}, dict(sorted(relationships.items(), key=_most_first)),
        frozenset(counts.keys() - seen), ties_within,
    )  # fmt: skip


class Drawing:
    """Remembers what was drawn last: of a view in which only places or the focus are others, the same is drawn."""

    def __init__(self) -> None:
        self._last: tuple[GraphView, Within | None, Picture] | None = None

    def of(self, view: GraphView, within: Within | None = None) -> Picture:
        """The picture of a view, which is the one of before where nothing that is drawn changed."""
        if self._last is None or self._last[1] != within or not _looks_alike(self._last[0], view):
            self._last = (view, within, draw(view, within))
        return self._last[2]


def _looks_alike(one: GraphView, other: GraphView) -> bool:
    """Whether both are drawn alike: every step makes anew only what it changes."""
    return (
        one.nodes is other.nodes and one.ties is other.ties and one.collected is other.collected and one.pinned == other.pinned
        and one.hidden == other.hidden and one.later == other.later and one.kinds_off == other.kinds_off
        and one.relationships_off == other.relationships_off
    )  # fmt: skip


def draw_alone(node: Node) -> DrawnNode:
    """A node as it would be drawn if it stood by itself."""
    return DrawnNode(node.key, node.kind, node.label, 1, node.documents)


def _drawn(view: GraphView, node: Node, shown: str, count: int) -> DrawnNode:
    pinned = shown in view.pinned
    if shown == node.key:
        return DrawnNode(shown, node.kind, node.label, 1, node.documents, pinned)
    return DrawnNode(shown, node.kind, f"{KIND_WORDS[node.kind][1]} ({count:,})", count, count, pinned)


def _lines(view: GraphView, drawn_as: Mapping[str, str], within: Within | None) -> tuple[tuple[Line, ...], dict[str, int], int]:
    """The lines, how many ties there are of each relationship, and how many are drawn."""
    between: dict[tuple[str, str], list[Tie]] = {}
    relationships: dict[str, int] = {}
    drawn, off, shown_as = 0, view.relationships_off, drawn_as.get
    for tie in view.ties:
        relationship = tie.relationship
        relationships[relationship] = relationships.get(relationship, 0) + 1
        source, target = shown_as(tie.source), shown_as(tie.target)
        if source is None or target is None or source == target or relationship in off:
            continue
        drawn += 1
        between.setdefault((source, target) if source < target else (target, source), []).append(tie)
    return tuple(_line(one, other, ties, drawn_as, within) for (one, other), ties in between.items()), relationships, drawn


def _line(one: str, other: str, ties: Sequence[Tie], drawn_as: Mapping[str, str], within: Within | None) -> Line:
    forward = back = False
    for each in ties:
        if each.is_claim:
            forward |= drawn_as[each.source] == one
            back |= drawn_as[each.source] == other
    if back and not forward:
        one, other, forward, back = other, one, True, False
    return Line(one, other, tuple(ties), forward, back, within is not None and all(each.key not in within.ties for each in ties))


def _most_first(counted: tuple[str, int]) -> tuple[int, str]:
    return (-counted[1], counted[0])
