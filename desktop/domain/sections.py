"""Sections: a Markdown body cut into stretches that can be drawn one at a time and still look as one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from desktop.domain.document import PAGE_MARK

SECTION_SIZE = 3_000
TABLE_CELLS = 160

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_ITEM = re.compile(r"([-+*]|\d{1,9}[.)])[ \t]")


@dataclass(frozen=True, slots=True)
class Section:
    """`body[start:end]`; `page` is the page it lies on, `opens_page` whether its page mark was just before it.

    `prefix` must be read before the text for it to mean what it means in the whole body: the heading rows of a table
    that was cut, or the opening line of a cut fence.
    """

    start: int
    end: int
    page: int | None = None
    opens_page: bool = False
    prefix: str = ""

    def source(self, body: str) -> str:
        """The Markdown to draw."""
        return self.prefix + body[self.start : self.end]


def cut_sections(body: str, size: int = SECTION_SIZE, *, paged: bool = True) -> Iterator[Section]:
    """Cut a body into sections of about `size` characters, in order, leaving out nothing but page marks; at least one.

    Cuts fall on page marks, then before a block that starts a line of its own; a block longer than twice the size is cut
    within, at a line's end where it has one. Unless it is `paged`, what looks like a page mark is text like any other.
    """
    page: int | None = None
    start, opens_page = 0, False
    carried = ""
    for mark in chain(PAGE_MARK.finditer(body) if paged else (), [None]):
        end = mark.start() if mark else len(body)
        if start < end or opens_page or not body:
            cutter = _Cutter(body, start, end, size, carried)
            for number, (first, last, prefix) in enumerate(cutter.cut()):
                yield Section(first, last, page, opens_page and number == 0, prefix)
            carried = cutter.fence
        if mark:
            page, opens_page = int(mark[1]), True
            start = min(mark.end() + 1, len(body))


class _Cutter:
    """Cuts the text of one page, line by line, knowing whether a fence or a table is open."""

    def __init__(self, body: str, start: int, end: int, size: int, fence: str) -> None:
        self._body, self._start, self._end, self._size = body, start, end, size
        self.fence = fence
        self._table = ""
        self._cells = 0
        self._blank = True
        self._line_before = ""

    def cut(self) -> Iterator[tuple[int, int, str]]:
        """(start, end, prefix) of each section; at least one, though it may be empty."""
        first, prefix = self._start, self.fence
        for at, line in _lines(self._body, self._start, self._end, self._size):
            if at > first and self._may_cut(line, at - first):
                yield first, at, prefix
                first, prefix, self._cells = at, self.fence or self._table, 0
            self._take(line)
        yield first, self._end, prefix

    def _may_cut(self, line: str, length: int) -> bool:
        if self._cells >= TABLE_CELLS and self._table:
            return True
        if length < self._size:
            return False
        starts_block = self._blank and not self.fence and not line[:1].isspace()
        starts_item = not self.fence and _ITEM.match(line) is not None
        return starts_block or starts_item or bool(self.fence) or length >= 2 * self._size

    def _take(self, line: str) -> None:
        text = line.rstrip("\r\n")
        fence = _FENCE.match(text)
        if self.fence:
            opener = self.fence.strip()
            run = opener[: len(opener) - len(opener.lstrip(opener[0]))]
            if fence and fence[1].startswith(run) and not text.strip().strip(run[0]):
                self.fence = ""
        elif fence and not (fence[1][0] == "`" and "`" in text[fence.end() :]):
            self.fence = text + "\n"
        self._follow_table(text)
        self._blank = not text.strip()
        self._line_before = text

    def _follow_table(self, text: str) -> None:
        if self.fence or "|" not in text:
            self._table, self._cells = "", 0
        elif self._table:
            self._cells += text.count("|")
        elif "|" in self._line_before and _TABLE_RULE.match(text):
            self._table, self._cells = f"{self._line_before}\n{text}\n", 0


def _lines(body: str, start: int, end: int, size: int) -> Iterator[tuple[int, str]]:
    """(offset, line) of each line with its end; one that is longer than twice `size` comes in pieces."""
    while start < end:
        stop = body.find("\n", start, end) + 1 or end
        if stop - start > 2 * size:
            space = body.rfind(" ", start + size, start + 2 * size) + 1
            stop = space or start + 2 * size
        yield start, body[start:stop]
        start = stop


def fence(text: str) -> str:
    """Markdown that shows a text letter by letter."""
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    marks = "`" * (longest + 1)
    return f"{marks}\n{text}\n{marks}\n"
