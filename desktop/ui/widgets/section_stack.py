"""Sections of a body stacked on one long sheet, each rendered only when it comes into sight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPalette, QTextCursor, QTextDocument

from desktop.domain.alignment import Alignment, code_point_offset, utf16_offset
from desktop.domain.sections import Section, cut_sections
from desktop.ui.widgets.markdown_rendering import SealedDocument, align_section, render_section, section_text

PAGE_BAND = 34.0
GAP = 8.0
KEPT_RENDERED = 80


@dataclass(slots=True)
class StackedSection:
    """A section, where it lies on the sheet, and what of it has been worked out so far."""

    section: Section
    top: float = 0.0
    height: float = 0.0
    document: SealedDocument | None = None
    measured_width: float = -1.0
    text: str | None = None
    alignment: Alignment | None = None

    @property
    def band(self) -> float:
        """Height of the page separator above the text."""
        return PAGE_BAND if self.section.opens_page else 0.0

    @property
    def bottom(self) -> float:
        """Where the next one begins."""
        return self.top + self.height


@dataclass(frozen=True, slots=True, order=True)
class TextPosition:
    """A place in the shown text: which section, and how many UTF-16 units into it."""

    section: int
    offset: int


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A stretch of shown text."""

    start: TextPosition
    end: TextPosition


