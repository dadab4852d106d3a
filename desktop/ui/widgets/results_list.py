"""The list of hits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QWidget

from desktop.domain.passage import Passage
from desktop.ui.models.results import ResultsModel
from desktop.ui.theme import play
from desktop.ui.widgets.hit_delegate import HitDelegate

HITS_A_TURN = 8


class ResultsList(QListView):
    """Hits, best first; Enter or a double click opens one, Esc or Up from the first goes back to the box."""

    chosen = Signal(object)  # a Passage
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Passages found")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().rangeChanged.connect(self._show_range)
        self._show_range(0, 0)
        self.setMouseTracking(True)
        # Fifty hits laid out in one turn hold the window for up to 47 ms, a batch for about 10.
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(HITS_A_TURN)
        self._hits = ResultsModel(self)
        self._drawing = HitDelegate(self)
        self.setModel(self._hits)
        self.setItemDelegate(self._drawing)
        self.activated.connect(self._choose)

    def show_passages(self, passages: Sequence[Passage]) -> None:
        """Show other hits, from the first; whoever stands on one of them goes on standing there."""
        current = self.currentIndex()
        held = self._hits.passage(current.row()) if current.isValid() and self.hasFocus() else None
        self._drawing.forget()
        self._hits.show(passages)
        self.scrollToTop()
        for row, each in enumerate(passages if held else ()):
            if held and (each.document_id, each.position) == (held.document_id, held.position):
                self.setCurrentIndex(self._hits.index(row, 0))

    def enter(self) -> None:
        """Take the keyboard."""
        if self._hits.rowCount():
            self._stand_somewhere()
            self.setFocus(Qt.FocusReason.TabFocusReason)

    @Slot(int, int)
    def _show_range(self, least: int, most: int) -> None:
        # The bar keeps its room, for a list that grew narrower with it would have other line breaks; empty, it is not drawn.
        play(self.verticalScrollBar(), "" if most > least else "idle")

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        self.chosen.emit(self._hits.passage(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter, Esc, and Up from the first row."""
        current = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and current.isValid():
            self._choose(current)
        elif event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and current.row() <= 0):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Qt: a list without a chosen row would not show that it has the keyboard."""
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self._stand_somewhere()

    def _stand_somewhere(self) -> None:
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._hits.index(0, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: another width, other line breaks."""
        self._drawing.forget()
        self.scheduleDelayedItemsLayout()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: another font, other line breaks."""
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_drawing"):
            self._drawing.forget()
            self.scheduleDelayedItemsLayout()
        super().changeEvent(event)
