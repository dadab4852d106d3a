"""What the person selected in a shown document, by mouse or by keyboard."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QTextCursor

from desktop.domain.alignment import utf16_offset
from desktop.ui.widgets.section_stack import SectionStack, TextPosition, TextSpan

Move = QTextCursor.MoveOperation
FORWARD = (Move.NextCharacter, Move.NextWord, Move.EndOfLine, Move.EndOfBlock)
BEGINNING = TextPosition(0, 0)


@dataclass(slots=True)
class TextSelection:
    """A stretch of a stack's text: the anchor stays where it began, the caret moves."""

    stack: SectionStack
    anchor: TextPosition = BEGINNING
    caret: TextPosition = BEGINNING
    placed: bool = False
    """Whether the person said where it begins."""

    @property
    def span(self) -> TextSpan:
        """What is selected, in the order of the text."""
        first, last = sorted((self.anchor, self.caret))
        return TextSpan(first, last)

    @property
    def empty(self) -> bool:
        """Whether nothing is selected."""
        return self.anchor == self.caret

    @property
    def text(self) -> str:
        """The shown text that is selected."""
        return text_of(self.stack, self.span)

    @property
    def described(self) -> str:
        """The text, as it can be told at every step: of what is selected across many sections, where it begins and ends."""
        first, last = self.span.start, self.span.end
        if last.section - first.section < 2:
            return self.text
        begins, ends = TextSpan(first, _end_of(self.stack, first.section)), TextSpan(TextPosition(last.section, 0), last)
        return f"{text_of(self.stack, begins)} … {text_of(self.stack, ends)}"

    @property
    def source(self) -> tuple[int, int] | None:
        """Where in the body it stands; None if nothing of the body is selected."""
        return None if self.empty else self.stack.source_of(self.span)

    def select(self, span: TextSpan) -> None:
        """Select a stretch; moving on extends its end."""
        self.anchor, self.caret, self.placed = span.start, span.end, True

    def begin(self, position: TextPosition) -> None:
        """Select nothing, from here on."""
        self.select(TextSpan(position, position))

    def extend(self, position: TextPosition) -> None:
        """Select from where it began to here."""
        self.caret, self.placed = position, True

    def select_all(self) -> None:
        """Select the whole document."""
        self.stack.cut_until(len(self.stack.body))
        last = len(self.stack.sections) - 1
        self.select(TextSpan(BEGINNING, _end_of(self.stack, last)))

    def select_word(self, position: TextPosition) -> None:
        """Select the word at a position."""
        cursor = self.stack.cursor(position.section, position.offset, position.offset)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        start, end = (TextPosition(position.section, at) for at in (cursor.selectionStart(), cursor.selectionEnd()))
        self.select(TextSpan(start, end))

    def move(self, operation: QTextCursor.MoveOperation) -> None:
        """Move the caret as an editor would, from section to section as well; the ends of paragraphs are stepped from one to the next."""
        cursor = self.stack.cursor(self.caret.section, self.caret.offset, self.caret.offset)
        if operation == Move.EndOfBlock and cursor.atBlockEnd():
            cursor.movePosition(Move.NextCharacter)
        elif operation == Move.StartOfBlock and cursor.atBlockStart():
            cursor.movePosition(Move.PreviousCharacter)
        cursor.movePosition(operation)
        moved = TextPosition(self.caret.section, cursor.position())
        if moved == self.caret and operation not in (Move.StartOfLine, Move.EndOfLine):
            moved = self._beyond(operation)
        self.extend(moved)

    def _beyond(self, operation: QTextCursor.MoveOperation) -> TextPosition:
        """Where a move goes on that found the end of its section; the same place at the ends of the document."""
        forward = operation in FORWARD
        index = self.caret.section + (1 if forward else -1)
        if index == len(self.stack.sections):
            self.stack.cut_more(1)
        if not 0 <= index < len(self.stack.sections):
            return self.caret
        edge = TextPosition(index, 0) if forward else _end_of(self.stack, index)
        if operation not in (Move.EndOfBlock, Move.StartOfBlock):
            return edge
        cursor = self.stack.cursor(index, edge.offset, edge.offset)
        cursor.movePosition(operation)
        return TextPosition(index, cursor.position())


def text_of(stack: SectionStack, span: TextSpan) -> str:
    """The shown text of a stretch, its sections one line apart."""
    pieces = []
    for index in range(span.start.section, span.end.section + 1):
        start = span.start.offset if index == span.start.section else 0
        end = span.end.offset if index == span.end.section else None
        units = stack.text(index).encode("utf-16-le", "surrogatepass")
        pieces.append(units[2 * start : None if end is None else 2 * end].decode("utf-16-le", "surrogatepass"))
    return "\n".join(pieces)


def _end_of(stack: SectionStack, index: int) -> TextPosition:
    text = stack.text(index)
    return TextPosition(index, utf16_offset(text, len(text)))
