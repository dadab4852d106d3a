"""The list of hits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QListView, QMenu, QWidget

from desktop.domain.passage import Passage
from desktop.ui.models.result_rows import Folded, FoldRow, HitRow, place_of
from desktop.ui.models.results import Place, ResultsModel, page_words
from desktop.ui.theme import play
from desktop.ui.widgets.hit_delegate import HitDelegate
from desktop.ui.widgets.outlet import outlet

HITS_A_TURN = 8
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PIN_KEY, LIKE_KEY = "Ctrl+P", "Ctrl+T"


class ResultsList(QListView):
    """Hits, best first: Enter or a double click opens one, Right says why it was found, Shift+Down opens the next.

    Esc, or Up from the first, goes back to the box.
    """

    chosen = Signal(object)  # an OpenRequest
    left = Signal()
    more_wanted = Signal(object)  # the Passage whose document has more
    like_wanted = Signal(object)  # a Passage
    pin_wanted = Signal(object, bool)  # a Passage, and whether it shall be pinned
    document_wanted = Signal(object)  # the Passage in whose document alone is to be searched
    expect_wanted = Signal(object)  # the Passage whose document the query should always find

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
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._hits = ResultsModel(self)
        self._drawing = HitDelegate(self)
        self._pinning = False
        self._offered: list[QAction] = []
        self._shown: tuple[Passage, ...] = ()
        self.setModel(self._hits)
        self.setItemDelegate(self._drawing)
        self.activated.connect(self._choose)
        self._drawing.explanation_wanted.connect(self._change_explanation)
        self.customContextMenuRequested.connect(self._show_menu)

    # --- what is shown

    def show_passages(self, passages: Sequence[Passage]) -> None:
        """Show other hits, from the first; whoever stands on one of them goes on standing there.

        The same hits, of a search that was repeated, leave everything as it is, unfolded rows too.
        """
        if passages and tuple(passages) == self._shown:
            return
        self._shown = tuple(passages)
        current = self.currentIndex()
        held = self._hits.passage(current.row()) if current.isValid() and self.hasFocus() else None
        self._drawing.forget()
        self._hits.show(passages)
        self.scrollToTop()
        for row in range(self._hits.rowCount() if held else 0):
            each = self._hits.passage(row)
            if held and (each.document_id, each.position) == (held.document_id, held.position):
                self.setCurrentIndex(self._hits.index(row, 0))
                break

    @property
    def made_of(self) -> tuple[str, ...]:
        """The documents and facts that are listed."""
        return tuple(dict.fromkeys(each.document_id for each in self._shown))

    def show_more(self, passages: Sequence[Passage]) -> None:
        """Show further passages of a document below the row that stands for them."""
        wanted = {each.document_id for each in passages}
        for row in range(self._hits.rowCount()):
            fold = self._hits.row_at(row)
            if isinstance(fold, FoldRow) and fold.kind is Folded.MORE and fold.passage.document_id in wanted:
                self._hits.unfold(row, passages)
                self._lay_out_anew()
                return

    def show_pinned(self, pinned: frozenset[Place]) -> None:
        """Mark what is pinned."""
        self._hits.show_pinned(pinned)

    def allow_pins(self, allowed: bool) -> None:
        """Offer to pin, or not, where nothing can be kept."""
        self._pinning = allowed

    @property
    def current_passage(self) -> Passage | None:
        """The passage that the keyboard is on, or that of the row."""
        index = self.currentIndex()
        return self._hits.passage(index.row()) if index.isValid() else None

    def enter(self) -> None:
        """Take the keyboard."""
        if self._hits.rowCount():
            self._stand_somewhere()
            self.scrollTo(self.currentIndex())  # of another list, what one stands on is kept wherever it now is
            self.setFocus(Qt.FocusReason.TabFocusReason)

    def step(self, by: int) -> None:
        """Go to the next hit, up or down, and open it; the keyboard stays where it is."""
        current = self.currentIndex()
        row = self._hits.next_place(current.row() if current.isValid() else (-1 if by > 0 else self._hits.rowCount()), by)
        if row is not None:
            self.setCurrentIndex(self._hits.index(row, 0))
            self._choose(self.currentIndex())

    # --- inside

    @Slot(int, int)
    def _show_range(self, least: int, most: int) -> None:
        # The bar keeps its room, for a list that grew narrower with it would have other line breaks; empty, it is not drawn.
        play(self.verticalScrollBar(), "" if most > least else "idle")

    @Slot(QModelIndex)
    def _choose(self, index: QModelIndex) -> None:
        row = self._hits.row_at(index.row())
        if isinstance(row, FoldRow):
            self._unfold(index.row(), open_it=not row.open)
        elif request := place_of(row):
            self.chosen.emit(request)

    @Slot(int)
    def _change_explanation(self, row: int) -> None:
        hit = self._hits.row_at(row)
        if isinstance(hit, HitRow):
            self._explain(row, explained=not hit.explained)

    def _explain(self, row: int, *, explained: bool) -> None:
        self._hits.explain(row, explained=explained)
        self._lay_out_anew()

    def _unfold(self, row: int, *, open_it: bool) -> None:
        fold = self._hits.row_at(row)
        if not isinstance(fold, FoldRow) or fold.open == open_it:
            return
        if not open_it:
            self._hits.fold(row)
        elif fold.kind is Folded.TWINS:
            self._hits.unfold(row)
        else:
            self.more_wanted.emit(fold.passage)
        self._lay_out_anew()

    def _lay_out_anew(self) -> None:
        self._drawing.forget()
        self.scheduleDelayedItemsLayout()

    def _say_more_or_less(self, *, more: bool) -> None:
        """Why a hit was found, or what a row stands for; or no longer."""
        row = self.currentIndex().row()
        if isinstance(self._hits.row_at(row), FoldRow):
            self._unfold(row, open_it=more)
        else:
            self._explain(row, explained=more)

    # --- what can be done with a hit

    def offer(self, action: QAction) -> None:
        """Offer something to do with a passage."""
        self._offered.append(action)

    @Slot(QPoint)
    def _show_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        row = self._hits.row_at(index.row()) if index.isValid() else None
        if not isinstance(row, HitRow):
            return
        self.setCurrentIndex(index)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction("&Open\tEnter").triggered.connect(self._open_current)
        why = "Hide &why it was found\tLeft" if row.explained else "&Why it was found\tRight"
        menu.addAction(why).triggered.connect(self._turn_explanation)
        menu.addAction(f"&More like this\t{LIKE_KEY}").triggered.connect(self._want_like)
        if self._pinning:
            pin = "Un&pin" if self._hits.is_pinned(index.row()) else "&Pin"
            menu.addAction(f"{pin}\t{PIN_KEY}").triggered.connect(self._turn_pin)
        if self._pinning:
            menu.addAction("&Expect this document of this query").triggered.connect(self._want_expected)
        menu.addActions(self._offered)
        menu.addAction("Search in this &document only").triggered.connect(self._want_document)
        menu.addAction("&Copy passage with its source\tCtrl+C").triggered.connect(self._copy)
        menu.popup(self.viewport().mapToGlobal(at))

    @Slot()
    def _open_current(self) -> None:
        self._choose(self.currentIndex())

    @Slot()
    def _turn_explanation(self) -> None:
        self._change_explanation(self.currentIndex().row())

    @Slot()
    def _want_like(self) -> None:
        if passage := self.current_passage:
            self.like_wanted.emit(passage)

    @Slot()
    def _turn_pin(self) -> None:
        passage = self.current_passage
        if passage and self._pinning:
            self.pin_wanted.emit(passage, not self._hits.is_pinned(self.currentIndex().row()))

    @Slot()
    def _want_document(self) -> None:
        if passage := self.current_passage:
            self.document_wanted.emit(passage)

    @Slot()
    def _want_expected(self) -> None:
        if passage := self.current_passage:
            self.expect_wanted.emit(passage)

    @Slot()
    def _copy(self) -> None:
        if passage := self.current_passage:
            outlet.copy(cited(passage), passage.title, (passage.document_id,))

    # --- Qt's events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: Enter, Esc, Up from the first row, and what is done with a hit."""
        current, key = self.currentIndex(), event.key()
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Escape or (key == Qt.Key.Key_Up and current.row() <= 0 and not shifted):
            self.left.emit()
        elif shifted and key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.step(1 if key == Qt.Key.Key_Down else -1)
        elif not current.isValid():
            super().keyPressEvent(event)
        elif key in ENTER:
            self._choose(current)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self._say_more_or_less(more=key == Qt.Key.Key_Right)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._copy()
        elif pressed(event, LIKE_KEY):
            self._want_like()
        elif pressed(event, PIN_KEY):
            self._turn_pin()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Qt: one press on what stands for others unfolds it."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton and isinstance(self._hits.row_at(index.row()), FoldRow):
            self._choose(index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt: the second press of two on what stands for others is not a third."""
        index = self.indexAt(event.position().toPoint())
        if not index.isValid() or not isinstance(self._hits.row_at(index.row()), FoldRow):
            super().mouseDoubleClickEvent(event)

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
        self._lay_out_anew()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Qt: another font, other line breaks."""
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_drawing"):
            self._lay_out_anew()
        super().changeEvent(event)


def cited(passage: Passage) -> str:
    """A passage as it is quoted elsewhere: its words, and where they stand."""
    source = ", ".join(filter(None, [passage.title, page_words(passage.page), passage.document_id]))
    return f"{passage.text}\n— {source}"


def pressed(event: QKeyEvent, keys: str) -> bool:
    """Whether these keys were pressed."""
    return QKeySequence(event.keyCombination()) == QKeySequence(keys)
