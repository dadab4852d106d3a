"""A layout that sets widgets side by side and goes on in the next line, as words do."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

GAP = 6


class FlowLayout(QLayout):
    """As high as the lines it needs at a width; what is hidden takes no room."""

    def __init__(self, parent: QWidget | None = None, gap: int = GAP) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def insert_widget(self, at: int, widget: QWidget) -> None:
        """Add a widget before the one that stands at a place."""
        self.addWidget(widget)
        self._items.insert(at, self._items.pop())

    def place_of(self, widget: QWidget) -> int:
        """At which place a widget stands."""
        return next(at for at, item in enumerate(self._items) if item.widget() is widget)

    # --- Qt's questions

    def addItem(self, item: QLayoutItem) -> None:
        """Qt: one more."""
        self._items.append(item)

    def count(self) -> int:
        """Qt: how many there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Qt: the one at a place."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Qt: the one at a place, which is no longer held."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Qt: it takes no more room than it needs."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Qt: the narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Qt: the height of the lines at a width."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Qt: put everything into its place."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """Qt: no wider than the widest widget is asked for."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Qt: room for the widest widget, which may be squeezed."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, area: QRect, *, move: bool) -> int:
        at, line = QPoint(area.topLeft()), 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, area.width()), item.sizeHint().height()))
            if at.x() > area.left() and at.x() + size.width() > area.right() + 1:
                at, line = QPoint(area.left(), at.y() + line + self._gap), 0
            if move:
                item.setGeometry(QRect(at, size))
            at.setX(at.x() + size.width() + self._gap)
            line = max(line, size.height())
        return at.y() + line - area.top()
