"""The part of a picture that can be seen."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, inf

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QTransform

from desktop.domain.graph_picture import draw
from desktop.domain.graph_view import Addition, GraphView, Kind, Node, Tie, add, pin
from desktop.ui.widgets import graph_strokes
from desktop.ui.widgets.graph_region import AROUND, Region, region_of
from desktop.ui.widgets.graph_strokes import Strokes, strokes_of, with_moved

AREA, NATURAL = QRectF(0, 0, 400, 300), QTransform()
KEYS = tuple(f"n{number}" for number in range(6))


@pytest.fixture
def strokes() -> Strokes:
    """Six nodes in a row, 200 apart, the last weighs most; each is tied to the next."""
    nodes = tuple(Node(key, Kind.TOOL, key, "tool", documents=number) for number, key in enumerate(KEYS))
    ties = tuple(Tie(one, "uses", other) for one, other in pairwise(KEYS))
    view = pin(add(GraphView(), Addition(nodes, ties, frozenset(KEYS))), ["n0"], pinned=True)
    return strokes_of(draw(view), {key: (200.0 * number, 100.0) for number, key in enumerate(KEYS)}, frozenset())


def keys(region: Region, most: int, besides: frozenset[str] = frozenset()) -> list[str]:
    return [node.key for node, _ in region.shown(NATURAL, AREA, most, besides)]


def test_it_holds_what_can_be_seen_with_the_weightiest_first(strokes: Strokes) -> None:
    region = region_of(strokes, NATURAL, AREA)
    assert keys(region, 10) == ["n2", "n1", "n0"]
    assert sorted((each.line.source, each.line.target) for each in region.lines) == [("n0", "n1"), ("n1", "n2"), ("n2", "n3")]
    assert region.pixels == 600
    assert sum(len(each) for each in region.by_look.values()) == 3


def test_of_many_the_first_are_shown_with_what_is_picked_out_or_pinned(strokes: Strokes) -> None:
    region = region_of(strokes, NATURAL, AREA)
    assert keys(region, 1) == ["n2", "n0"]
    assert keys(region, 1, frozenset({"n1", "n5"})) == ["n2", "n1", "n0"]


def test_it_serves_until_more_can_be_seen_or_the_scale_is_another(strokes: Strokes) -> None:
    region = region_of(strokes, NATURAL, AREA)
    assert region.serves(QTransform.fromTranslate(AROUND, -AROUND), AREA)
    assert not region.serves(QTransform.fromTranslate(AROUND + 1, 0), AREA)
    assert not region.serves(QTransform.fromScale(2, 2), AREA)


def test_nodes_are_told_where_they_stand_on_the_screen(strokes: Strokes) -> None:
    view = QTransform(0.5, 0, 0, 0.5, 10, 20)
    shown = region_of(strokes, view, AREA).shown(view, AREA, 10, ())
    assert [(node.key, at.x(), at.y()) for node, at in shown][:2] == [("n4", 410.0, 70.0), ("n3", 310.0, 70.0)]


def test_where_few_share_the_room_nodes_are_easy_to_see_however_far_away_they_are(strokes: Strokes) -> None:
    far, area = QTransform.fromScale(0.2, 0.2), QRectF(0, 0, 800, 600)
    assert region_of(strokes, far, area).least_size == pytest.approx(22 / 34)
    crowded = region_of(strokes, far, QRectF(0, 0, 10, 10))
    assert 12 / 34 <= crowded.least_size < 22 / 34
    assert region_of(strokes, QTransform.fromTranslate(9000, 0), AREA).least_size == 0.0


def test_nodes_are_drawn_no_larger_than_they_stand_apart(strokes: Strokes) -> None:
    assert strokes.apart == 200.0
    farther, area = QTransform.fromScale(0.08, 0.08), QRectF(0, 0, 800, 600)
    assert region_of(strokes, farther, area).least_size == pytest.approx(16 / 34)
    assert region_of(strokes, QTransform.fromScale(0.05, 0.05), area).least_size == 0.0
    close = with_moved(strokes, {"n5": (805.0, 100.0)})
    assert close.apart == 5.0


def test_how_far_apart_many_nodes_stand_is_told_without_comparing_each_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[float] = []

    def counting(x: float, y: float) -> float:
        compared.append(x)
        return hypot(x, y)

    monkeypatch.setattr(graph_strokes, "hypot", counting)
    for across, down in ((0.0, 60.0), (60.0, 0.0), (0.0, 0.0)):
        many = {str(number): (across * number, down * number) for number in range(5000)}
        assert Strokes(spots=many).apart == max(across, down)
    assert len(compared) < 5000
    assert Strokes(spots={"a": (3.0, 4.0)}).apart == inf
    assert Strokes().apart == inf
