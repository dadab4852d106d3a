"""Draws a hit: title, page, the routes that found it, up to three lines around the first match, and, if asked, why it was found."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QMouseEvent, QPainter, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.domain.alignment import utf16_offset
from desktop.domain.passage import Passage
from desktop.domain.shown_name import shown_name
from desktop.domain.snippet import Snippet
from desktop.ui.models.result_rows import FoldRow, HitRow, Row
from desktop.ui.models.results import PINNED_ROLE, ROUTE_NAMES, ROW_ROLE, SNIPPET_ROLE, place_words, ranked_routes, why_words
from desktop.ui.theme import Colours, colours

PADDING_X, PADDING_Y = 12.0, 8.0
GAP = 3.0
FOLD_PADDING_Y = 5.0
INDENT = 18.0
MOST_LINES = 3
MOST_REASONS = 12
PIN = "★"
CHIP_PADDING, CHIP_GAP = 7.0, 5.0
WIDTH_WITHOUT_A_VIEW = 600


@dataclass(frozen=True, slots=True)
class _Lines:
    """A text laid out for one width; formats are put on when it is drawn, since they depend on the colours."""

    layout: QTextLayout
    height: float
    spans: tuple[tuple[int, int], ...] = ()


class HitDelegate(QStyledItemDelegate):
    """Lays each row out once for a width and keeps that until the rows change; `explanation_wanted` tells of a press on the routes."""

    explanation_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._laid: dict[tuple[int, int, bool], _Lines] = {}

    def forget(self) -> None:
        """The rows changed: lay them out anew."""
        self._laid.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Qt: a row is as high as what it says."""
        width, row = _row_width(option), index.data(ROW_ROLE)
        head = QFontMetricsF(_bold(option.font)).height()
        if not isinstance(row, HitRow):
            return QSize(width, round(2 * FOLD_PADDING_Y + head))
        lines = self._lines(index, option.font, width)
        why = self._why(index, row, option.font, width)
        return QSize(width, round(2 * PADDING_Y + head + sum(GAP + each.height for each in (lines, why) if each.height)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Qt: draw a row."""
        row: Row = index.data(ROW_ROLE)
        worn = colours(option.palette)
        painter.save()
        option.widget.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = QColor(worn.selection_text if selected else worn.text)
        if isinstance(row, HitRow):
            self._draw_hit(painter, option, index, ink)
        else:
            _draw_line(painter, option, index, QColor(worn.accent) if isinstance(row, FoldRow) and not selected else ink)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QColor(worn.border))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    def editorEvent(
        self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> bool:
        """Qt: a press on the routes of a hit asks why."""
        row = index.data(ROW_ROLE)
        if isinstance(row, HitRow) and isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonRelease:
            area = _inside(option, row)
            chips = _chips(row.passage, area, option.font)
            if chips and event.position().x() >= chips[0][0].left() and event.position().y() <= chips[0][0].bottom():
                self.explanation_wanted.emit(index.row())
                return True
        return super().editorEvent(event, model, option, index)

    def _draw_hit(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, ink: QColor) -> None:
        row: HitRow = index.data(ROW_ROLE)
        worn, width = colours(option.palette), _row_width(option)
        area = _inside(option, row)
        right = _draw_chips(painter, _chips(row.passage, area, option.font), area, option.font, worn)
        pinned = bool(index.data(PINNED_ROLE))
        head = _draw_head(
            painter, row, QRectF(area.left(), area.top(), right - area.left(), area.height()), option.font, (ink, worn, pinned)
        )
        lines, why = self._lines(index, option.font, width), self._why(index, row, option.font, width)
        top = area.top() + head + GAP
        painter.setPen(ink)
        lines.layout.draw(painter, QPointF(area.left(), top), _mark_formats(lines.spans, worn))
        if why.height:
            painter.setPen(QColor(worn.muted))
            why.layout.draw(painter, QPointF(area.left(), top + lines.height + GAP))

    def _lines(self, index: QModelIndex | QPersistentModelIndex, font: QFont, width: int) -> _Lines:
        key = (index.row(), width, False)
        if key not in self._laid:
            row: HitRow = index.data(ROW_ROLE)
            said: Snippet = index.data(SNIPPET_ROLE)
            self._laid[key] = _lay_out(said, font, _text_width(row, width))
        return self._laid[key]

    def _why(self, index: QModelIndex | QPersistentModelIndex, row: HitRow, font: QFont, width: int) -> _Lines:
        key = (index.row(), width, True)
        if key not in self._laid:
            said = why_words(row.passage).replace("\n", "\u2028") if row.explained else ""
            layout, height, _ = _wrap(said, _small(font), _text_width(row, width), MOST_REASONS)
            self._laid[key] = _Lines(layout, height if said else 0.0)
        return self._laid[key]


def _inside(option: QStyleOptionViewItem, row: HitRow) -> QRectF:
    """Where a hit is drawn within its row; what was unfolded stands further in."""
    left = PADDING_X + (INDENT if row.nested else 0.0)
    return QRectF(option.rect).adjusted(left, PADDING_Y, -PADDING_X, -PADDING_Y)


def _text_width(row: HitRow, width: int) -> float:
    return width - 2 * PADDING_X - (INDENT if row.nested else 0.0)


def _draw_line(painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex, ink: QColor) -> None:
    """Draw a row that is one line: what it stands for, or the title of a twin."""
    area = QRectF(option.rect).adjusted(PADDING_X + INDENT, 0, -PADDING_X, 0)
    painter.setFont(option.font)
    painter.setPen(ink)
    said = QFontMetricsF(option.font).elidedText(str(index.data()), Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, said)


def _draw_head(painter: QPainter, row: HitRow, area: QRectF, font: QFont, look: tuple[QColor, Colours, bool]) -> float:
    """Draw title and page, and a star where the passage is pinned; how high that is."""
    ink, worn, pinned = look
    bold, passage = _bold(font), row.passage
    metrics = QFontMetricsF(bold)
    page = place_words(passage)
    beside = f"{page}  {PIN}" if pinned and page else PIN if pinned else page
    beside_width = QFontMetricsF(font).horizontalAdvance(beside) + 10 if beside else 0.0
    title = metrics.elidedText(shown_name(passage.title), Qt.TextElideMode.ElideRight, max(40.0, area.width() - beside_width - 12))
    painter.setFont(bold)
    painter.setPen(ink)
    line = QRectF(area.left(), area.top(), area.width(), metrics.height())
    painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, title)
    painter.setFont(font)
    painter.setPen(QColor(worn.muted))
    painter.drawText(line.adjusted(metrics.horizontalAdvance(title) + 10, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, beside)
    return metrics.height()


def _chips(passage: Passage, area: QRectF, font: QFont) -> list[tuple[QRectF, str]]:
    """The routes of a hit in a row that ends on the right, and what each says."""
    metrics = QFontMetricsF(_small(font))
    right, placed = area.right(), []
    for route, score in reversed(ranked_routes(passage)):
        words = f"{ROUTE_NAMES[route]} {score.rank}"
        width = metrics.horizontalAdvance(words) + 2 * CHIP_PADDING
        placed.append((QRectF(right - width, area.top(), width, metrics.height() + 2), words))
        right -= width + CHIP_GAP
    return placed[::-1]


def _draw_chips(painter: QPainter, chips: list[tuple[QRectF, str]], area: QRectF, font: QFont, worn: Colours) -> float:
    """Draw the routes; where the title must end."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(_small(font))
    for chip, words in chips:
        painter.setPen(QColor(worn.border))
        painter.setBrush(QColor(worn.hover))
        painter.drawRoundedRect(chip, chip.height() / 2, chip.height() / 2)
        painter.setPen(QColor(worn.muted))
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, words)
    return chips[0][0].left() - CHIP_GAP if chips else area.right()


def _row_width(option: QStyleOptionViewItem) -> int:
    viewport = getattr(option.widget, "viewport", None)
    return int(viewport().width()) if viewport is not None else option.rect.width() or WIDTH_WITHOUT_A_VIEW


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.85)
    return small


def _lay_out(said: Snippet, font: QFont, width: float) -> _Lines:
    layout, height, shown = _wrap(said.text, font, width)
    if shown < utf16_offset(said.text, len(said.text)):
        units = said.text.encode("utf-16-le", "surrogatepass")[: 2 * max(0, shown - 2)]
        layout, height, _ = _wrap(units.decode("utf-16-le", "ignore").rstrip() + "…", font, width)
    spans = tuple((utf16_offset(said.text, start), utf16_offset(said.text, end)) for start, end in said.matches)
    return _Lines(layout, height, spans)


def _wrap(text: str, font: QFont, width: float, most: int = MOST_LINES) -> tuple[QTextLayout, float, int]:
    """A layout of at most so many lines, its height, and how many UTF-16 units it shows."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    height, shown = 0.0, 0
    layout.beginLayout()
    for _ in range(most):
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
