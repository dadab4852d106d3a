"""The Markdown of a document, rendered for reading: any length, with exact places highlighted."""

from __future__ import annotations

import html
from collections.abc import Iterable
from time import perf_counter

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QHelpEvent, QKeyEvent, QKeySequence, QMouseEvent, QPalette
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from desktop.domain.sections import fence
from desktop.ui.widgets.colours import current_match_colour, is_dark, match_colour, place_colour
from desktop.ui.widgets.match_finder import MatchFinder
from desktop.ui.widgets.outlet import outlet
from desktop.ui.widgets.section_painter import Highlight
from desktop.ui.widgets.section_stack import SectionStack, TextPosition, TextSpan
from desktop.ui.widgets.sheet_view import SheetView
from desktop.ui.widgets.shown_sources import stated_sources
from desktop.ui.widgets.text_selection import Move, TextSelection, text_of

StandardKey = QKeySequence.StandardKey
SELECTING_KEYS = {
    StandardKey.SelectNextChar: Move.NextCharacter,
    StandardKey.SelectPreviousChar: Move.PreviousCharacter,
    StandardKey.SelectNextWord: Move.NextWord,
    StandardKey.SelectPreviousWord: Move.PreviousWord,
    StandardKey.SelectEndOfLine: Move.EndOfLine,
    StandardKey.SelectStartOfLine: Move.StartOfLine,
}
PARAGRAPH_KEYS = {Qt.Key.Key_Down: Move.EndOfBlock, Qt.Key.Key_Up: Move.StartOfBlock}  # with Shift alone they go to another passage found
BOTH_MODIFIERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class MarkdownView(SheetView):
    """Shows a body; places in it are highlighted, words found, text selected by mouse or keyboard.

    Links show where they lead and are never followed; nothing is loaded.
    """

    link_hovered = Signal(str)
    matches_changed = Signal(int, int, bool)  # how many, which is current (from 1; 0: none), whether all were sought

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Document text")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor)
        self._places: list[TextSpan] = []
        self._selection = TextSelection(self.stack)
        self._finder = MatchFinder(self.stack)
        self._drag_y: int | None = None
        self._drag = QTimer(self)
        self._drag.setInterval(40)
        self._drag.timeout.connect(self._scroll_while_dragging)
        self.offered: list[QAction] = []
        self._copy = self._action("Copy", StandardKey.Copy)
        self._copy.triggered.connect(self.copy)
        self._select_all = self._action("Select all", StandardKey.SelectAll)
        self._select_all.triggered.connect(self.select_all)

    def _action(self, name: str, key: QKeySequence.StandardKey) -> QAction:
        action = QAction(name, self)
        action.setShortcut(key)
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.addAction(action)
        return action

    # --- what is shown -----------------------------------------------------------------------------------------

    def show_body(self, body: str) -> None:
        """Show a document's Markdown from its beginning."""
        self._show(self.new_stack(body))

    def show_text(self, text: str) -> None:
        """Show a text that is no Markdown, letter by letter."""
        self._show(self.new_stack(fence(text), paged=False))

    def _show(self, stack: SectionStack) -> None:
        self._places = []
        self._selection = TextSelection(stack)
        self._finder = MatchFinder(stack, self._finder.text)
        self.show_stack(stack)
        self._say_matches()

    def show_places(self, places: Iterable[tuple[int, int]]) -> None:
        """Highlight spans of the body and bring the first into the upper third."""
        self._places = [span for start, end in places for span in self.stack.spans(start, end)]
        self._selection = TextSelection(self.stack)
        self.setAccessibleDescription(" … ".join(self.highlighted_text()))
        self.go_to(self._places[0].start if self._places else None)

    def highlighted_text(self) -> list[str]:
        """The shown text of each highlighted span."""
        return [text_of(self.stack, span) for span in self._places]

    def selected_text(self) -> str:
        """What the person selected."""
        return self._selection.text

    def selected_place(self) -> tuple[int, int] | None:
        """Where in the body stands what the person selected; None if nothing of it is."""
        return self._selection.source

    # --- finding -----------------------------------------------------------------------------------------------

    def find_text(self, text: str) -> None:
        """Mark every occurrence, whatever its case; `matches_changed` says how many, growing as the search goes on.

        When nothing is sought any more, the match that was looked at last is selected.
        """
        if not text and self._finder.looked_at is not None:
            self._selection.select(self._finder.looked_at)
        self._finder = MatchFinder(self.stack, text)
        self._say_matches()
        self.resume()
        self.viewport().update()

    def find_next(self, step: int = 1) -> None:
        """Go to the next (or with -1 the previous) match, round the end."""
        self._finder.step(step)
        self._look_at_match()

    def work_on(self, until: float) -> bool:
        """Search on, section by section."""
        if not self._finder.waiting:
            return False
        while perf_counter() < until and self._finder.waiting:
            self._finder.search_next()
        self._say_matches()
        if self._finder.current < 0 and self._finder.choose_from(self.top_position()):
            self._look_at_match()
        self.viewport().update()
        return True

    def _look_at_match(self) -> None:
        match = self._finder.looked_at
        if match is not None:
            self.look_at(match.start)
        self._say_matches()

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
        self._selection.select_all()
        self.viewport().update()

    def _extend_selection(self, move: Move) -> None:
        """Select on; if the person has not begun, first what was opened, or else from the top of what is in sight."""
        if self._selection.placed:
            self._selection.move(move)
        elif self._places:
            self._selection.select(TextSpan(self._places[0].start, self._places[-1].end))
        else:
            self._selection.begin(self.top_position())
            self._selection.move(move)
        self.bring_into_sight(self._selection.caret)
        self.setAccessibleDescription(self._selection.described)
        self.viewport().update()

    def highlights(self, index: int) -> list[Highlight]:
        """Places, matches and the selection in a section."""
        dark = is_dark(self.palette())
        current = self._finder.looked_at
        found = [Highlight(span, place_colour(dark)) for span in self._places]
        found += [Highlight(span, match_colour(dark)) for span in self._finder.of_section(index) if span is not current]
        if current is not None:
            found.append(Highlight(current, current_match_colour(dark)))
        chosen, role = self.palette(), QPalette.ColorRole
        found.append(Highlight(self._selection.span, chosen.color(role.Highlight), chosen.color(role.HighlightedText)))
        return found

    def offer(self, action: QAction) -> None:
        """Offer something to do with what is selected."""
        self.offered.append(action)

    # --- Qt's events -------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Qt: select, or read on, with the keyboard."""
        move = _asked_move(event)
        if move is None:
            super().keyPressEvent(event)
        else:
            self._extend_selection(move)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Qt: begin a selection."""
        if event.button() == Qt.MouseButton.LeftButton:
            position = self._position(event.position())
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._selection.extend(position)
            else:
                self._selection.begin(position)
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Qt: extend the selection; a link under the pointer says where it leads."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._selection.extend(self._position(event.position()))
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
        self._selection.select_word(self._position(event.position()))
        self.viewport().update()

    @Slot()
    def _scroll_while_dragging(self) -> None:
        y = self._drag_y or 0
        beyond = min(0, y) + max(0, y - self.viewport().height())
        if beyond:
            self.leave_target()
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + beyond)

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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Qt: copy or select."""
        menu = QMenu(self)
        self._copy.setEnabled(not self._selection.empty)
        menu.addActions([self._copy, self._select_all, *self.offered])
        menu.exec(event.globalPos())
        self._copy.setEnabled(True)

    def _position(self, point: QPointF) -> TextPosition:
        return self.stack.position_at(point.x() - self.left(), self.height_of(point.y()))

    def _link_at(self, point: QPoint) -> str:
        y = self.height_of(point.y())
        stacked = self.stack.sections[self.stack.at_height(y)]
        if stacked.document is None:
            return ""
        return QUrl(stacked.document.documentLayout().anchorAt(QPointF(point.x() - self.left(), y - stacked.top - stacked.band))).toString()


def _asked_move(event: QKeyEvent) -> Move | None:
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == BOTH_MODIFIERS and event.key() in PARAGRAPH_KEYS:
        return PARAGRAPH_KEYS[Qt.Key(event.key())]
    return next((move for keys, move in SELECTING_KEYS.items() if event.matches(keys)), None)
