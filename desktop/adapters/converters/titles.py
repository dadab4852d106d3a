"""The title that a text gives itself: its first heading, else a first line that stands apart like one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop.adapters.converters.front_matter_reading import front_matter_block
from desktop.adapters.converters.stated import Found
from desktop.domain.document import PAGE_MARK

TITLE_LENGTH = 200
LONGEST_LINE = 160
MOST_CHARACTERS = 200_000
MARKS = re.compile(r"!?\[([^\]\n]{0,300})\]\([^)\n]{0,500}\)|[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
NO_TITLE = re.compile(r"(?:https?|hxxps?)\S*|[\W\d_]*|[|>*+\-`~<{\[].*|.*[.,;:|]|\S{30,}.*|[\w ]{1,20}:\s.*", re.IGNORECASE)
MARKING = re.compile(r"[\W_]*TLP[\W_]{0,5}(?:AMBER\s{0,2}\+\s{0,2}STRICT|RED|AMBER|GREEN|CLEAR|WHITE)[\W_]*", re.IGNORECASE)
"""A line that says how a text is marked says nothing of what it is about."""
FENCES = ("```", "~~~")


def title_of(markdown: str, *, prose: bool = True) -> Found | None:
    """The title, and where it stands; None if the text has none. Only in prose is a first line a title."""
    heading = first_heading(markdown)
    if heading:
        return Found(heading, "its first heading")
    line = _first_line(markdown) if prose else None
    return Found(line, "its first line") if line else None


def first_heading(markdown: str) -> str | None:
    """The first heading without its marks; front matter and code are no place for one."""
    before = ""
    for line in _lines(markdown):
        marks = len(line) - len(line.lstrip("#"))
        if 0 < marks <= 6 and line[marks : marks + 1] in (" ", "\t"):
            title = _plain(line[marks:].strip(" \t#"))
            if title and not MARKING.fullmatch(title):
                return title
        elif line.startswith("=") and before and not line.rstrip().strip("="):
            return _plain(before)
        before = line if line[:1].strip() else ""
    return None


def _first_line(markdown: str) -> str | None:
    """The first line, if it looks like a title: short, without a full stop, followed by an empty line."""
    lines = [line for line in _lines(markdown[:4000]) if not PAGE_MARK.match(line) and not MARKING.fullmatch(line)]
    at = next((number for number, line in enumerate(lines) if line.strip()), None)
    if at is None or (at + 1 < len(lines) and lines[at + 1].strip()):
        return None
    line = lines[at].strip()
    return _plain(line) if 3 < len(line) <= LONGEST_LINE and not NO_TITLE.fullmatch(line) else None


def _lines(markdown: str) -> Iterator[str]:
    """The lines outside of front matter and code."""
    block = front_matter_block(markdown)
    start = len(block) + 8 if block is not None else 0
    fence = ""
    for line in markdown[start : start + MOST_CHARACTERS].split("\n"):
        mark = line[:3] if line.startswith(FENCES) else ""
        if fence or mark:
            fence = "" if fence and line.startswith(fence) and not line.strip().strip(fence[0]) else fence or mark
        else:
            yield line


def _plain(text: str) -> str | None:
    return MARKS.sub(r"\1", text[:1000]).strip()[:TITLE_LENGTH] or None
