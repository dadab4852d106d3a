"""Sentences of documents, each of which opens the reader where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from desktop.domain.reading import OpenRequest
from desktop.ui.theme import colours
from desktop.ui.widgets.quiet_copy import keep_from_copying

Index = QModelIndex | QPersistentModelIndex
REQUEST, FOOT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
PADDING, BELOW = 8, 3
_FLAGS = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class SentenceDelegate(QStyledItemDelegate):
    """Draws what is said, wrapped, and below it where that stands."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Qt: draw a row."""
        worn = colours()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        area: QRect = option.rect
        painter.save()
        if chosen:
            painter.fillRect(area, option.palette.highlight())
        inner = area.adjusted(PADDING, PADDING, -PADDING, -PADDING)
        font = _font(option, index)
        painter.setFont(font)
        painter.setPen(worn.selection_text if chosen else worn.text)
        text = str(index.data())
        used = QFontMetrics(font).boundingRect(inner, int(_FLAGS), text)
        painter.drawText(inner, int(_FLAGS), text)
        foot = QFont(font)
        foot.setPointSizeF(font.pointSizeF() * 0.88)
        painter.setFont(foot)
        painter.setPen(worn.muted)
        below = QRect(inner.left(), used.bottom() + BELOW, inner.width(), area.bottom() - used.bottom())
        said = QFontMetrics(foot).elidedText(str(index.data(FOOT)), Qt.TextElideMode.ElideMiddle, inner.width())
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, said)
        painter.setPen(worn.border)
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Qt: as high as the words need at the list's width."""
        parent = self.parent()
        width = parent.viewport().width() if isinstance(parent, QListWidget) else 300
        font = _font(option, index)
        used = QFontMetrics(font).boundingRect(QRect(0, 0, width - 2 * PADDING, 10_000), int(_FLAGS), str(index.data()))
        foot = QFontMetrics(font).height() + BELOW if index.data(FOOT) else 0
        return QSize(width, used.height() + foot + 2 * PADDING)


def _font(option: QStyleOptionViewItem, index: Index) -> QFont:
    """A heading's letters are its own."""
    own = index.data(Qt.ItemDataRole.FontRole)
    return own if isinstance(own, QFont) else option.font


class SentenceList(QListWidget):
    """Enter or a click opens a sentence."""

    opened = Signal(object)  # an OpenRequest

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(SentenceDelegate(self))
        keep_from_copying(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.itemClicked.connect(self._open)

    def show_rows(self, rows: Sequence[tuple[str, str, OpenRequest | None]]) -> None:
        """Show what is said, where, and what opens it; a row that opens nothing is a heading."""
        self.clear()
        for said, where, request in rows:
            item = QListWidgetItem(said)
            item.setData(FOOT, where)
            item.setData(REQUEST, request)
            item.setToolTip(where)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{said} {where}")
            if request is None:
                font = self.font()
                font.setBold(True)
                item.setFont(font)
                item.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.addItem(item)

    @property
    def rows(self) -> list[tuple[str, str]]:
        """What is said, and where."""
        return [(each.text(), str(each.data(FOOT))) for each in map(self.item, range(self.count()))]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter opens."""
        item = self.currentItem()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and item is not None:
            self._open(item)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: rows wrap anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    @Slot(QListWidgetItem)
    def _open(self, item: QListWidgetItem) -> None:
        request = item.data(REQUEST)
        if request is not None:
            self.opened.emit(request)
