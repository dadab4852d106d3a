"""The picture of the graph as tables, one of nodes and one of relations, with nothing in them that is not in the picture."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.graph_timeline import Within
from desktop.domain.graph_view import GraphView, Tie


@dataclass(frozen=True, slots=True)
class NodeRow:
    """A node: `shown` says how it stands in the picture, `relations` how many ties it has there."""

    key: str
    name: str
    kind: str
    type: str
    documents: int
    mentions: int
    relations: int
    shown: str


@dataclass(frozen=True, slots=True)
class TieRow:
    """A relation, with whose word it is and what it rests on."""

    tie: Tie
    source: str
    relationship: str
    target: str
    status: str
    sentences: int
    documents: int
    first_seen: str
    last_seen: str


DRAWN, COLLECTED = "drawn", "in a collection"
NODE_COLUMNS = ("name", "kind", "type", "documents", "mentions", "relations", "shown")
TIE_COLUMNS = ("source", "relationship", "target", "status", "sentences", "documents", "first_seen", "last_seen")


def node_rows(view: GraphView, within: Within | None = None) -> tuple[NodeRow, ...]:
    """All nodes that a view holds; with `within`, those of them that have evidence in that stretch of time."""
    counts: dict[str, int] = {}
    for tie in view.ties:
        if within is not None and tie.key not in within.ties:
            continue
        for end in (tie.source, tie.target):
            counts[end] = counts.get(end, 0) + 1
    return tuple(
        NodeRow(key, node.label, str(node.kind), node.type, node.documents, node.mentions, counts.get(key, 0), _shown(view, key))
        for key, node in view.nodes.items()
        if within is None or key in within.nodes
    )


def tie_rows(view: GraphView, within: Within | None = None) -> tuple[TieRow, ...]:
    """All ties that a view holds; of those filtered out by relationship none, nor of those that are not `within`."""
    return tuple(
        TieRow(
            tie, view.nodes[tie.source].label, tie.relationship, view.nodes[tie.target].label, str(tie.status) if tie.is_claim else "",
            tie.sentences, tie.documents, tie.first_seen, tie.last_seen,
        )
        for tie in view.ties
        if tie.source in view.nodes and tie.target in view.nodes and tie.relationship not in view.relationships_off
        and (within is None or tie.key in within.ties)
    )  # fmt: skip


def shown_keys(view: GraphView) -> tuple[str, ...]:
    """The nodes that are drawn, one by one or in a collection."""
    return tuple(key for key in view.nodes if _shown(view, key) in (DRAWN, COLLECTED))


def shown_tie_rows(view: GraphView, within: Within | None = None) -> tuple[TieRow, ...]:
    """Of the ties, those between nodes that are drawn, one by one or in a collection."""
    shown = frozenset(shown_keys(view))
    return tuple(each for each in tie_rows(view, within) if each.tie.source in shown and each.tie.target in shown)


def _shown(view: GraphView, key: str) -> str:
    if key in view.hidden or view.collected.get(key) in view.hidden:
        return "hidden"
    if key in view.later:
        return "not known yet"
    if view.nodes[key].kind in view.kinds_off:
        return "left out"
    return COLLECTED if key in view.collected else DRAWN
