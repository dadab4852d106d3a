"""A picture of the graph that was given a name: what is in it, where it stands, and what was pinned, hidden and left out.

It says nothing about what the nodes are or what ties them: that is looked up anew, in whatever the vault holds by then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import Addition, GraphView, Kind, Spot
from desktop.domain.layout import LayoutKind

FOLDER = "graphs/"


@dataclass(frozen=True, slots=True)
class GraphHead:
    """A named graph as a list tells of it; `file` is what its file is called, without the ending."""

    name: str
    case: str = ""
    saved_at: str = ""
    nodes: int = 0
    file: str = ""


@dataclass(frozen=True, slots=True)
class TrashedGraph:
    """A named graph in the trash; `deleted_at` is an ISO 8601 time, `size` the bytes on disk."""

    file: str
    name: str
    deleted_at: str
    size: int


@dataclass(frozen=True)
class NamedGraph:
    """What is kept of a view, and the case (a tag) that it belongs to.

    Keys are those of its nodes, in `spots`, `pinned` and `hidden` those of collections too.
    """

    name: str
    nodes: tuple[str, ...]
    collected: Mapping[str, str] = field(default_factory=dict)
    pinned: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    kinds_off: frozenset[Kind] = frozenset()
    relationships_off: frozenset[str] = frozenset()
    spots: Mapping[str, Spot] = field(default_factory=dict)
    layout: LayoutKind = LayoutKind.FORCE
    as_of: str = ""
    saved_at: str = ""
    period: Period | None = None
    case: str = ""


def named(name: str, view: GraphView, layout: LayoutKind, saved_at: str, case: str = "") -> NamedGraph:
    """What is kept of a view."""
    drawn = {*view.nodes, *view.collected.values()}
    return NamedGraph(
        name, tuple(view.nodes), dict(view.collected), view.pinned & drawn, view.hidden & drawn, view.kinds_off, view.relationships_off,
        {key: spot for key, spot in view.spots.items() if key in drawn}, layout, view.as_of, saved_at,
        view.period, case,
    )  # fmt: skip


def view_of(graph: NamedGraph, found: Addition) -> GraphView:
    """The view again, with the nodes and ties that there are by now."""
    nodes = {each.key: each for each in found.nodes}
    return GraphView(
        nodes, found.ties, {key: where for key, where in graph.collected.items() if key in nodes}, graph.pinned, graph.hidden,
        frozenset(), graph.kinds_off, graph.relationships_off, graph.spots, graph.as_of, period=graph.period,
    )  # fmt: skip


def trashed_graph(file: str) -> str:
    """How a graph is called among documents, facts and threads, in the trash and in the log."""
    return FOLDER + file


def graph_of(name: str) -> str | None:
    """The file of the graph that this names; None if it names something else."""
    return name.removeprefix(FOLDER) if name.startswith(FOLDER) else None
