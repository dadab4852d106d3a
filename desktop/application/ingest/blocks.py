"""Blocks of Markdown: what belongs together on the page, with its place in the body."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from desktop.domain.document import PAGE_MARK

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|\Z)")
_UNDERLINE = re.compile(r" {0,3}(?:(=+)|-+)[ \t]*\Z")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")


class Kind(Enum):
    """How a block may be cut where it is too long: prose at sentences, lines at line ends."""

    HEADING = auto()
    PROSE = auto()
    LINES = auto()


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list item, table, fence or heading; `path` are the headings it stands under, its own included.

    `stretch` counts the page marks before it: two pages may carry the same number.
    """

    start: int
    end: int
    kind: Kind
    page: int | None
    stretch: int
    path: tuple[str, ...]
    level: int = 0


def read_blocks(body: str) -> Iterator[Block]:
    """The blocks of a body in order, without its page marks; a block never crosses a page mark."""
    return _Reader(body).blocks()


class _Reader:
    def __init__(self, body: str) -> None:
        self._body = body
        self._open: Block | None = None
        self._lines = 0
        self._fence = ""
        self._page: int | None = None
        self._stretch = 0
        self._headings: list[tuple[int, str]] = []

    def blocks(self) -> Iterator[Block]:
        for match in _LINE.finditer(self._body):
            yield from self._read(match[0].rstrip("\r\n"), match.start())
        yield from self._close()

    def _read(self, line: str, start: int) -> Iterator[Block]:
        if mark := PAGE_MARK.match(line):
            yield from self._close()
            self._page = int(mark[1])
            self._stretch += 1
        elif self._fence:
            self._extend(line, start, Kind.LINES)
            if line.strip().startswith(self._fence) and not line.strip().strip(self._fence[0]):
                self._fence = ""
                yield from self._close()
        elif not line.strip():
            yield from self._close()
        elif fence := _FENCE.match(line):
            yield from self._close()
            self._fence = fence[1]
            self._extend(line, start, Kind.LINES)
        elif heading := _HEADING.match(line):
            yield from self._close()
            yield self._heading(start, start + len(line), len(heading[1]), _heading_title(line[heading.end() :]))
        elif self._open and self._open.kind is Kind.PROSE and self._lines == 1 and (underline := _UNDERLINE.match(line)):
            title = self._body[self._open.start : self._open.end]
            yield self._heading(self._open.start, start + len(line), 1 if underline[1] else 2, title.strip())
            self._open = None
        else:
            kind = Kind.LINES if line.lstrip().startswith("|") else Kind.PROSE
            if self._open and (self._open.kind is not kind or _ITEM.match(line)):
                yield from self._close()
            self._extend(line, start, kind)

    def _extend(self, line: str, start: int, kind: Kind) -> None:
        if self._open is None:
            self._open = Block(start, start + len(line), kind, self._page, self._stretch, self._path())
            self._lines = 1
        else:
            self._open = replace(self._open, end=start + len(line))
            self._lines += 1

    def _close(self) -> Iterator[Block]:
        if self._open is not None:
            yield self._open
            self._open = None

    def _heading(self, start: int, end: int, level: int, title: str) -> Block:
        self._headings = [each for each in self._headings if each[0] < level]
        if title:
            self._headings.append((level, title))
        return Block(start, end, Kind.HEADING, self._page, self._stretch, self._path(), level)

    def _path(self) -> tuple[str, ...]:
        return tuple(title for _, title in self._headings)


def _heading_title(rest: str) -> str:
    """What follows the marks, without closing marks; no expression, for one would take hours over a line of blanks."""
    title = rest.rstrip(" \t")
    before = title.rstrip("#")
    return (before if before[-1:] in (" ", "\t", "") else title).strip(" \t")
