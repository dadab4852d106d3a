"""A long sheet of text that is scrolled through: only what is in sight is rendered, and what one looks at stays in place."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QEvent, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from desktop.ui.widgets.section_painter import Highlight, SectionPainter
from desktop.ui.widgets.section_stack import SectionStack, TextPosition

MARGIN = 24
WIDEST = 860
SECONDS_A_TURN = 0.008


class SheetView(QAbstractScrollArea):
    """Lays out, scrolls and draws a stack of sections; a book opens as fast as a page."""

    page_changed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.stack = self.new_stack("")
        self._target: TextPosition | None = None
        self._page: int | None = None
        self._settling = False
        self._unsettled = False
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._take_turn)
        self.verticalScrollBar().actionTriggered.connect(self.leave_target)

    # --- for the kinds of sheet ----------------------------------------------------------------------------------

    def highlights(self, _index: int) -> list[Highlight]:
        """What is drawn under the text of a section."""
        return []

    def work_on(self, _until: float) -> bool:
        """Do more while the person already reads, no longer than until a moment of `perf_counter`; whether something was left to do."""
        return False

    def new_stack(self, body: str, *, paged: bool = True) -> SectionStack:
        """A stack that is dressed as this view is."""
        return SectionStack(body, self.font(), self.palette(), self._text_width(), paged)

    def show_stack(self, stack: SectionStack) -> None:
        """Show another sheet from its beginning."""
        self.stack = stack
        self._target = self._page = None
        self.verticalScrollBar().setValue(0)
        self.resume()
        self._settle()

    def resume(self) -> None:
        """Go on with what is done while the person reads."""
        self._turns.start()

    def is_working(self) -> bool:
        """Whether there is still something to cut, measure or search."""
        return self._turns.isActive()

    def rendered_sections(self) -> int:
        """How many sections are kept rendered."""
        return sum(each.document is not None for each in self.stack.sections)

    # --- where one is ----------------------------------------------------------------------------------------------

    def go_to(self, target: TextPosition | None) -> None:
        """Bring a place into the upper third and keep it there until the person scrolls; None lets go of it."""
        self._target = target
        self._go_to_target()

    def look_at(self, target: TextPosition) -> None:
        """Go to a place, and tell its page."""
        self.go_to(target)
        self._tell_page(target.section)

    def bring_into_sight(self, position: TextPosition) -> None:
        """Scroll no more than it takes to see the line of a place."""
        self.stack.measure(position.section)
        self._set_range()
        bar, line = self.verticalScrollBar(), round(self.stack.line_top(position) + MARGIN)
        lowest, highest = line + 2 * MARGIN - self.viewport().height(), line - MARGIN
        if not lowest <= bar.value() <= highest:
            self.leave_target()
            bar.setValue(max(lowest, min(bar.value(), highest)))

    @Slot(int)
    def leave_target(self, _action: int = 0) -> None:
        """Keep no place in sight any more: the person goes elsewhere."""
        self._target = None

    def top_position(self) -> TextPosition:
        """The place in the text at the top of what is in sight."""
        return self.stack.position_at(0, max(0.0, self._offset()))

    def left(self) -> float:
        """Where the text begins, from the left of the viewport."""
        return max(float(MARGIN), (self.viewport().width() - self._text_width()) / 2)

    def height_of(self, y: float) -> float:
        """The height on the sheet of a point of the viewport."""
        return y + self._offset()

    def _offset(self) -> int:
        return self.verticalScrollBar().value() - MARGIN

    # --- layout ------------------------------------------------------------------------------------------------

    @Slot()
    def _take_turn(self) -> None:
        until = perf_counter() + SECONDS_A_TURN
        if self._unsettled:
            self._unsettled = False
            self._settle() if self._target is None else self._go_to_target()
        elif not self.stack.complete:
            while perf_counter() < until and not self.stack.complete:
                self.stack.cut_more(1)
            self._settle()
        elif not self.work_on(until):
            self._turns.stop()

    def _text_width(self) -> float:
        return float(max(80, min(WIDEST, self.viewport().width() - 2 * MARGIN)))

    def _settle(self) -> None:
        """Measure what is in sight, keeping in place what the person is looking at, and tell the scroll bar."""
        if self._settling:
            return
        self._settling = True
        bar, stack = self.verticalScrollBar(), self.stack
        self._set_range()
        index = stack.at_height(self._offset())
        until = perf_counter() + SECONDS_A_TURN
        while index < len(stack.sections) and stack.sections[index].top < self.height_of(self.viewport().height()):
            if perf_counter() > until and not stack.is_measured(index):
                self._unsettled = True
                self._turns.start()
                break
            above = stack.sections[index].top < self._offset() - 1
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
        bar.setRange(0, max(0, round(self.stack.height) + 2 * MARGIN - self.viewport().height()))

    def _say_page(self) -> None:
        if self._target is not None:
            return  # whoever opened a place knows its page; near the end of a document the view cannot scroll that far
        bar = self.verticalScrollBar()
        read = bar.value() / bar.maximum() if bar.maximum() else 0.0  # the line that is read wanders down as the end comes near
        index = self.stack.at_height(self.height_of(read * self.viewport().height()))
        if self.stack.sections[index].section.page != self._page:
            self._tell_page(index)

    def _tell_page(self, index: int) -> None:
        page = self.stack.sections[index].section.page
        if page is not None:
            self._page = page
            self.page_changed.emit(page)

    def _go_to_target(self) -> None:
        target = self._target
        if target is None:
            self.viewport().update()
            return
        self.stack.measure(target.section)
        self._set_range()
        self._settling = True
        for _ in range(2):  # measuring what comes into sight above may move the target once
            self.verticalScrollBar().setValue(round(self.stack.line_top(target) + MARGIN - self.viewport().height() / 3))
            self._settling = False
            self._settle()
            self._settling = True
        self._settling = False
        self.viewport().update()

    def _relayout(self) -> None:
        """Dress the sheet anew, keeping in sight what was."""
        index = self.stack.at_height(self._offset())
        top = self.stack.sections[index]
        share = (self._offset() - top.top) / top.height if top.height else 0.0
        self.stack.dress(self.font(), self.palette(), self._text_width())
        if self._target is not None:
            self._go_to_target()
            return
        self.stack.measure(index)
        self._set_range()
        self._settling = True
        self.verticalScrollBar().setValue(round(top.top + share * top.height) + MARGIN)
        self._settling = False
        self._settle()

    # --- Qt's events -------------------------------------------------------------------------------------------

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Qt: the scroll bar moved."""
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Qt: keep the place, or else the line at the top, where it was."""
        super().resizeEvent(event)
        if self._text_width() != self.stack.width:
            self._relayout()
        else:
            self._settle()

    def changeEvent(self, event: QEvent) -> None:
        """Qt: another font or other colours."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_turns"):
            self._relayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Qt: draw the sections in sight."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self.palette().color(QPalette.ColorRole.Base))
        offset = self._offset()
        index = self.stack.at_height(offset)
        drawing = SectionPainter(painter, self.stack, self.palette(), self.left(), self.viewport().height())
        while index < len(self.stack.sections) and self.stack.sections[index].top < offset + self.viewport().height():
            if self.stack.is_measured(index):
                drawing.paint(index, self.stack.sections[index].top - offset, self.highlights(index))
            index += 1

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
