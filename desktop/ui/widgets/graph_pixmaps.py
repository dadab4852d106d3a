"""Nodes of a graph as they are laid onto a screen: discs with icons from near, dots from afar."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPixmap

from desktop.domain.graph_picture import DrawnNode
from desktop.domain.graph_view import Kind
from desktop.ui.widgets.colours import is_dark, mixed
from desktop.ui.widgets.graph_strokes import radius_of
from desktop.ui.widgets.kind_look import kind_colour, kind_icon

MOST_KEPT = 400


@dataclass
class NodePixmaps:
    """Keeps what was drawn of nodes, once for each kind, size and screen."""

    palette: QPalette
    _kept: dict[tuple[Kind, bool, int, float], QPixmap] = field(default_factory=dict)

    def of(self, node: DrawnNode, scale: float, ratio: float) -> QPixmap:
        """A node as it is drawn at a scale, for a screen of this pixel ratio."""
        size = max(10, round(2 * radius_of(node) * scale)) + 2
        key = (node.kind, node.is_collection, size, ratio)
        if key not in self._kept:
            if len(self._kept) > MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._drawn(node, size, ratio)
        return self._kept[key]

    def _drawn(self, node: DrawnNode, size: int, ratio: float) -> QPixmap:
        pixmap = _clear_pixmap(size, ratio)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        dark = is_dark(self.palette)
        colour, ground = kind_colour(node.kind, dark), self.palette.color(QPalette.ColorRole.Base)
        area = QRectF(1, 1, size - 2, size - 2)
        if node.is_collection:
            painter.setPen(QPen(colour, max(1.2, size / 26)))
            painter.setBrush(mixed(ground, colour, 0.25))
            painter.drawEllipse(area)
            area = area.adjusted(size * 0.13, size * 0.13, -size * 0.13, -size * 0.13)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if node.kind is Kind.DOCUMENT:
            painter.drawRoundedRect(area.adjusted(area.width() * 0.06, 0, -area.width() * 0.06, 0), size * 0.16, size * 0.16)
        else:
            painter.drawEllipse(area)
        within = area.adjusted(area.width() * 0.2, area.height() * 0.2, -area.width() * 0.2, -area.height() * 0.2)
        kind_icon(node.kind, dark).paint(painter, within.toRect())
        painter.end()
        return pixmap


def dot_pixmap(colour: QColor, width: float, ratio: float) -> QPixmap:
    """A dot for a screen of this pixel ratio."""
    pixmap = _clear_pixmap(width + 2, ratio)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(QRectF(1, 1, width, width))
    painter.end()
    return pixmap


def _clear_pixmap(size: float, ratio: float) -> QPixmap:
    pixmap = QPixmap(ceil(size * ratio), ceil(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(0, 0, 0, 0))
    return pixmap
