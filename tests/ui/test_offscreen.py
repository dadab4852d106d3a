"""Reports set as PDF, and graphs drawn, where there is no window: by workers, which the window and the command line start alike."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pypdfium2
import pytest
from PIL import Image, ImageColor

from desktop.adapters.graph_drawer import GraphDrawer
from desktop.adapters.pdf_worker import PdfWorker
from desktop.adapters.worker_process.client import worker_command
from desktop.domain.errors import UsageError
from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_picture import DrawnNode, Line, Picture
from desktop.domain.graph_view import Kind, Tie
from desktop.domain.marking import Marking
from desktop.domain.report import Report, ReportPicture
from desktop.ui.widgets.kind_look import kind_colour

REPORT = Report("Ein Täter", Marking.AMBER_STRICT, Marking.RED, "# Ein Täter\n\n" + "Er nutzt 工具 <b>so</b>. [1]\n\n" * 90, 1, 1)


def test_every_page_bears_the_marking_twice_and_the_text_is_whole() -> None:
    with pypdfium2.PdfDocument(PdfWorker(worker_command("pdf"))(REPORT)) as document:
        pages = ["".join(page.get_textpage().get_text_range().split()) for page in document]
        assert document.get_metadata_value("Title") == "Ein Täter"
    assert len(pages) > 1
    assert [page.count("TLP:AMBER+STRICT") for page in pages] == [2] * len(pages)
    together = "".join(pages)
    assert (together.count("<b>so</b>.[1]"), together.count("EinTäter")) == (90, 1)


NODES = (
    DrawnNode("a", Kind.ACTOR, "APT28"),
    DrawnNode("collection:malware:a", Kind.MALWARE, "Malware (3)", 3),
    DrawnNode("x", Kind.TOOL, "X"),
)
USES = Line("a", "collection:malware:a", (Tie("a", "uses", "b", EdgeStatus.ASSERTED, documents=2),), forward=True, back=False)
GRAPH = ReportPicture("graph-1.png", "Winter", Picture(NODES, (USES,)), {"a": (0.0, 0.0), "collection:malware:a": (200.0, 100.0)})


def drawn() -> bytes:
    return GraphDrawer(worker_command("draw"))(GRAPH, Marking.AMBER)


def test_a_graph_is_drawn_where_its_nodes_stood_and_marked_below() -> None:
    with Image.open(BytesIO(drawn())) as image:
        assert image.size == (2 * (200 + 380), 2 * (100 + 110 + 34))
        pixels = image.convert("RGB")
        assert image.info.keys() <= {"dpi"}
    light = {kind: ImageColor.getrgb(kind_colour(kind, dark=False).name()) for kind in (Kind.ACTOR, Kind.MALWARE)}
    assert pixels.getpixel((2 * 190 + 26, 2 * 50)) == light[Kind.ACTOR]
    assert pixels.getpixel((2 * 390 + 28, 2 * 150)) == light[Kind.MALWARE]
    assert pixels.getpixel((2 * 290 - 40, 2 * 100 - 20)) != (255, 255, 255)
    assert pixels.getpixel((4, 2 * 220)) == (0, 0, 0)


def test_a_wide_graph_is_drawn_together_as_far_as_its_nodes_stay_apart() -> None:
    spots = {"a": (0.0, 0.0), "x": (100.0, 0.0), "collection:malware:a": (4000.0, 0.0)}
    wide = replace(GRAPH, spots=spots)
    with Image.open(BytesIO(GraphDrawer(worker_command("draw"))(wide, Marking.AMBER))) as image:
        assert image.size == (2 * (0.44 * 4000 + 380), 2 * (110 + 34))


def test_a_picture_is_as_wide_as_it_would_be_on_a_screen_and_no_wider_than_a_page() -> None:
    text = "# Winter\n\n![Picture of the graph Winter](graph-1.png)\n\nAfter it."
    report = Report("Winter", Marking.AMBER, Marking.RED, text, 1, 1, images={"graph-1.png": drawn()})
    with pypdfium2.PdfDocument(PdfWorker(worker_command("pdf"))(report)) as document:
        assert len(document) == 1
        (picture,) = [each for each in document[0].get_objects() if each.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE]
        shown = picture.get_bitmap().to_pil().convert("RGB")
        left, bottom, right, top = picture.get_bounds()
        page = document[0].get_textpage().get_text_range()
    assert abs((right - left) / 72 - 580 / 96) < 0.05
    assert abs((top - bottom) / 72 - 244 / 96) < 0.05
    assert shown.size[0] > 500
    assert shown.getpixel((4, shown.size[1] - 10)) == (0, 0, 0)
    assert "After it." in page


def test_a_graph_whose_nodes_stand_on_one_another_is_drawn_all_the_same() -> None:
    heap = replace(GRAPH, spots={"a": (0.0, 0.0), "x": (0.0, 0.0), "collection:malware:a": (0.0, 0.0)})
    with Image.open(BytesIO(GraphDrawer(worker_command("draw"))(heap, Marking.AMBER))) as image:
        assert image.size == (2 * 380, 2 * (110 + 34))


def test_a_graph_larger_than_any_picture_is_marked_so_that_it_can_be_read_or_refused() -> None:
    draw = GraphDrawer(worker_command("draw"))
    sizes = []
    for far in ((20_000.0, 0.0), (0.0, 20_000.0)):
        spread = replace(GRAPH, spots={"a": (0.0, 0.0), "x": (30.0, 30.0), "collection:malware:a": far})
        with Image.open(BytesIO(draw(spread, Marking.AMBER_STRICT))) as image:
            sizes.append(image.size)
            foot = image.convert("RGB").crop((image.width // 2 - 110, image.height - 34, image.width // 2 + 110, image.height))
        lit = [x for x in range(foot.width) for y in range(foot.height) if foot.getpixel((x, y)) != (0, 0, 0)]
        assert 80 < max(lit) - min(lit) < 219
    assert (sizes[0][0], sizes[1][0]) == (8000, 240)
    with pytest.raises(UsageError, match="stand too far apart for a picture"):
        draw(replace(GRAPH, spots={"a": (0.0, 0.0), "x": (30.0, 30.0), "collection:malware:a": (9e6, 0.0)}), Marking.AMBER)
