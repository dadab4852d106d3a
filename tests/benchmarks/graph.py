"""The graph pane: how long a paint takes with 2,000 nodes drawn, and how long 5,000 nodes with 15,000 relations take to open."""

from __future__ import annotations

import os
import random
import statistics
import tempfile
import time
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from desktop.adapters.layouts.numpy_layout import NumpyLayout
from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.graph.picturing import Picturing
from desktop.application.graph.placing import Placing
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import DocumentExtraction, Extracted
from desktop.domain.alias import Alias
from desktop.domain.chunk import content_hash
from desktop.domain.entity import EntityType, Mention
from desktop.domain.graph import EdgeStatus, NamedEntity
from desktop.domain.graph_picture import draw
from desktop.domain.graph_view import Addition, GraphView, Kind, Node, Tie, add, document_key, move
from desktop.domain.layout import LayoutKind
from desktop.domain.relation import Relation, Relationship
from desktop.ui.models.graph_steps import GraphSteps, Step
from desktop.ui.panes.graph import GraphPane
from desktop.ui.widgets.graph_canvas import SETTLING_MS, GraphCanvas
from tests.benchmarks.measuring import Figures, arguments, at_most, report
from tests.fakes.documents import put

NODES, LINES = 2_000, 4_000
ENTITIES, RELATIONS = 5_000, 15_000
SIZE = (1_280, 800)


def drawn_view(nodes: int, lines: int) -> GraphView:
    """A view of nodes that are all drawn alone, with places, as a large picture has them."""
    chance = random.Random(5)  # noqa: S311 - no secret
    kinds = list(Kind)
    made = tuple(
        Node(f"n{each}", kinds[each % len(kinds)], f"Node number {each}", "malware", chance.randint(1, 40)) for each in range(nodes)
    )
    statuses = list(EdgeStatus)
    ties = []
    for number in range(lines):
        one = number % nodes
        other = int(one * chance.random() ** 2) if number < nodes else max(0, min(nodes - 1, one + chance.randint(-40, 40)))
        relationship, status = "uses" if number % 3 else "related-to", statuses[number % 7 % 3]
        ties.append(Tie(f"n{one}", relationship, f"n{other}", status, documents=chance.choice((1, 1, 1, 2, 5))))
    view = add(GraphView(), Addition(made, tuple(ties), frozenset(each.key for each in made)))
    return move(view, Placing(NumpyLayout()).place(view, LayoutKind.FORCE, CancelToken()))


