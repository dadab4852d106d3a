"""Draws a hit: title, page, the routes that found it, and up to three lines around the first match."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.domain.alignment import utf16_offset
from desktop.domain.passage import Passage
from desktop.ui.models.results import PASSAGE_ROLE, ROUTE_NAMES, SNIPPET_ROLE, page_words, ranked_routes
from desktop.ui.models.snippet import Snippet
from desktop.ui.theme import Colours, colours

PADDING_X, PADDING_Y = 12.0, 8.0
GAP = 3.0
MOST_LINES = 3
CHIP_PADDING, CHIP_GAP = 7.0, 5.0
WIDTH_WITHOUT_A_VIEW = 600


@dataclass(frozen=True, slots=True)
class _Lines:
    """A snippet laid out for one width; formats are put on when it is drawn, since they depend on the colours."""

    layout: QTextLayout
    height: float
    spans: tuple[tuple[int, int], ...]


class HitDelegate(QStyledItemDelegate):
    """Lays each row out once for a width and keeps that until the rows change."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._laid: dict[tuple[int, int], _Lines] = {}

    def forget(self) -> None:
        """The rows changed: lay them out anew."""
        self._laid.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Qt: a row is as high as what it says."""
        width = _row_width(option)
        head = QFontMetricsF(_bold(option.font)).height()
        lines = self._lines(index, option.font, width)
        return QSize(width, round(2 * PADDING_Y + head + (GAP + lines.height if lines.height else 0)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Qt: draw a row."""
        passage: Passage = index.data(PASSAGE_ROLE)
        worn = colours(option.palette)
        painter.save()
        option.widget.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = QColor(worn.selection_text if selected else worn.text)
        area = QRectF(option.rect).adjusted(PADDING_X, PADDING_Y, -PADDING_X, -PADDING_Y)
        right = self._draw_chips(painter, passage, area, option.font, worn)
        head = self._draw_head(
            painter, passage, QRectF(area.left(), area.top(), right - area.left(), area.height()), option.font, ink, worn
        )
        lines = self._lines(index, option.font, _row_width(option))
        painter.setPen(ink)
        lines.layout.draw(painter, QPointF(area.left(), area.top() + head + GAP), _mark_formats(lines.spans, worn))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QColor(worn.border))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    def _draw_head(self, painter: QPainter, passage: Passage, area: QRectF, font: QFont, ink: QColor, worn: Colours) -> float:
        bold = _bold(font)
        metrics = QFontMetricsF(bold)
        page = page_words(passage.page)
        page_width = QFontMetricsF(font).horizontalAdvance(page) + 10 if page else 0.0
        title = metrics.elidedText(passage.title, Qt.TextElideMode.ElideRight, max(40.0, area.width() - page_width - 12))
        painter.setFont(bold)
        painter.setPen(ink)
        line = QRectF(area.left(), area.top(), area.width(), metrics.height())
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setFont(font)
        painter.setPen(QColor(worn.muted))
        painter.drawText(line.adjusted(metrics.horizontalAdvance(title) + 10, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, page)
        return metrics.height()

    def _draw_chips(self, painter: QPainter, passage: Passage, area: QRectF, font: QFont, worn: Colours) -> float:
        """Draw the routes from the right; where the title must end."""
        small = QFont(font)
        small.setPointSizeF(font.pointSizeF() * 0.85)
        metrics = QFontMetricsF(small)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(small)
        right = area.right()
        for route, score in reversed(ranked_routes(passage)):
            words = f"{ROUTE_NAMES[route]} {score.rank}"
            width = metrics.horizontalAdvance(words) + 2 * CHIP_PADDING
            chip = QRectF(right - width, area.top(), width, metrics.height() + 2)
            painter.setPen(QColor(worn.border))
            painter.setBrush(QColor(worn.hover))
            painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
            painter.setPen(QColor(worn.muted))
            painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
            right -= width + CHIP_GAP
        return right

    def _lines(self, index: QModelIndex | QPersistentModelIndex, font: QFont, width: int) -> _Lines:
        key = (index.row(), width)
        if key not in self._laid:
            said: Snippet = index.data(SNIPPET_ROLE)
            self._laid[key] = _lay_out(said, font, width - 2 * PADDING_X)
        return self._laid[key]


def _row_width(option: QStyleOptionViewItem) -> int:
    viewport = getattr(option.widget, "viewport", None)
    return int(viewport().width()) if viewport is not None else option.rect.width() or WIDTH_WITHOUT_A_VIEW


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _lay_out(said: Snippet, font: QFont, width: float) -> _Lines:
    layout, height, shown = _wrap(said.text, font, width)
    if shown < utf16_offset(said.text, len(said.text)):
        units = said.text.encode("utf-16-le", "surrogatepass")[: 2 * max(0, shown - 2)]
        layout, height, _ = _wrap(units.decode("utf-16-le", "ignore").rstrip() + "…", font, width)
    spans = tuple((utf16_offset(said.text, start), utf16_offset(said.text, end)) for start, end in said.matches)
    return _Lines(layout, height, spans)


def _wrap(text: str, font: QFont, width: float) -> tuple[QTextLayout, float, int]:
    """A layout of at most three lines, its height, and how many UTF-16 units it shows."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    height, shown = 0.0, 0
    layout.beginLayout()
    for _ in range(MOST_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(max(40.0, width))
        line.setPosition(QPointF(0, height))
        height += line.height() * 1.08
        shown = line.textStart() + line.textLength()
    layout.endLayout()
    return layout, height, shown


def _mark_formats(spans: tuple[tuple[int, int], ...], worn: Colours) -> list[QTextLayout.FormatRange]:
    marked = []
    for start, end in spans:
        look = QTextCharFormat()
        look.setBackground(QColor(worn.mark))
        look.setForeground(QColor(worn.mark_text))
        each = QTextLayout.FormatRange()
        each.start, each.length, each.format = start, end - start, look
        marked.append(each)
    return marked