@dataclass(slots=True)
class SectionStack:
    """The sections of a body, from top to bottom, at least one; heights not yet measured are estimated from their length."""

    body: str
    font: QFont
    palette: QPalette
    width: float
    paged: bool = True
    sections: list[StackedSection] = field(default_factory=list)
    complete: bool = False
    _cuts: Iterator[Section] = field(init=False)
    _recent: dict[int, None] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._cuts = cut_sections(self.body, paged=self.paged)
        self.cut_more(1)

    @property
    def height(self) -> float:
        """Height of the whole sheet; what has not been cut yet is estimated."""
        last = self.sections[-1]
        return last.bottom + (0.0 if self.complete else self._estimate(len(self.body) - last.section.end))

    def cut_more(self, count: int) -> None:
        """Cut the next `count` sections."""
        for _ in range(count):
            section = next(self._cuts, None)
            if section is None:
                self.complete = True
                return
            stacked = StackedSection(section, top=self.sections[-1].bottom if self.sections else 0.0)
            stacked.height = stacked.band + self._estimate(section.end - section.start)
            self.sections.append(stacked)

    def cut_until(self, offset: int) -> None:
        """Cut at least as far as an offset of the body."""
        while not self.complete and self.sections[-1].section.end <= offset:
            self.cut_more(1)

    def dress(self, font: QFont, palette: QPalette, width: float) -> None:
        """Give the sheet another look or width; heights are estimates again until measured."""
        ratio = self.width / width
        redraw = font != self.font or palette != self.palette
        self.font, self.palette, self.width = font, palette, width
        for each in self.sections:
            each.height = each.band + (each.height - each.band) * ratio
            each.document = None if redraw else each.document
        self._stack_from(0)

    def measure(self, index: int) -> float:
        """Render and lay out a section; how much taller it is than was estimated."""
        stacked = self.sections[index]
        document = self.document(index)
        if self.is_measured(index):
            return 0.0
        document.setTextWidth(self.width)
        stacked.measured_width = self.width
        grown = stacked.band + document.size().height() + GAP - stacked.height
        if grown:
            stacked.height += grown
            self._stack_from(index)
        return grown

    def is_measured(self, index: int) -> bool:
        """Whether a section's height is known, not estimated."""
        stacked = self.sections[index]
        return stacked.document is not None and stacked.measured_width == self.width

    def document(self, index: int) -> SealedDocument:
        """A section's document, rendered now if it was not; the ones unused for longest are let go."""
        stacked = self.sections[index]
        self._recent.pop(index, None)
        self._recent[index] = None
        if stacked.document is None:
            stacked.document = render_section(stacked.section, self.body, self.font, self.palette)
            stacked.measured_width = -1.0
        if len(self._recent) > KEPT_RENDERED:
            oldest = next(iter(self._recent))
            del self._recent[oldest]
            self.sections[oldest].document = None
        return stacked.document

    def text(self, index: int) -> str:
        """The shown text of a section."""
        stacked = self.sections[index]
        if stacked.text is None:
            document = stacked.document
            stacked.text = document.toPlainText() if document else section_text(stacked.section, self.body)
        return stacked.text

    def at_height(self, y: float) -> int:
        """The section at a height of the sheet; the nearest one where there is none."""
        low, high = 0, len(self.sections) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.sections[middle].top <= y:
                low = middle
            else:
                high = middle - 1
        return low

    def at_offset(self, offset: int) -> int:
        """The section that holds an offset of the body, or else the first after it."""
        self.cut_until(offset)
        low, high = 0, len(self.sections) - 1
        while low < high:
            middle = (low + high) // 2
            if self.sections[middle].section.end > offset:
                high = middle
            else:
                low = middle + 1
        return low

    def spans(self, start: int, end: int) -> list[TextSpan]:
        """Where `body[start:end]` is shown: a span for each section it touches, none for what shows nothing."""
        found = []
        first, last = self.at_offset(start), self.at_offset(max(start, end - 1))
        for index in range(first, last + 1):
            section = self.sections[index].section
            one, other = self._alignment(index).place(start - section.start, end - section.start)
            if one < other or first == last:
                text = self.text(index)
                found.append(TextSpan(TextPosition(index, utf16_offset(text, one)), TextPosition(index, utf16_offset(text, other))))
        return found

    def source_of(self, span: TextSpan) -> tuple[int, int] | None:
        """The span of the body that a stretch of shown text comes from; None if it shows nothing of it."""
        found = []
        for index in range(span.start.section, span.end.section + 1):
            text = self.text(index)
            start = code_point_offset(text, span.start.offset) if index == span.start.section else 0
            end = code_point_offset(text, span.end.offset) if index == span.end.section else len(text)
            if (place := self._alignment(index).origin(start, end)) is not None:
                offset = self.sections[index].section.start
                found.append((place[0] + offset, place[1] + offset))
        return (found[0][0], found[-1][1]) if found else None

    def position_at(self, x: float, y: float) -> TextPosition:
        """The place in the text nearest to a point of the sheet."""
        index = self.at_height(y)
        stacked = self.sections[index]
        layout = self.document(index).documentLayout()
        offset = layout.hitTest(QPointF(x, max(0.0, y - stacked.top - stacked.band)), Qt.HitTestAccuracy.FuzzyHit)
        return TextPosition(index, max(0, offset))

    def line_top(self, position: TextPosition) -> float:
        """Height on the sheet of the line that holds a place; its section must be measured."""
        stacked = self.sections[position.section]
        document = self.document(position.section)
        block = document.findBlock(position.offset)
        if not block.isValid():
            return stacked.top
        top = document.documentLayout().blockBoundingRect(block).top()
        line = block.layout().lineForTextPosition(position.offset - block.position())
        return stacked.top + stacked.band + top + (line.y() if line.isValid() else 0.0)

    def cursor(self, index: int, start: int, end: int) -> QTextCursor:
        """A cursor over part of a section's document."""
        document: QTextDocument = self.document(index)
        cursor = QTextCursor(document)
        length = document.characterCount() - 1
        cursor.setPosition(min(start, length))
        cursor.setPosition(min(end, length), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _alignment(self, index: int) -> Alignment:
        stacked = self.sections[index]
        if stacked.alignment is None:
            stacked.alignment = align_section(stacked.section, self.body, self.document(index))
        return stacked.alignment

    def _estimate(self, characters: int) -> float:
        metrics = QFontMetricsF(self.font)
        per_line = max(10.0, self.width / max(1.0, metrics.averageCharWidth()))
        return (characters / (per_line * 0.8) + 1) * metrics.lineSpacing() * 1.25

    def _stack_from(self, index: int) -> None:
        top = self.sections[index].top
        for each in self.sections[index:]:
            each.top = top
            top += each.height
