"""Sentences of a Markdown body, each with its exact place."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

LONGEST = 600
"""A stretch without an end of sentence (a dump, a wall of log lines) is cut at line ends beyond this many characters."""

_ABBREVIATED = """
e.g i.e cf vs etc al approx ca no nos vol fig figs sec ch pp dr mr mrs ms prof gen sgt capt lt col gov rep sen st jr sr
inc corp ltd co llc dept univ est jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
u.s u.k u.n e.u a.k.a p.m a.m ver rev ed
"""
_ALSO_LAST = "etc inc corp ltd co llc u.s u.k u.n e.u p.m a.m jr sr al"
_OPENING = "the this these that those it its in on at as a an he she they we you if when while after before since however"
_ABBREVIATIONS = frozenset(_ABBREVIATED.split())
_MAY_END = frozenset(_ALSO_LAST.split())
_OPENERS = frozenset(_OPENING.split())

_HEADING = re.compile(r"(?:#{1,6}|={1,6})[ \t]+(?=\S)")
_BULLET = re.compile(r"[ \t]*(?:[-*+•‣▪●○–·]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\*{2,5}|\.{1,5})[ \t]+(?=\S)")
_RULE = re.compile(r"[ \t]*(?:<!--.*-->|[-*_=.~+]{3,}|\|={3,}|\[[a-z%]+(?:[=,][^\]]*)?\]|:?\|?[ \t]*:?--[-|: \t]*)[ \t]*")
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,}).*|-{4,}|\.{4,}")
_FENCE_MARKS, _RULE_MARKS = "`~-.", "<-*_=.~+|[:"
"""What fences and rules begin with; looking is quicker than matching."""
_BOUNDARY = re.compile(
    r"""[.!?…。！？；](?:(?<=[.!?…])(?<![.!?…]{2})[.!?…]*+["'”’»)\]*_]*+(?=\s+["'“‘«(\[*_`]*[^\Wa-z_]|\s*$)|(?<=[。！？；])["’”」』）]*)"""
)
"""One set of characters begins it, which is sought many times quicker than one of two beginnings; a run of them is read once."""
_INTRODUCES = re.compile(r"\b(?:following|below|as follows|these|includ(?:e|es|ed|ing)|list(?:s|ed)?)\b", re.IGNORECASE)
_LAST_WORD = re.compile(r"[^\s(\[“\"'‘]+$")
_LONGEST_ABBREVIATION = 16
"""More than any has; a word is looked for no further back."""
_NEXT_WORD = re.compile(r"\s+[^\w]*(\w+)")


class Kind(Enum):
    """What a sentence is part of."""

    PROSE = auto()
    HEADING = auto()
    BULLET = auto()
    ROW = auto()
    LINE = auto()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, heading, bullet, table row or single line, at `start:end` of the text it was split from.

    `lead` is the span of the line that introduces it (the table's header, the sentence before a list, else the
    heading above), None where there is none; `block` counts the paragraphs, lists and tables.
    """

    start: int
    end: int
    kind: Kind
    block: int
    lead: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Line:
    start: int
    end: int
    kind: Kind
    blank_before: bool


def split_sentences(text: str) -> list[Sentence]:
    """All sentences of `text`, in order; nothing but white space, rules, fences and list marks lies between them."""
    reader = _Reader(text)
    for group in _grouped(_lines(text)):
        reader.read(group)
    return reader.sentences


def sentences_with_several(text: str, places: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The spans of those sentences in which several of some ascending places lie; what holds fewer is not split at all."""
    at = 0
    for group in _grouped(_lines(text)):
        while at < len(places) and places[at] < group[0].start:
            at += 1
        if at + 1 >= len(places):
            return
        if places[at + 1] < group[-1].end:
            for start, end in _spans(text, group):
                if bisect_left(places, end) - bisect_left(places, start) > 1:
                    yield start, end


class _Reader:
    """Keeps what introduces what: the heading above, the sentence before a list, the header of a table."""

    def __init__(self, text: str) -> None:
        self.sentences: list[Sentence] = []
        self._text = text
        self._heading: tuple[int, int] | None = None
        self._intro: tuple[int, int] | None = None
        self._header: tuple[int, int] | None = None
        self._kind = Kind.HEADING
        self._block = 0

    def read(self, group: list[_Line]) -> None:
        """Add the sentences of lines that belong together."""
        first = group[0]
        if first.kind is not self._kind or (first.blank_before and first.kind in (Kind.PROSE, Kind.ROW)):
            self._begin(first)
        for start, end in _spans(self._text, group):
            self.sentences.append(Sentence(start, end, first.kind, self._block, self._lead((start, end))))
        if first.kind is Kind.HEADING:
            self._heading, self._intro = (first.start, first.end), None

    def _begin(self, first: _Line) -> None:
        self._block += 1
        self._header = (first.start, first.end) if first.kind is Kind.ROW else None
        before = self.sentences[-1] if self.sentences else None
        if first.kind in (Kind.BULLET, Kind.LINE, Kind.ROW) and self._kind is Kind.PROSE and before is not None:
            said = self._text[before.start : before.end]
            introduces = said.endswith(":") or not first.blank_before or _INTRODUCES.search(said) is not None
            self._intro = (before.start, before.end) if introduces else None
        elif first.kind is Kind.PROSE:
            self._intro = None
        self._kind = first.kind

    def _lead(self, span: tuple[int, int]) -> tuple[int, int] | None:
        if self._kind is Kind.HEADING:
            return None
        if self._header is not None and self._header != span:
            return self._header
        return self._intro if self._intro is not None and self._kind is not Kind.PROSE else self._heading


def _spans(text: str, group: list[_Line]) -> Iterator[tuple[int, int]]:
    """The sentences of lines that belong together."""
    start, end, kind = group[0].start, group[-1].end, group[0].kind
    if kind in (Kind.PROSE, Kind.BULLET):
        yield from _prose(text, start, end)
    elif kind is Kind.LINE:
        yield from _cut(text, start, end)
    else:
        yield start, end


def _lines(text: str) -> Iterator[_Line]:
    """Lines with something to say, without their list or heading marks."""
    fenced, blank, at = False, True, 0
    for line in text.splitlines(keepends=True):
        start, at = at, at + len(line)
        first = line.lstrip()[:1]
        if first in _FENCE_MARKS and _FENCE.fullmatch(line.rstrip()):
            fenced, blank = not fenced, True
            continue
        if not first or (first in _RULE_MARKS and _RULE.fullmatch(line.rstrip())):
            blank = blank or first != "|"  # the rule under a table's header parts nothing
            continue
        kind, mark = _judge(line, fenced)
        begin = start + mark + len(line[mark:]) - len(line[mark:].lstrip())
        yield _Line(begin, start + len(line.rstrip()), kind, blank)
        blank = False


def _judge(line: str, fenced: bool) -> tuple[Kind, int]:
    """What a line is, and where its words begin."""
    stripped = line.strip()
    if fenced:
        return Kind.LINE, 0
    if stripped[:2].isalpha():  # no mark begins with two letters
        return (Kind.PROSE if " " in stripped or not stripped.isascii() else Kind.LINE), 0
    if match := _HEADING.match(line):
        return Kind.HEADING, match.end()
    if stripped.startswith("|"):
        return Kind.ROW, 0
    if match := _BULLET.match(line):
        return Kind.BULLET, match.end()
    return (Kind.PROSE if " " in stripped or not stripped.isascii() else Kind.LINE), 0


def _grouped(lines: Iterator[_Line]) -> Iterator[list[_Line]]:
    """Lines that run on: of a paragraph, and of a bullet that wraps."""
    group: list[_Line] = []
    for line in lines:
        runs_on = group and not line.blank_before and line.kind is Kind.PROSE and group[0].kind in (Kind.PROSE, Kind.BULLET)
        if group and not runs_on:
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _prose(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _BOUNDARY.finditer(text, start, end):
        if _ends_sentence(text, match.start(), match.end(), at):
            yield from _cut(text, at, match.end())
            at = match.end()
    yield from _cut(text, at, end)


def _ends_sentence(text: str, dot: int, end: int, start: int) -> bool:
    if text[dot:end] != ".":
        return True
    found = _LAST_WORD.search(text, max(start, dot - _LONGEST_ABBREVIATION), dot)
    word = found[0].lower().rstrip(".") if found else ""
    if (len(word) == 1 and word.isalpha()) or word in _ABBREVIATIONS:
        follows = _NEXT_WORD.match(text, end) if word in _MAY_END else None
        return follows is not None and follows[1].lower() in _OPENERS
    return True


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span without outer white space; a very long one is cut at its line ends, else at white space."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    while end - start > LONGEST:
        cut = max(text.rfind("\n", start + 1, start + LONGEST), text.rfind("; ", start + 1, start + LONGEST) + 1)
        if cut <= start + 1:
            cut = text.rfind(" ", start + 1, start + LONGEST)
        if cut <= start + 1:
            cut = start + LONGEST
        yield start, cut
        start = cut
        while start < end and text[start].isspace():
            start += 1
    if start < end:
        yield start, end
