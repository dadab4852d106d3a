"""What a search in the open document has found so far, section by section."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, field

from desktop.domain.alignment import utf16_offset
from desktop.ui.widgets.section_stack import SectionStack, TextPosition, TextSpan

_BLANKS = re.compile(r"\s+")


@dataclass(slots=True)
class MatchFinder:
    """Finds words whatever their case; a blank in them is any run of blanks and line ends."""

    stack: SectionStack
    text: str = ""
    matches: list[TextSpan] = field(default_factory=list)
    current: int = -1
    _searched: int = 0
    _first_of: list[int] = field(default_factory=list)
    _pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        words = _BLANKS.split(self.text.strip()) if self.text.strip() else []
        self._pattern = re.compile(r"\s+".join(map(re.escape, words)), re.IGNORECASE)
        if not words:
            self.text = ""

    @property
    def waiting(self) -> bool:
        """Whether a section that is already cut has not been searched."""
        return bool(self.text) and self._searched < len(self.stack.sections)

    @property
    def complete(self) -> bool:
        """Whether the whole document has been searched."""
        return not self.text or (self.stack.complete and not self.waiting)

    def search_next(self) -> None:
        """Search one more section."""
        index = self._searched
        self._searched += 1
        self._first_of.append(len(self.matches))
        text = self.stack.text(index)
        for found in self._pattern.finditer(text):
            start, end = (TextPosition(index, utf16_offset(text, at)) for at in found.span())
            self.matches.append(TextSpan(start, end))

    def of_section(self, index: int) -> list[TextSpan]:
        """The matches within a section."""
        if index >= len(self._first_of):
            return []
        end = self._first_of[index + 1] if index + 1 < len(self._first_of) else len(self.matches)
        return self.matches[self._first_of[index] : end]

    def choose_from(self, position: TextPosition) -> bool:
        """Look at the first match from a place on, or round the end; whether there is one already."""
        at = bisect_left(self.matches, position, key=_start)
        if at == len(self.matches) and not self.complete:
            return False
        self.current = at % len(self.matches) if self.matches else -1
        return bool(self.matches)

    def step(self, step: int) -> None:
        """Look at the next match, or with -1 the one before."""
        if self.matches:
            self.current = (self.current + step) % len(self.matches)

    @property
    def looked_at(self) -> TextSpan | None:
        """The match that is looked at."""
        return self.matches[self.current] if self.current >= 0 else None


def _start(span: TextSpan) -> TextPosition:
    return span.start
