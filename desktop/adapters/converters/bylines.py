"""What the head of a text says of it: when it was published and by whom, where it says so beyond doubt."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop.adapters.converters.dates import WRITTEN_DATE, day_of
from desktop.adapters.converters.office_properties import is_author
from desktop.adapters.converters.stated import Found, Stated
from desktop.domain.document import PAGE_MARK

HEAD = 6000
MOST_LINES = 40
LONGEST_LINE = 200
ALONE_LINES = 15
MARKS = re.compile(r"!\[[^\]\n]{0,200}\]\([^)\n]{0,500}\)|\]\([^)\n]{0,500}\)|[*_`#>\[\]~]+|</?\w{1,10}>")
PUBLISHED = re.compile(
    r"(?:(?:date\s+)?published(?:\s+(?:on|date|at))?|publication\s+date|published\s+date|date\s+of\s+publication|release\s+date|released(?:\s+on)?"
    rf"|posted(?:\s+on)?|date\s+posted|issued(?:\s+on)?|date\s+issued|report\s+date|date)\s*[:–—-]?\s*(?:\w{{3,9}},\s+)?({WRITTEN_DATE})(?!\w)",
    re.IGNORECASE,
)
ALONE = re.compile(
    rf"(?:by\s[^|•·\n]{{3,80}}?\s*[|•·,–—-]\s*)?(?:\w{{6,9}},\s+)?({WRITTEN_DATE})(?:\s*(?:$|[|•·–—(]|-\s|by\s|at\s|,?\s\d{{1,2}}:\d\d).*)?",
    re.IGNORECASE,
)
NAME = r"[^\W\d_][\w.'’-]{0,30}(?:\s+[^\W\d_][\w.'’-]{0,30}){0,4}"
NAMES = rf"{NAME}(?:(?:,\s+(?:and\s+)?|\s+and\s+|\s*&\s*|;\s+){NAME}){{0,9}}"
AUTHOR = re.compile(rf"(?:authors?(?:\(s\))?\s*:|(?:written|reported|posted)\s+by\s*:?)\s*({NAMES})\s*(?:$|[|•·(–—]|\son\s)", re.IGNORECASE)
BY = re.compile(rf"[Bb][Yy]:?\s+({NAMES})\s*(?:$|[|•·(–—]|,\s+\d|\son\s)")


def read_byline(markdown: str) -> Stated:
    """Day and author from the first lines of a text."""
    published = author = None
    for number, line in enumerate(_head_lines(markdown)):
        match = PUBLISHED.match(line) or (ALONE.fullmatch(line) if number < ALONE_LINES else None)
        if published is None and match and (day := day_of(match[1])):
            published = Found(day, f"the line “{_shortened(line)}”")
        if author is None and (named := _author(line)):
            author = Found(named, f"the line “{_shortened(line)}”")
    return Stated(author=author, published=published)


def _author(line: str) -> str | None:
    if match := AUTHOR.match(line):
        return match[1] if is_author(match[1]) else None
    match = BY.match(line)
    if match is None or not is_author(match[1]):
        return None
    words = re.findall(r"[^\W\d_][\w.'’-]*", match[1])
    named = [word for word in words if word not in ("and", "de", "van", "von", "der", "den", "la", "le", "del", "bin", "al")]
    return match[1] if len(words) > 1 and all(word[0].isupper() or not word[0].isascii() for word in named) else None


def _head_lines(markdown: str) -> Iterator[str]:
    """The first lines as plain text; code is no place for a byline."""
    count = 0
    for line in markdown[:HEAD].split("\n"):
        if line.startswith(("```", "~~~")):
            return
        if not line.strip() or PAGE_MARK.match(line):
            continue
        count += 1
        if count > MOST_LINES:
            return
        if len(line) <= LONGEST_LINE:
            yield " ".join(MARKS.sub(" ", line).strip(" \t-•·|").split())


def _shortened(line: str) -> str:
    return line if len(line) <= 60 else f"{line[:59]}…"
