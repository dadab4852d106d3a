"""Draws sections of a document with what is highlighted in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QAbstractTextDocumentLayout, QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen, QTextCharFormat

from desktop.ui.widgets.colours import mixed
from desktop.ui.widgets.section_stack import SectionStack, TextSpan

LINE_IN_BAND = 14.0


@dataclass(frozen=True, slots=True)
class Highlight:
    """A span and its ground; the ink of the text stays as it is unless another is given."""

    span: TextSpan
    ground: QColor
    ink: QColor | None = None


@dataclass(frozen=True, slots=True)
class SectionPainter:
    """Draws onto a widget whose sheet begins at `left`; later highlights lie over earlier ones."""

    painter: QPainter
    stack: SectionStack
    palette: QPalette
    left: float
    visible_height: float

    def paint(self, index: int, y: float, highlights: Iterable[Highlight]) -> None:
        """Draw a section with its top at `y`."""
        stacked = self.stack.sections[index]
        if stacked.section.opens_page:
            self._paint_band(y, f"Page {stacked.section.page}")
        self.painter.save()
        self.painter.translate(self.left, y + stacked.band)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette = self.palette
        context.clip = QRectF(0, -y - stacked.band, self.stack.width, self.visible_height)
        context.selections = [self._selection(index, each) for each in highlights if _touches(each.span, index)]
        self.stack.document(index).documentLayout().draw(self.painter, context)
        self.painter.restore()

    def _paint_band(self, y: float, label: str) -> None:
        base, ink = self.palette.color(QPalette.ColorRole.Base), self.palette.color(QPalette.ColorRole.Text)
        font = QFont(self.stack.font)
        font.setPointSizeF(font.pointSizeF() * 0.85)
        width = QFontMetricsF(font).horizontalAdvance(label)
        right = self.left + self.stack.width
        self.painter.setFont(font)
        self.painter.setPen(QPen(mixed(base, ink, 0.2), 1))
        self.painter.drawLine(QPointF(self.left, y + LINE_IN_BAND), QPointF(right - width - 10, y + LINE_IN_BAND))
        self.painter.setPen(mixed(base, ink, 0.65))
        self.painter.drawText(QRectF(right - width - 2, y + 2, width + 4, 24), Qt.AlignmentFlag.AlignVCenter, label)

    def _selection(self, index: int, highlight: Highlight) -> QAbstractTextDocumentLayout.Selection:
        span = highlight.span
        start = span.start.offset if span.start.section == index else 0
        end = span.end.offset if span.end.section == index else self.stack.document(index).characterCount()
        look = QTextCharFormat()
        look.setBackground(highlight.ground)
        if highlight.ink is not None:
            look.setForeground(highlight.ink)
        selection = QAbstractTextDocumentLayout.Selection()
        selection.cursor = self.stack.cursor(index, start, end)
        selection.format = look
        return selection


def _touches(span: TextSpan, index: int) -> bool:
    return span.start.section <= index <= span.end.section and span.start != span.end
