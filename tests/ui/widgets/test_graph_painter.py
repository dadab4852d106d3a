"""Drawing a picture of the graph anew, and as it was kept."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QImage, QPainter, QPalette, QTransform
from PySide6.QtWidgets import QApplication

from desktop.domain.graph_picture import DrawnNode, Picture
from desktop.domain.graph_view import Kind
from desktop.ui.widgets.graph_painter import GraphPainter, Marks
from desktop.ui.widgets.graph_strokes import Strokes, strokes_of

AREA = QRectF(0, 0, 200, 120)


def drawn(drawing: GraphPainter, strokes: Strokes, ratio: float) -> QImage:
    image = QImage(round(AREA.width() * ratio), round(AREA.height() * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0)
    painter = QPainter(image)
    drawing.paint_kept(painter, strokes, QTransform.fromTranslate(100, 50), AREA, Marks())
    painter.end()
    return image


def test_on_a_finer_screen_nodes_are_drawn_as_fine_as_it_is(qapp: QApplication) -> None:
    strokes = strokes_of(Picture((DrawnNode("a", Kind.ACTOR, "Actor"),), ()), {"a": (0.0, 0.0)}, frozenset())
    moved, fine = (GraphPainter(QPalette(), QFont()) for _ in range(2))
    coarse = drawn(moved, strokes, 1.0)
    assert drawn(moved, strokes, 2.0) == drawn(fine, strokes, 2.0)
    assert drawn(moved, strokes, 1.0) == coarse
