"""What the graph pane's controller has done on a lane: fetching, placing, telling, and writing what leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.application.graph.connections import LONGEST
from desktop.application.job import JobContext
from desktop.application.outgoing_files import write_out
from desktop.domain.graph_card import Card, Choice, Evidence, OrderedWays
from desktop.domain.graph_picture import draw
from desktop.domain.graph_rows import NodeRow, TieRow
from desktop.domain.graph_timeline import Timeline
from desktop.domain.graph_view import Addition, GraphView, Node, Spot, Tie
from desktop.domain.layout import LayoutKind
from desktop.domain.leaving import Exit, Release
from desktop.domain.marking import Marking
from desktop.domain.named_graph import GraphHead
from desktop.ui.jobs.task import UseCase

if TYPE_CHECKING:
    from desktop.application.graph.named_graphs import NamedGraphs, OpenedGraph
    from desktop.application.graph.ordered_ways import OrderedPaths
    from desktop.application.graph.picture_sources import PictureSources
    from desktop.application.graph.picturing import Picturing
    from desktop.application.graph.placing import Placing
    from desktop.application.graph.telling import Telling
    from desktop.application.graph.timelines import Timelines
    from desktop.application.library import Library

STARTS = 14


@dataclass(frozen=True, slots=True)
class Grown:
    """What came as of which day, what the step is called that it makes, and the nodes to select then, with the ways among them.

    `nothing` is what is said if nothing came.
    """

    words: str
    addition: Addition
    as_of: str
    select: tuple[str, ...] = ()
    nothing: str = ""
    ways: tuple[OrderedWays, ...] = ()


@dataclass(frozen=True, slots=True)
class Starts:
    """What a picture may begin with."""

    nodes: tuple[Node, ...]
    cases: tuple[str, ...]
    graphs: tuple[str, ...]


def starting(picturing: Picturing, library: Library, named: NamedGraphs, case: str = "") -> UseCase:
    """Find what a picture may begin with: where one case is worked on, with that, or with a graph that has a name."""

    def find(_: JobContext) -> Starts:
        if case:
            return Starts((), (case,), _names(named, case))
        return Starts(picturing.starts(STARTS), library.facets().tags, _names(named))

    return find


def _names(named: NamedGraphs, case: str = "") -> tuple[str, ...]:
    return tuple(each.name for each in named.heads(case))


def suggesting(picturing: Picturing, text: str) -> UseCase:
    """Find what a text may mean."""

    def suggest(_: JobContext) -> tuple[Node, ...]:
        return picturing.suggest(text)

    return suggest


def beginning(picturing: Picturing, keys: tuple[str, ...], held: tuple[str, ...], as_of: str) -> UseCase:
    """Fetch nodes with the strongest of what is around them."""

    def begin(context: JobContext) -> Grown:
        found = picturing.begin(context, keys, held, as_of)
        label = next((each.label for each in found.nodes if each.key == keys[0]), keys[0]) if len(keys) == 1 else f"{len(keys)} documents"
        return Grown(f"show {label}", found, as_of, keys)

    return begin


def passage(picturing: Picturing, document_id: str, start: int, end: int, view: GraphView) -> UseCase:
    """Fetch what a passage mentions."""
    return _growing(
        "show a passage", view.as_of, lambda context: picturing.passage(context, document_id, start, end, tuple(view.nodes), view.as_of)
    )


def case(picturing: Picturing, tag: str, view: GraphView) -> UseCase:
    """Fetch the documents of a case with what they have in common."""
    return _growing(f"show the case {tag}", view.as_of, lambda context: picturing.case(context, tag, tuple(view.nodes), view.as_of))


def expanding(picturing: Picturing, key: str, label: str, choice: Choice | None, drawn: tuple[str, ...], view: GraphView) -> UseCase:
    """Fetch more around a node."""
    held = tuple(view.nodes)
    return _growing(
        f"show more around {label}", view.as_of, lambda context: picturing.around(context, key, choice, held, drawn, view.as_of)
    )


def _growing(words: str, as_of: str, fetch: Callable[[JobContext], Addition]) -> UseCase:
    def grow(context: JobContext) -> Grown:
        return Grown(words, fetch(context), as_of)

    return grow


def two_deep(picturing: Picturing, key: str, label: str, view: GraphView) -> UseCase:
    """Fetch what is within two claims of a node."""
    return _growing(
        f"show two deep around {label}", view.as_of, lambda context: picturing.two_deep(context, key, tuple(view.nodes), view.as_of)
    )


def paths(picturing: Picturing, one: Node, other: Node, view: GraphView) -> UseCase:
    """Fetch the shortest ways between two nodes."""

    def find(context: JobContext) -> Grown:
        found = picturing.paths(context, one.key, other.key, tuple(view.nodes), view.as_of)
        words = f"show how {one.label} and {other.label} are connected"
        return Grown(words, found, view.as_of, tuple(each.key for each in found.nodes))

    return find


def paths_in_order(ordered: OrderedPaths, one: Node, other: Node, view: GraphView) -> UseCase:
    """Fetch the ways between two entities on which time does not go backward."""

    def find(context: JobContext) -> Grown:
        found = ordered.find(context, one.key, other.key, tuple(view.nodes), view.as_of)
        words = f"show how {one.label} and {other.label} are connected in order of time"
        nothing = (
            f"Between {one.label} and {other.label} no way of at most {LONGEST} relations was found on which time does not go backward, "
            "in neither direction."
        )
        drawn = tuple(each.key for each in found.addition.nodes)
        return Grown(words, found.addition, view.as_of, drawn, nothing, (found.there, found.back))

    return find


def listing(named: NamedGraphs) -> UseCase:
    """List the graphs that are kept."""

    def read(_: JobContext) -> tuple[GraphHead, ...]:
        return named.heads()

    return read


def renaming(named: NamedGraphs, name: str, new_name: str) -> UseCase:
    """Give a graph another name; gives both."""

    def rename(_: JobContext) -> tuple[str, str]:
        return name, named.rename(name, new_name)

    return rename


def forgetting(named: NamedGraphs, name: str) -> UseCase:
    """Move a graph to the trash; gives its name and that of its file there."""

    def forget(_: JobContext) -> tuple[str, str]:
        return name, named.forget(name)

    return forget


def bringing_back(named: NamedGraphs, file: str) -> UseCase:
    """Bring a graph back from the trash."""

    def restore(_: JobContext) -> str:
        return ", ".join(sorted(named.restore(file).graphs))

    return restore


def saving(named: NamedGraphs, name: str, view: GraphView, layout: LayoutKind, case: str) -> UseCase:
    """Keep a view by a name."""

    def save(_: JobContext) -> str:
        return named.save(name, view, layout, case)

    return save


def opening(named: NamedGraphs, name: str) -> UseCase:
    """Open the view of a name."""

    def open_named(context: JobContext) -> OpenedGraph:
        return named.open(context, name)

    return open_named


@dataclass(frozen=True, slots=True)
class KnownThen:
    """What was known on a day: of the nodes `keys`, the ties, and which nodes were not."""

    keys: tuple[str, ...]
    day: str
    ties: tuple[Tie, ...]
    later: frozenset[str]


def looking_back(picturing: Picturing, keys: tuple[str, ...], day: str) -> UseCase:
    """Find what was known on a day of nodes."""

    def look(context: JobContext) -> KnownThen:
        return KnownThen(keys, day, picturing.ties(keys, day), picturing.later(context, keys, day))

    return look


@dataclass(frozen=True, slots=True)
class Examined:
    """What the gate said of a picture of these nodes and ties, which was to be written to `target`."""

    target: Path
    nodes: tuple[Node, ...]
    ties: tuple[Tie, ...]
    release: Release


def outgoing(view: GraphView) -> tuple[tuple[Node, ...], tuple[Tie, ...]]:
    """What an image of a view would tell of: nodes, with those in collections, and ties."""
    picture = draw(view)
    drawn = {each.key for each in picture.nodes}
    nodes = tuple(node for key, node in view.nodes.items() if view.collected.get(key, key) in drawn)
    return nodes, tuple(tie for line in picture.lines for tie in line.ties)


def letting_out(sources: PictureSources, view: GraphView, target: Path) -> UseCase:
    """Ask whether the picture of a view may leave."""
    nodes, ties = outgoing(view)

    def examine(context: JobContext) -> Examined:
        release = sources.examine(context, Exit.IMAGE, "The picture", [each.key for each in nodes], ties)
        return Examined(target, nodes, ties, release)

    return examine


def writing_image(content: bytes, marking: Marking, target: Path) -> UseCase:
    """Write a picture that the gate let out."""

    def write(_: JobContext) -> tuple[Path, Marking]:
        write_out([(target, content)], "Choose another place for the picture.")
        return target, marking

    return write


@dataclass(frozen=True, slots=True)
class Renewed:
    """The nodes `keys` as they are by now, with their ties as of a day, and which of them were not known then."""

    keys: tuple[str, ...]
    as_of: str
    addition: Addition
    later: frozenset[str]


def renewing(picturing: Picturing, keys: tuple[str, ...], as_of: str) -> UseCase:
    """Look at nodes again."""

    def look(context: JobContext) -> Renewed:
        addition = picturing.again(keys, as_of)
        return Renewed(keys, as_of, addition, picturing.later(context, [each.key for each in addition.nodes], as_of))

    return look


def dating(timelines: Timelines, keys: tuple[str, ...], as_of: str) -> UseCase:
    """Read when nodes and the ties among them were written of."""

    def read(context: JobContext) -> Timeline:
        return timelines.of(context, keys, as_of)

    return read


def placing(placing: Placing, view: GraphView, kind: LayoutKind, *, anew: bool = False) -> UseCase:
    """Find places: with `anew` for everything but what is pinned."""

    def place(context: JobContext) -> dict[str, Spot]:
        return placing.place(view, kind, context.cancel, anew=anew)

    return place


def made_of(sources: PictureSources, text: str, rows: tuple[NodeRow | TieRow, ...]) -> UseCase:
    """Find out of which documents rows of a table were made."""

    def find(context: JobContext) -> tuple[str, tuple[str, ...]]:
        nodes, ties = _sorted_out(rows)
        return text, sources.made_of(context, [each.key for each in nodes], [each.tie for each in ties])

    return find


def writing(sources: PictureSources, rows: tuple[NodeRow | TieRow, ...], target: Path) -> UseCase:
    """Write those rows of a table that may leave."""

    def write(context: JobContext) -> tuple[Path, Release]:
        nodes, ties = _sorted_out(rows)
        return target, sources.write_ties(ties, target) if ties else sources.write_nodes(context, nodes, target)

    return write


def _sorted_out(rows: Sequence[NodeRow | TieRow]) -> tuple[list[NodeRow], list[TieRow]]:
    return [each for each in rows if isinstance(each, NodeRow)], [each for each in rows if isinstance(each, TieRow)]


def card(telling: Telling, key: str, as_of: str) -> UseCase:
    """Read everything about a node."""

    def read(_: JobContext) -> Card:
        return telling.card(key, as_of)

    return read


def evidence(telling: Telling, ties: tuple[Tie, ...], as_of: str) -> UseCase:
    """Read the sentences behind ties."""

    def read(context: JobContext) -> tuple[Evidence, ...]:
        return telling.evidence(context, ties, as_of)

    return read
