"""A picture of a page with the boxes of a quote laid over it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from desktop.domain.reading import Box

# Paper is white in light and in dark: the marker's ink is the same in both.
MARKER = QColor(255, 214, 64, 150)
OUTLINE = QColor(214, 150, 0, 220)
BLEED = 2.0


class PageCanvas(QWidget):
    """Draws a picture at a given width, whatever its own; boxes are fractions of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Page of the original")
        self._picture = QPixmap()
        self._boxes: tuple[Box, ...] = ()

    @property
    def picture(self) -> QPixmap:
        """What is drawn."""
        return self._picture

    @property
    def boxes(self) -> tuple[Box, ...]:
        """What is marked."""
        return self._boxes

    def draw(self, picture: QPixmap, width: int) -> None:
        """Show a picture, `width` wide."""
        self._picture = picture
        self.fit(width)

    def fit(self, width: int) -> None:
        """Show the same picture at another width."""
        if not self._picture.isNull():
            height = round(width * self._picture.height() / max(1, self._picture.width()))
            self.setFixedSize(QSize(width, height))
        self.update()

    def mark(self, boxes: tuple[Box, ...]) -> None:
        """Lay boxes over the picture."""
        self._boxes = boxes
        words = f", quote marked in {len(boxes)} {'line' if len(boxes) == 1 else 'lines'}" if boxes else ""
        self.setAccessibleDescription(f"Picture of the page{words}")
        self.update()

    def rectangles(self) -> list[QRectF]:
        """Where the boxes lie on this widget."""
        width, height = self.width(), self.height()
        return [
            QRectF(box.left * width, box.top * height, (box.right - box.left) * width, (box.bottom - box.top) * height)
            for box in self._boxes
        ]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Qt: draw."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if not self._picture.isNull():
            painter.drawPixmap(self.rect(), self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for rectangle in self.rectangles():
            grown = rectangle.adjusted(-BLEED, -BLEED, BLEED, BLEED)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(MARKER)
            painter.drawRoundedRect(grown, 2, 2)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
            painter.setPen(QPen(OUTLINE, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(grown, 2, 2)
