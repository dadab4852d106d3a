"""Graphs of reports as pictures, drawn in a process of their own: what they show comes from documents, and no window is needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from desktop.adapters.worker_process.client import WorkerProcess
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.adapters.worker_process.server import Reply, Request, serve
from desktop.application.ports.reports import DrawsGraph
from desktop.domain.errors import WorkerDied
from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_picture import DrawnNode, Line, Picture
from desktop.domain.graph_view import Kind, Tie, collection_key
from desktop.domain.marking import Marking
from desktop.domain.report import ReportPicture

_LIMITS = WorkerLimits(memory_bytes=2**31, cpu_seconds=300, file_bytes=2**30, nice=LOW_PRIORITY)
_SECONDS = 300.0


class GraphDrawer:
    """Draws a graph; a worker starts for each, for they are rare."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command

    def __call__(self, picture: ReportPicture, marking: Marking) -> bytes:
        """The content of a PNG file; WorkerDied where it cannot be drawn."""
        try:
            with closing(WorkerProcess(self._command, _LIMITS)) as worker:
                return worker.call("draw", {**_row(picture), "tlp": str(marking)}, timeout=_SECONDS).blob
        except WorkerDied as error:
            hint = "Hide some of its nodes and keep it again, or leave it out of the report."
            raise WorkerDied(f"The graph {picture.title} could not be drawn. {error.message}", hint) from error


def serve_graphs(draw: Callable[[], DrawsGraph]) -> None:
    """Answer requests until the parent goes; `draw` gives what draws, when limits hold."""

    def answer(request: Request) -> Reply:
        return Reply(blob=draw()(_picture(request.args), Marking(request.args["tlp"])))

    serve({"draw": answer})


def _row(drawn: ReportPicture) -> dict[str, Any]:
    """A picture without its keys: they say no more than which line ends where."""
    picture, numbers = drawn.picture, {each.key: number for number, each in enumerate(drawn.picture.nodes)}
    return {
        "name": drawn.name,
        "title": drawn.title,
        "nodes": [
            (str(each.kind), each.label, each.members, each.weight, each.pinned, each.is_collection, drawn.spots.get(each.key))
            for each in picture.nodes
        ],
        "lines": [
            (
                numbers[each.source], numbers[each.target], each.forward, each.back, each.aside,
                [(tie.relationship, str(tie.status), tie.documents) for tie in each.ties],
            )
            for each in picture.lines
        ],
        "aside": [numbers[each] for each in picture.aside if each in numbers],
    }  # fmt: skip


def _picture(row: dict[str, Any]) -> ReportPicture:
    nodes, spots = [], {}
    for number, (kind, label, members, weight, pinned, is_collection, spot) in enumerate(row["nodes"]):
        key = collection_key(Kind(kind), str(number)) if is_collection else str(number)
        nodes.append(DrawnNode(key, Kind(kind), label, members, weight, pinned))
        if spot:
            spots[key] = (float(spot[0]), float(spot[1]))
    lines = []
    for source, target, forward, back, aside, ties in row["lines"]:
        one, other = nodes[source].key, nodes[target].key
        said = tuple(Tie(one, relationship, other, EdgeStatus(status), documents=documents) for relationship, status, documents in ties)
        lines.append(Line(one, other, said, forward, back, aside))
    aside = frozenset(nodes[each].key for each in row["aside"])
    return ReportPicture(row["name"], row["title"], Picture(tuple(nodes), tuple(lines), aside=aside), spots)
