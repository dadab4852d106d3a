"""The part of a picture of the graph that can be seen, sorted for drawing once, and again only when another part is looked at."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPolygonF, QTransform

from desktop.domain.graph_picture import DrawnNode
from desktop.domain.graph_view import Kind
from desktop.ui.widgets.graph_strokes import RADIUS, DrawnLine, Look, Strokes

AROUND = 72.0
"""Pixels around what is seen for which it holds too, so that a picture that is dragged is not sorted at every step."""
BESIDE = 60.0
"""How far from its middle, in the picture, a node may be seen with its name."""
EASY_ACROSS, LEAST_ACROSS = 22.0, 12.0
"""Pixels across of a node that is easy to see, and of one in which there is still something to see."""
FEW = 450
"""Among more nodes none can be easy to see."""
_SHARE = 0.2
"""The part of the way to the next node that a node may take up."""
_LONGEST_LINE = 2_000.0
Shown = tuple[DrawnNode, QPointF]


@dataclass
class Region:
    """What lies in a stretch of a picture: its lines by their looks and its points by (faded, kind), `nodes` by who is named first.

    `pixels` is how long its lines are altogether, of a long one no more than a part, `apart` how far apart nodes stand.
    """

    bounds: QRectF
    scale: float
    lines: list[DrawnLine]
    by_look: dict[Look, list[QLineF]] = field(default_factory=dict)
    nodes: list[tuple[DrawnNode, float, float]] = field(default_factory=list)
    points: dict[tuple[bool, Kind], QPolygonF] = field(default_factory=dict)
    pixels: float = 0.0
    has_pins: bool = False
    apart: float = 0.0

    @property
    def least_size(self) -> float:
        """How large nodes are to be drawn at least, beside their natural size: as large as is easy to see where few share the room."""
        if not self.nodes:
            return 0.0
        room = sqrt(self.bounds.width() * self.bounds.height() / len(self.nodes))
        across = min(EASY_ACROSS, self.apart * self.scale, room * self.scale * _SHARE)
        return across / (2 * RADIUS) if across >= LEAST_ACROSS else 0.0

    def serves(self, view: QTransform, area: QRectF) -> bool:
        """Whether all that can be seen lies in it."""
        return self.scale == view.m11() and self.bounds.contains(view.inverted()[0].mapRect(area))

    def shown(self, view: QTransform, area: QRectF, most: int, besides: Collection[str]) -> list[Shown]:
        """The first so many of the nodes that can be seen, with where, in their order; then those of `besides` and what is pinned."""
        back = view.inverted()[0].mapRect(area).adjusted(-BESIDE, -BESIDE, BESIDE, BESIDE)
        left, right, top, bottom = back.left(), back.right(), back.top(), back.bottom()
        scale, dx, dy = view.m11(), view.dx(), view.dy()
        seen = (each for each in self.nodes if left <= each[1] <= right and top <= each[2] <= bottom)
        first = list(islice(seen, most))
        more = [each for each in seen if each[0].pinned or each[0].key in besides] if besides or self.has_pins else []
        return [(node, QPointF(x * scale + dx, y * scale + dy)) for node, x, y in (*first, *more)]

    def all_shown(self, view: QTransform) -> list[Shown]:
        """All its nodes, with where."""
        scale, dx, dy = view.m11(), view.dx(), view.dy()
        return [(node, QPointF(x * scale + dx, y * scale + dy)) for node, x, y in self.nodes]


def region_of(strokes: Strokes, view: QTransform, area: QRectF) -> Region:
    """Sort what can be seen, and what lies a little around it."""
    bounds = view.inverted()[0].mapRect(area.adjusted(-AROUND, -AROUND, AROUND, AROUND))
    left, right, top, bottom = bounds.left(), bounds.right(), bounds.top(), bounds.bottom()
    lines = [
        line
        for line, (begins, ends, above, below) in zip(strokes.lines, strokes.boxes, strict=True)
        if begins <= right and left <= ends and above <= bottom and top <= below
    ]
    found = Region(bounds, view.m11(), lines, pixels=sum(min(each.length, _LONGEST_LINE) for each in lines))
    for each in lines:
        found.by_look.setdefault(each.look, []).append(each.drawn)
    left, right, top, bottom = left - BESIDE, right + BESIDE, top - BESIDE, bottom + BESIDE
    found.nodes = [each for each in strokes.ranked if left <= each[1] <= right and top <= each[2] <= bottom]
    for node, x, y in found.nodes:
        found.has_pins |= node.pinned
        found.points.setdefault((node.key in strokes.faded, node.kind), QPolygonF()).append(QPointF(x, y))
    if len(found.nodes) <= FEW:
        found.apart = strokes.apart
    return found
