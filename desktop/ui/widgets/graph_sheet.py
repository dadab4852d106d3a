"""Lines and nodes of a region as they were drawn, to be laid onto the screen again while a picture is dragged."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPixmap, QTransform

from desktop.domain.graph_picture import Line
from desktop.ui.widgets.graph_region import Region


class Sheet:
    """A pixmap of a region, with one line chosen in it; `view` leads onto it from the picture."""

    def __init__(self, region: Region, line: Line | None, ratio: float, ground: QColor) -> None:
        scale, bounds = region.scale, region.bounds
        self.pixmap = QPixmap(ceil(bounds.width() * scale * ratio), ceil(bounds.height() * scale * ratio))
        self.pixmap.setDevicePixelRatio(ratio)
        self.pixmap.fill(ground)
        self.view = QTransform(scale, 0, 0, scale, -bounds.left() * scale, -bounds.top() * scale)
        self.region, self._line, self._ratio = region, line, ratio

    def shows(self, region: Region, line: Line | None, ratio: float) -> bool:
        """Whether it is of this region, with this line chosen, for a screen as fine."""
        return self.region is region and self._line == line and self._ratio == ratio

    def lay(self, painter: QPainter, view: QTransform) -> None:
        """Draw it where it belongs, on whole pixels of the screen, for between them it would be blurred; at another scale, stretched."""
        at, by = view.map(self.region.bounds.topLeft()), view.m11() / self.region.scale
        place = QPointF(round(at.x() * self._ratio) / self._ratio, round(at.y() * self._ratio) / self._ratio)
        if by == 1:
            painter.drawPixmap(place, self.pixmap)
        else:
            painter.drawPixmap(QRectF(place, self.pixmap.deviceIndependentSize() * by), self.pixmap, QRectF(self.pixmap.rect()))
