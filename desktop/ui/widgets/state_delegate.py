"""Draws what is said of something: a dashed line round what is merely derived, a solid one round what a person said."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from desktop.ui.models.candidates_model import DERIVED
from desktop.ui.theme import Colours, colours

PADDING, INDENT = 7, 11
_GOOD, _BAD = ("accepted", "merged"), ("rejected", "denied")


class StateDelegate(QStyledItemDelegate):
    """Paints a state as a chip; its words say what the line says."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Paint the ground as any other cell's, then the chip on it."""
        self.initStyleOption(option, index)
        said = str(option.text)
        option.text = ""
        option.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        if not said:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(option.font)
        font.setPointSizeF(max(7.5, font.pointSizeF() - 1.0))
        painter.setFont(font)
        metrics, cell = painter.fontMetrics(), option.rect
        width = min(metrics.horizontalAdvance(said) + 2 * PADDING, cell.width() - INDENT - 2)
        height = metrics.height() + 4
        chip = QRectF(cell.left() + INDENT, cell.center().y() - height / 2 + 1, width, height)
        colour = QColor(_colour(said, colours(option.palette)))
        painter.setPen(QPen(colour, 1.2, Qt.PenStyle.DashLine if said == DERIVED else Qt.PenStyle.SolidLine))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(chip, height / 2, height / 2)
        painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, said)
        painter.restore()


def _colour(said: str, worn: Colours) -> str:
    return worn.success if said in _GOOD else worn.error if said in _BAD else worn.muted
