"""Heads of the lines of a graph: which way a relation goes."""

from __future__ import annotations

from math import hypot

from PySide6.QtCore import QLineF, QPointF
from PySide6.QtGui import QPainter, QPolygonF

from desktop.domain.graph_picture import Line
from desktop.ui.widgets.graph_strokes import Strokes, radius_of

_HEAD = 8.0


def paint_heads(painter: QPainter, strokes: Strokes, line: Line, drawn: QLineF, scale: float) -> None:
    """Draw the heads of a line, at one end or both, with the painter's brush."""
    if line.forward:
        painter.drawPolygon(_head(drawn, radius_of(strokes.nodes[line.target]) * scale, scale))
    if line.back:
        painter.drawPolygon(_head(QLineF(drawn.p2(), drawn.p1()), radius_of(strokes.nodes[line.source]) * scale, scale))


def _head(line: QLineF, reach: float, scale: float) -> QPolygonF:
    """A head at the end of a line, before the node that it points at."""
    x, y = line.dx(), line.dy()
    length = hypot(x, y) or 1.0
    x, y = x / length, y / length
    size = _HEAD * min(1.2, max(0.6, scale))
    tip = QPointF(line.x2() - x * (reach + 1), line.y2() - y * (reach + 1))
    foot = QPointF(tip.x() - x * size, tip.y() - y * size)
    aside = QPointF(-y * size * 0.42, x * size * 0.42)
    return QPolygonF([tip, foot + aside, foot - aside])
