"""Draws a marking as FIRST prescribes it: its own colour on black."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.domain.marking import Marking
from desktop.ui.widgets.colours import TLP_COLOURS, TLP_GROUND

PADDING = 6
INDENT = 11  # where the style sheet lets the text of the other columns begin


class MarkingDelegate(QStyledItemDelegate):
    """Paints a cell that says `TLP:…` as a badge."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint the ground as any other cell's, then the badge on it."""
        self.initStyleOption(option, index)
        said = str(option.text)
        option.text = ""
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        if said:
            _draw_badge(painter, option, said)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As wide as the badge."""
        size = super().sizeHint(option, index)
        return QSize(size.width() + 2 * PADDING, size.height())


def _draw_badge(painter: QPainter, option: QStyleOptionViewItem, said: str) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    font = QFont(option.font)
    font.setPointSizeF(max(7.5, font.pointSizeF() - 1.5))
    font.setBold(True)
    painter.setFont(font)
    metrics = painter.fontMetrics()
    cell = option.rect
    width = min(metrics.horizontalAdvance(said) + 2 * PADDING, cell.width() - INDENT - 2)
    height = metrics.height() + 4
    badge = QRectF(cell.left() + INDENT, cell.center().y() - height / 2 + 1, width, height)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(TLP_GROUND))
    painter.drawRoundedRect(badge, 3, 3)
    painter.setPen(QColor(TLP_COLOURS[Marking.parse(said)]))
    painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, said)
    painter.restore()
