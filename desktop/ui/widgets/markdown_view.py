"""The Markdown of a document, rendered for reading: any length, with exact places highlighted."""

from __future__ import annotations

import html
from collections.abc import Iterable
from time import perf_counter

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QMenu, QToolTip, QWidget

from desktop.domain.alignment import utf16_offset
from desktop.domain.sections import fence
from desktop.ui.widgets.colours import current_match_colour, is_dark, match_colour, place_colour
from desktop.ui.widgets.match_finder import MatchFinder
from desktop.ui.widgets.outlet import outlet
from desktop.ui.widgets.section_painter import Highlight, SectionPainter
from desktop.ui.widgets.section_stack import SectionStack, TextPosition, TextSpan
from desktop.ui.widgets.shown_sources import stated_sources

MARGIN = 24
WIDEST = 860
SECONDS_A_TURN = 0.008


class MarkdownView(QAbstractScrollArea):
    """Shows a body; only what is in sight is rendered, so a book opens as fast as a page.

    Links show where they lead and are never followed; nothing is loaded.
    """

    link_hovered = Signal(str)
    page_changed = Signal(int)
    matches_changed = Signal(int, int, bool)  # how many, which is current (from 1; 0: none), whether all were sought

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Document text")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setMouseTracking(True)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._stack = self._new_stack("")
        self._places: list[TextSpan] = []
        self._target: TextPosition | None = None
        self._page: int | None = None
        self._anchor = self._caret = TextPosition(0, 0)
        self._finder = MatchFinder(self._stack)
        self._settling = False
        self._unsettled = False
        self._drag_y: int | None = None
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._work)
        self._drag = QTimer(self)
        self._drag.setInterval(40)
        self._drag.timeout.connect(self._scroll_while_dragging)
        """The document that is shown, for what is copied out of it."""
        self.offered: list[QAction] = []
        self._copy = QAction("Copy", self)
        self._copy.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._copy.triggered.connect(self.copy)
        self.addAction(self._copy)
        self._select_all = QAction("Select all", self)
        self._select_all.setShortcut(QKeySequence.StandardKey.SelectAll)
        self._select_all.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._select_all.triggered.connect(self.select_all)
        self.addAction(self._select_all)
        self.verticalScrollBar().actionTriggered.connect(self._leave_target)

    # --- what is shown -----------------------------------------------------------------------------------------

    def show_body(self, body: str) -> None:
        """Show a document's Markdown from its beginning."""
        self._show(self._new_stack(body))

    def show_text(self, text: str) -> None:
        """Show a text that is no Markdown, letter by letter."""
        self._show(self._new_stack(fence(text), paged=False))

    def _show(self, stack: SectionStack) -> None:
        self._stack = stack
        self._places, self._target = [], None
        self._anchor = self._caret = TextPosition(0, 0)
        self._page = None
        self.verticalScrollBar().setValue(0)
        self._seek(self._finder.text)
        self._settle()

    def show_places(self, places: Iterable[tuple[int, int]]) -> None:
        """Highlight spans of the body and bring the first into the upper third."""
        self._places = [span for start, end in places for span in self._stack.spans(start, end)]
        self._target = self._places[0].start if self._places else None
        self.setAccessibleDescription(" … ".join(self.highlighted_text()))
        self._go_to_target()

    def highlighted_text(self) -> list[str]:
        """The shown text of each highlighted span."""
        return [self._text_of(span) for span in self._places]

    def selected_text(self) -> str:
        """What the person selected."""
        first, last = sorted((self._anchor, self._caret))
        return self._text_of(TextSpan(first, last))

    def selected_place(self) -> tuple[int, int] | None:
        """Where in the body stands what the person selected; None if nothing of it is."""
        first, last = sorted((self._anchor, self._caret))
        return self._stack.source_of(TextSpan(first, last)) if first != last else None

    def is_working(self) -> bool:
        """Whether there is still something to cut, measure or search."""
        return self._turns.isActive()

    def rendered_sections(self) -> int:
        """How many sections are kept rendered."""
        return sum(each.document is not None for each in self._stack.sections)

    # --- finding -----------------------------------------------------------------------------------------------

    def find_text(self, text: str) -> None:
        """Mark every occurrence, whatever its case; `matches_changed` says how many, growing as the search goes on."""
        self._seek(text)

    def find_next(self, step: int = 1) -> None:
        """Go to the next (or with -1 the previous) match, round the end."""
        self._finder.step(step)
        self._look_at_match()

    def _seek(self, text: str) -> None:
        self._finder = MatchFinder(self._stack, text)
        self._say_matches()
        self._turns.start()
        self.viewport().update()

    @Slot()
    def _work(self) -> None:
        """One turn of what is done while the person already reads: cutting, then searching."""
        until = perf_counter() + SECONDS_A_TURN
        if self._unsettled:
            self._unsettled = False
            self._settle() if self._target is None else self._go_to_target()
        elif not self._stack.complete:
            while perf_counter() < until and not self._stack.complete:
                self._stack.cut_more(1)
            self._settle()
        elif self._finder.waiting:
            while perf_counter() < until and self._finder.waiting:
                self._finder.search_next()
            self._say_matches()
            if self._finder.current < 0 and self._finder.choose_from(self._position_at_top()):
                self._look_at_match()
            self.viewport().update()
        else:
            self._turns.stop()

    def _look_at_match(self) -> None:
        match = self._finder.looked_at
        if match is not None:
            self._target = match.start
            self._go_to_target()
            self._tell_page(match.start.section)
        self._say_matches()

    def _position_at_top(self) -> TextPosition:
        return self._stack.position_at(0, max(0.0, self.verticalScrollBar().value() - MARGIN))

    def _say_matches(self) -> None:
        self.matches_changed.emit(len(self._finder.matches), self._finder.current + 1, self._finder.complete)

    # --- selecting and copying ---------------------------------------------------------------------------------

    @Slot()
    def copy(self) -> None:
        """Put the selected text on the clipboard."""
        text = self.selected_text()
        if text:
            outlet.copy(text, "What is selected", stated_sources(self))

    @Slot()
    def select_all(self) -> None:
        """Select the whole document."""
        self._stack.cut_until(len(self._stack.body))
        last = len(self._stack.sections) - 1
        text = self._stack.text(last)
        self._anchor, self._caret = TextPosition(0, 0), TextPosition(last, utf16_offset(text, len(text)))
        self.viewport().update()

    def _text_of(self, span: TextSpan) -> str:
        pieces = []
        for index in range(span.start.section, span.end.section + 1):
            start = span.start.offset if index == span.start.section else 0
            end = span.end.offset if index == span.end.section else None
            units = self._stack.text(index).encode("utf-16-le", "surrogatepass")
            pieces.append(units[2 * start : None if end is None else 2 * end].decode("utf-16-le", "surrogatepass"))
        return "\n".join(pieces)

    # --- layout ------------------------------------------------------------------------------------------------

    def _new_stack(self, body: str, *, paged: bool = True) -> SectionStack:
        return SectionStack(body, self.font(), self.palette(), self._text_width(), paged)

    def _text_width(self) -> float:
        return float(max(80, min(WIDEST, self.viewport().width() - 2 * MARGIN)))

    def _left(self) -> float:
        return max(float(MARGIN), (self.viewport().width() - self._text_width()) / 2)

    def _settle(self) -> None:
        """Measure what is in sight, keeping in place what the person is looking at, and tell the scroll bar."""
        if self._settling:
            return
        self._settling = True
        bar, stack = self.verticalScrollBar(), self._stack
        self._set_range()
        index = stack.at_height(bar.value() - MARGIN)
        until = perf_counter() + SECONDS_A_TURN
        while index < len(stack.sections) and stack.sections[index].top < bar.value() - MARGIN + self.viewport().height():
            if perf_counter() > until and not stack.is_measured(index):
                self._unsettled = True
                self._turns.start()
                break
            above = stack.sections[index].top < bar.value() - MARGIN - 1
            grown = stack.measure(index)
            self._set_range()
            if above and grown:
                bar.setValue(round(bar.value() + grown))
            index += 1
            if index == len(stack.sections):
                stack.cut_more(1)
        self._set_range()
        self._settling = False
        self._say_page()
        self.viewport().update()

    def _set_range(self) -> None:
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setSingleStep(3 * round(QFontMetricsF(self.font()).lineSpacing()))
        bar.setRange(0, max(0, round(self._stack.height) + 2 * MARGIN - self.viewport().height()))

    def _say_page(self) -> None:
        if self._target is not None:
            return  # whoever opened a place knows its page; near the end of a document the view cannot scroll that far
        bar = self.verticalScrollBar()
        read = bar.value() / bar.maximum() if bar.maximum() else 0.0  # the line that is read wanders down as the end comes near
        line = bar.value() + read * self.viewport().height()
        index = self._stack.at_height(line - MARGIN)
        if self._stack.sections[index].section.page != self._page:
            self._tell_page(index)

    def _tell_page(self, index: int) -> None:
        page = self._stack.sections[index].section.page
        if page is not None:
            self._page = page
            self.page_changed.emit(page)

    def _go_to_target(self) -> None:
        target = self._target
        if target is None:
            self.viewport().update()
            return
        self._stack.measure(target.section)
        self._set_range()
        self._settling = True
        for _ in range(2):  # measuring what comes into sight above may move the target once
            self.verticalScrollBar().setValue(round(self._stack.line_top(target) + MARGIN - self.viewport().height() / 3))
            self._settling = False
            self._settle()
            self._settling = True
        self._settling = False
        self.viewport().update()

    @Slot(int)
    def _leave_target(self, _action: int) -> None:
        self._target = None

    # --- Qt's events -------------------------------------------------------------------------------------------

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Qt: the scroll bar moved."""
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: keep the place, or else the line at the top, where it was."""
        super().resizeEvent(event)
        if self._text_width() != self._stack.width:
            self._relayout()
        else:
            self._settle()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: another font or other colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_finder"):
            self._relayout()

    def _relayout(self) -> None:
        """Dress the sheet anew, keeping in sight what was."""
        bar = self.verticalScrollBar()
        index = self._stack.at_height(bar.value() - MARGIN)
        top = self._stack.sections[index]
        share = (bar.value() - MARGIN - top.top) / top.height if top.height else 0.0
        self._stack.dress(self.font(), self.palette(), self._text_width())
        if self._target is not None:
            self._go_to_target()
            return
        self._stack.measure(index)
        self._set_range()
        self._settling = True
        bar.setValue(round(top.top + share * top.height) + MARGIN)
        self._settling = False
        self._settle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: draw the sections in sight."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self.palette().color(QPalette.ColorRole.Base))
        offset = self.verticalScrollBar().value() - MARGIN
        index = self._stack.at_height(offset)
        drawing = SectionPainter(painter, self._stack, self.palette(), self._left(), self.viewport().height())
        while index < len(self._stack.sections) and self._stack.sections[index].top < offset + self.viewport().height():
            if self._stack.is_measured(index):
                drawing.paint(index, self._stack.sections[index].top - offset, self._highlights(index))
            index += 1

    def _highlights(self, index: int) -> list[Highlight]:
        dark = is_dark(self.palette())
        current = self._finder.looked_at
        found = [Highlight(span, place_colour(dark)) for span in self._places]
        found += [Highlight(span, match_colour(dark)) for span in self._finder.of_section(index) if span is not current]
        if current is not None:
            found.append(Highlight(current, current_match_colour(dark)))
        chosen, role = self.palette(), QPalette.ColorRole
        first, last = sorted((self._anchor, self._caret))
        found.append(Highlight(TextSpan(first, last), chosen.color(role.Highlight), chosen.color(role.HighlightedText)))
        return found

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: begin a selection."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._caret = self._position(event.position())
            if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._anchor = self._caret
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: extend the selection; a link under the pointer says where it leads."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._caret = self._position(event.position())
            self._drag_y = round(event.position().y())
            self._drag.start()
            self.viewport().update()
        else:
            target = self._link_at(event.position().toPoint())
            self.viewport().setCursor(Qt.CursorShape.WhatsThisCursor if target else Qt.CursorShape.IBeamCursor)
            self.link_hovered.emit(target)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Qt: the selection is made."""
        self._drag.stop()
        self._drag_y = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Qt: select the word."""
        position = self._position(event.position())
        cursor = self._stack.cursor(position.section, position.offset, position.offset)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        self._anchor = TextPosition(position.section, cursor.selectionStart())
        self._caret = TextPosition(position.section, cursor.selectionEnd())
        self.viewport().update()

    @Slot()
    def _scroll_while_dragging(self) -> None:
        y = self._drag_y or 0
        beyond = min(0, y) + max(0, y - self.viewport().height())
        if beyond:
            self._target = None
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + beyond)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: read on with the keyboard."""
        bar = self.verticalScrollBar()
        steps = {
            Qt.Key.Key_Down: bar.SliderAction.SliderSingleStepAdd,
            Qt.Key.Key_Up: bar.SliderAction.SliderSingleStepSub,
            Qt.Key.Key_PageDown: bar.SliderAction.SliderPageStepAdd,
            Qt.Key.Key_Space: bar.SliderAction.SliderPageStepAdd,
            Qt.Key.Key_PageUp: bar.SliderAction.SliderPageStepSub,
            Qt.Key.Key_Home: bar.SliderAction.SliderToMinimum,
            Qt.Key.Key_End: bar.SliderAction.SliderToMaximum,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            bar.triggerAction(step)

    def viewportEvent(self, event: QEvent) -> bool:
        """Qt: a tooltip for the link under the pointer."""
        if isinstance(event, QHelpEvent):
            target = self._link_at(event.pos())
            if target:
                QToolTip.showText(event.globalPos(), f"<p>Leads to <b>{html.escape(target)}</b>. Coffer does not open links.</p>", self)
            else:
                QToolTip.hideText()
            return True
        return super().viewportEvent(event)

    def offer(self, action: QAction) -> None:
        """Offer something to do with what is selected."""
        self.offered.append(action)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: copy or select."""
        menu = QMenu(self)
        self._copy.setEnabled(self._anchor != self._caret)
        menu.addActions([self._copy, self._select_all, *self.offered])
        menu.exec(event.globalPos())
        self._copy.setEnabled(True)

    def _position(self, point: QPointF) -> TextPosition:
        return self._stack.position_at(point.x() - self._left(), point.y() + self.verticalScrollBar().value() - MARGIN)

    def _link_at(self, point: QPoint) -> str:
        y = point.y() + self.verticalScrollBar().value() - MARGIN
        stacked = self._stack.sections[self._stack.at_height(y)]
        if stacked.document is None:
            return ""
        return QUrl(
            stacked.document.documentLayout().anchorAt(QPointF(point.x() - self._left(), y - stacked.top - stacked.band))
        ).toString()
