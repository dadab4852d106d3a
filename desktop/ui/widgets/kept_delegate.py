"""Draws what is kept of searches: its words, what stands beside them below, and a badge with how much is new."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.ui.models.kept import KEPT_ROLE, KeptRow
from desktop.ui.theme import Colours, colours

PADDING_X, PADDING_Y = 12.0, 6.0
HEADING_ABOVE = 14.0
BADGE_PADDING = 7.0


class KeptDelegate(QStyledItemDelegate):
    """A heading, or two lines of one height each."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Qt: a heading has room above it."""
        row: KeptRow = index.data(KEPT_ROLE)
        line = QFontMetricsF(option.font).height()
        beside = QFontMetricsF(_small(option.font)).height()
        height = HEADING_ABOVE + line + PADDING_Y if row.subject is None else 2 * PADDING_Y + line + beside
        return QSize(100, round(height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Qt: draw a row."""
        row: KeptRow = index.data(KEPT_ROLE)
        worn = colours(option.palette)
        painter.save()
        if row.subject is None:
            painter.setPen(QColor(worn.muted))
            painter.setFont(_bold(option.font))
            area = QRectF(option.rect).adjusted(PADDING_X, HEADING_ABOVE, -PADDING_X, 0)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, row.words)
        else:
            option.widget.style().drawPrimitive(QStyle.PrimitiveElement.PE_PanelItemViewItem, option, painter, option.widget)
            self._draw_lines(painter, option, row, worn)
        painter.restore()

    def _draw_lines(self, painter: QPainter, option: QStyleOptionViewItem, row: KeptRow, worn: Colours) -> None:
        area = QRectF(option.rect).adjusted(PADDING_X, PADDING_Y, -PADDING_X, -PADDING_Y)
        first = QRectF(area.left(), area.top(), area.width(), QFontMetricsF(option.font).height())
        if row.new:
            first.setRight(_draw_badge(painter, f"{row.new:,} new", first, option.font, worn))
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        _draw_line(painter, row.words, first, option.font, worn.selection_text if selected else worn.text)
        below = QRectF(area.left(), first.bottom(), area.width(), area.bottom() - first.bottom())
        _draw_line(painter, row.beside, below, _small(option.font), worn.muted)


def _draw_line(painter: QPainter, words: str, area: QRectF, font: QFont, colour: str) -> None:
    painter.setFont(font)
    painter.setPen(QColor(colour))
    shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)


def _draw_badge(painter: QPainter, words: str, area: QRectF, font: QFont, worn: Colours) -> float:
    """Draw a badge on the right; where what stands beside it must end."""
    small = _bold(_small(font))
    width = QFontMetricsF(small).horizontalAdvance(words) + 2 * BADGE_PADDING
    badge = QRectF(area.right() - width, area.top(), width, area.height())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(worn.accent))
    painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2)
    painter.setFont(small)
    painter.setPen(QColor(worn.accent_text))
    painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, words)
    return badge.left() - BADGE_PADDING


def _bold(font: QFont) -> QFont:
    bold = QFont(font)
    bold.setWeight(QFont.Weight.DemiBold)
    return bold


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(font.pointSizeF() * 0.85)
    return small