def paint_times(canvas: GraphCanvas, rounds: int) -> dict[str, Figures]:
    """Processor milliseconds of a paint at several scales: the first, with the picture moved a little each time, and while zooming."""
    image = QImage(*SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    found: dict[str, Figures] = {}
    for words, zooms in (("everything", 0), ("half", 4), ("near", 7)):
        canvas.fit()
        for _ in range(zooms):
            canvas.zoom_in()
        settle(canvas)
        scale = round(canvas.scale, 3)
        first, taken, zoomed = painted(canvas, image), [], []
        for _ in range(rounds):
            canvas.pan_by(QPointF(3, 2))
            taken.append(painted(canvas, image))
        for number in range(rounds):
            canvas.zoom_out() if number % 2 else canvas.zoom_in()
            zoomed.append(painted(canvas, image))
        settle(canvas)
        found[words] = {
            "scale": scale, "first_ms": round(first, 2), "median_ms": round(statistics.median(taken), 2), "worst_ms": round(max(taken), 2),
            "zoom_median_ms": round(statistics.median(zoomed), 2), "zoom_worst_ms": round(max(zoomed), 2),
        }  # fmt: skip
    return found


def painted(canvas: GraphCanvas, image: QImage) -> float:
    """Processor milliseconds of a paint."""
    painter = QPainter(image)
    began = time.process_time()
    canvas.draw_onto(painter, QRectF(0, 0, *SIZE))
    taken = (time.process_time() - began) * 1000
    painter.end()
    return taken


def settle(canvas: GraphCanvas) -> None:
    """Let the canvas draw as it does when nobody zooms any more."""
    until = time.monotonic() + 2 * SETTLING_MS / 1000
    while time.monotonic() < until:
        QApplication.processEvents()
    canvas.update()


def fill(folder: Path) -> Picturing:
    """An index with one document that mentions 5,000 entities and states 15,000 relations."""
    chance = random.Random(7)  # noqa: S311
    types = (
        EntityType.INTRUSION_SET,
        EntityType.MALWARE,
        EntityType.ATTACK_PATTERN,
        EntityType.DOMAIN,
        EntityType.SHA256,
        EntityType.IDENTITY,
    )
    ids = [f"{types[number % len(types)]}:e{number}" for number in range(ENTITIES)]
    entities = tuple(NamedEntity(each, EntityType(each.partition(":")[0]), each, "", (Alias(each, each, "pack"),)) for each in ids)
    body = "\n\n".join(f"Sentence {number} says it." for number in range(RELATIONS))
    starts = [0]
    for number in range(RELATIONS):
        starts.append(starts[-1] + len(f"Sentence {number} says it.") + 2)
    mentions = tuple(
        Mention(EntityType(each.partition(":")[0]), each, "Sentence", starts[number], starts[number] + 8, 0.9, "bench", each)
        for number, each in enumerate(ids)
    )
    relations = tuple(
        Relation(
            chance.choice(ids), Relationship.USES if number % 2 else Relationship.RELATED_TO, chance.choice(ids), starts[number],
            starts[number + 1] - 2, body[starts[number] : starts[number + 1] - 2], 0.5, "bench",
        )
        for number in range(RELATIONS)
    )  # fmt: skip
    database = Database(folder / "coffer.db")
    writer = SqliteIndexWriter(database)
    put(writer, "large", body)
    writer.put_extractions([DocumentExtraction("large", content_hash(body), Extracted(mentions, relations, entities))])
    return Picturing(SqliteGraphReader(database), SqliteIndexReader(database, 10**7))


def opening(pane: GraphPane, picturing: Picturing) -> Figures:
    """Seconds from asking for the document to its painted picture, by part."""
    began = time.process_time()
    addition = picturing.begin(JobContext(), [document_key("large")], [])
    fetched = time.process_time()
    steps = GraphSteps()
    steps.take(Step("show", lambda view: add(view, addition)))
    spots = Placing(NumpyLayout()).place(steps.view, LayoutKind.FORCE, CancelToken())
    steps.amend(lambda view: move(view, spots))
    placed = time.process_time()
    pane.show_steps(steps)
    pane.canvas.grab()
    painted = time.process_time()
    picture = draw(steps.view)
    return {
        "held": picture.held, "drawn": len(picture.nodes), "ties": picture.ties,
        "fetch_s": round(fetched - began, 2), "place_s": round(placed - fetched, 2), "show_s": round(painted - placed, 2),
        "seconds": round(painted - began, 2),
    }  # fmt: skip


def main() -> None:
    """Run the benchmark."""
    options = arguments(__doc__).parse_args()
    application = QApplication(["graph"])
    pane = GraphPane()
    pane.resize(*SIZE)
    canvas = pane.canvas
    view = drawn_view(NODES, LINES)
    canvas.show_picture(draw(view), view.spots)
    canvas.resize(*SIZE)
    paints = paint_times(canvas, 10 if options.quick else 40)
    with tempfile.TemporaryDirectory() as folder:
        opened = opening(pane, fill(Path(folder)))
    pane.deleteLater()
    application.processEvents()
    targets = {f"paint, {words}": at_most(each["median_ms"], 16) for words, each in paints.items()}
    targets |= {f"zoom, {words}": at_most(each["zoom_median_ms"], 16) for words, each in paints.items()}
    targets["open"] = at_most(opened["seconds"], 2)
    report("graph", options.quick, {"nodes": NODES, "lines": LINES, "paints": paints, "opening": opened}, targets)


if __name__ == "__main__":
    main()
