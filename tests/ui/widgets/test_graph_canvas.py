"""The canvas: what mouse and keys do, and what is drawn."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.domain.graph import EdgeStatus
from desktop.domain.graph_picture import DrawnNode, Line, Picture
from desktop.domain.graph_view import Kind, Tie
from desktop.ui.widgets.graph_canvas import GraphCanvas
from desktop.ui.widgets.graph_painter import line_words, short_name
from desktop.ui.widgets.graph_strokes import Stroke, strokes_of, width_of, with_moved
from tests.ui.hearing import heard

NODES = (
    DrawnNode("a", Kind.ACTOR, "Actor", weight=5),
    DrawnNode("b", Kind.MALWARE, "Family", weight=2),
    DrawnNode("collection:indicator:a", Kind.INDICATOR, "Indicators (1,204)", members=1204),
)
SPOTS = {"a": (0.0, 0.0), "b": (200.0, 0.0), "collection:indicator:a": (0.0, 160.0)}


def line(source: str, target: str, relationship: str = "uses", status: EdgeStatus = EdgeStatus.DERIVED, documents: int = 1) -> Line:
    return Line(source, target, (Tie(source, relationship, target, status, documents=documents),), relationship != "related-to", back=False)


PICTURE = Picture(NODES, (line("a", "b"), line("a", "collection:indicator:a", "related-to")), 1206, 2)


@pytest.fixture
def canvas(qtbot: QtBot) -> GraphCanvas:
    canvas = GraphCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(600, 400)
    canvas.show()
    canvas.show_picture(PICTURE, SPOTS)
    return canvas


def at(canvas: GraphCanvas, key: str) -> QPoint:
    return canvas.spot_on_screen(key).toPoint()


def drag(canvas: GraphCanvas, begin: QPoint, end: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, keys, begin)
    QTest.mouseMove(canvas, begin + (end - begin) / 2)
    QTest.mouseMove(canvas, end)
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, keys, end)


def test_everything_is_in_sight_at_first(canvas: GraphCanvas) -> None:
    assert all(canvas.rect().contains(at(canvas, key)) for key in SPOTS)
    canvas.resize(300, 260)
    assert all(canvas.rect().contains(at(canvas, key)) for key in SPOTS)


def test_a_click_chooses_a_node_a_line_or_nothing(canvas: GraphCanvas) -> None:
    selected, lines = heard(canvas.selection_changed), heard(canvas.line_chosen)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, "b"))
    middle = (at(canvas, "a") + at(canvas, "b")) / 2
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert selected == [frozenset({"b"}), frozenset()]
    assert [each and each.target for each in lines] == ["b", None]


def test_more_are_chosen_with_control_and_with_a_frame(canvas: GraphCanvas) -> None:
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, "a"))
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, at(canvas, "b"))
    assert canvas.selected == {"a", "b"}
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    drag(canvas, QPoint(2, 2), at(canvas, "collection:indicator:a") + QPoint(30, 30), Qt.KeyboardModifier.ShiftModifier)
    assert canvas.selected == {"a", "collection:indicator:a"}


def test_a_node_is_moved_with_the_mouse_and_the_ground_pans(canvas: GraphCanvas) -> None:
    moved = heard(canvas.moved)
    drag(canvas, at(canvas, "b"), at(canvas, "b") + QPoint(40, 60))
    (spots,) = moved
    scale = canvas.scale
    assert spots["b"] == pytest.approx((200 + 40 / scale, 60 / scale), abs=2)
    before = at(canvas, "a")
    drag(canvas, QPoint(5, 5), QPoint(45, 25))
    assert at(canvas, "a") == before + QPoint(40, 20)


def test_keys_zoom_pan_and_show_everything_again(canvas: GraphCanvas) -> None:
    fitted, place = canvas.scale, canvas.spot_on_screen("a")
    QTest.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.scale == pytest.approx(fitted * 1.25)
    QTest.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(canvas, Qt.Key.Key_Minus)
    assert canvas.spot_on_screen("a") != place
    QTest.keyClick(canvas, Qt.Key.Key_0)
    assert (canvas.scale, canvas.spot_on_screen("a")) == (fitted, place)


def test_keys_walk_select_and_open(canvas: GraphCanvas) -> None:
    opened = heard(canvas.opened)
    canvas.setFocus()
    assert canvas.current == "a"
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.selected == {"b"}
    QTest.keyClick(canvas, Qt.Key.Key_Left)
    QTest.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.accessibleDescription() == "Indicators (1,204), indicator, 1 selected"
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert opened == ["collection:indicator:a"]
    QTest.keyClick(canvas, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    assert canvas.selected == {"a", "b"}


def test_a_double_click_opens(canvas: GraphCanvas) -> None:
    opened = heard(canvas.opened)
    QTest.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=at(canvas, "b"))
    assert opened == ["b"]


def test_what_is_chosen_stays_chosen_as_long_as_it_is_there(canvas: GraphCanvas) -> None:
    canvas.select(["a", "b"])
    canvas.show_picture(Picture(NODES[:1]), SPOTS)
    assert canvas.selected == {"a"}


def test_derived_is_dashed_asserted_solid_and_mere_company_faint() -> None:
    lines = (
        line("a", "b"),
        line("a", "b", status=EdgeStatus.STATED),
        line("a", "b", status=EdgeStatus.ASSERTED, documents=8),
        line("a", "b", "related-to", EdgeStatus.ASSERTED, 8),
    )
    strokes = strokes_of(Picture(NODES, lines), SPOTS, frozenset())
    assert [each.look for each in strokes.lines] == [
        (False, Stroke.DERIVED, 1),
        (False, Stroke.STATED, 1),
        (False, Stroke.ASSERTED, 4),
        (False, Stroke.FAINT, 1),
    ]
    assert [width_of(line("a", "b", documents=count)) for count in (1, 2, 4, 1000)] == [1, 2, 3, 4]


def test_with_a_focus_all_but_its_neighbours_fades() -> None:
    strokes = strokes_of(PICTURE, SPOTS, frozenset({"b"}))
    assert strokes.faded == {"collection:indicator:a"}
    assert strokes_of(PICTURE, SPOTS, frozenset({"gone"})).faded == frozenset()


def colours_at(canvas: GraphCanvas, spot: QPointF) -> tuple[int, int, int]:
    image: QImage = canvas.grab().toImage()
    found = image.pixelColor(spot.toPoint())
    return found.red(), found.green(), found.blue()


def test_nodes_are_drawn_from_near_and_from_afar(canvas: GraphCanvas, dressed: QApplication) -> None:
    ground = colours_at(canvas, QPointF(3, 3))
    edge = QPointF(0, -13)
    assert colours_at(canvas, canvas.spot_on_screen("a") + edge * canvas.scale) != ground
    for _ in range(9):
        canvas.zoom_out()
    assert canvas.scale < 0.2
    assert colours_at(canvas, canvas.spot_on_screen("a")) != ground


def test_words_on_lines_and_names_are_short() -> None:
    assert line_words(line("a", "b", documents=3)) == "uses · 3"
    assert line_words(line("a", "b")) == "uses"
    assert short_name("Headlace") == "Headlace"
    assert short_name("0123456789abcdef" * 4) == "0123456789abcd…456789abcdef"


def test_a_picture_that_is_dragged_shows_the_same_as_one_drawn_there_anew(qtbot: QtBot) -> None:
    looked_at, anew = GraphCanvas(), GraphCanvas()
    for each in (looked_at, anew):
        qtbot.addWidget(each)
        each.resize(600, 400)
        each.show_picture(PICTURE, SPOTS)
    looked_at.grab()
    for each in (looked_at, anew):
        each.pan_by(QPointF(31, -17))
    assert looked_at.grab().toImage() == anew.grab().toImage()


def test_only_what_hangs_on_moved_nodes_is_placed_anew() -> None:
    strokes = strokes_of(PICTURE, SPOTS, frozenset())
    moved = with_moved(strokes, {"b": (50.0, 60.0)})
    assert moved.spots == {**SPOTS, "b": (50.0, 60.0)}
    assert [(each.drawn.x2(), each.drawn.y2()) for each in moved.lines] == [(50.0, 60.0), (0.0, 160.0)]
    assert moved.boxes[0] == (0.0, 50.0, 0.0, 60.0)
    assert strokes.boxes[0] == (0.0, 200.0, 0.0, 0.0)
    assert [(node.key, x, y) for node, x, y in moved.ranked if node.key == "b"] == [("b", 50.0, 60.0)]


def test_what_is_taken_out_of_the_picture_while_it_is_dragged_is_let_go(canvas: GraphCanvas) -> None:
    begin = at(canvas, "b")
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin)
    QTest.mouseMove(canvas, begin + QPoint(30, 0))
    canvas.show_picture(Picture(NODES[:1], ()), {"a": SPOTS["a"]})
    moved = heard(canvas.moved)
    QTest.mouseMove(canvas, begin + QPoint(60, 40))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin + QPoint(60, 40))
    assert not moved
    assert set(canvas.strokes.spots) == {"a"}
    QTest.mouseMove(canvas, begin + QPoint(62, 40))
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin + QPoint(60, 40))
    assert canvas.selected == frozenset()


def test_what_is_looked_at_stays_in_the_middle_when_there_is_less_room(canvas: GraphCanvas) -> None:
    canvas.pan_by(QPointF(canvas.rect().center()) - canvas.spot_on_screen("b"))
    before = canvas.spot_on_screen("b") - QPointF(300, 200)
    canvas.resize(320, 160)
    assert canvas.spot_on_screen("b") - QPointF(160, 80) == before
