"""Running headers and footers: what stands at the same place of many pages is kept once, page numbers not at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from desktop.adapters.converters.pdf.lines import Line

LEAST_PAGES = 3
LEAST_SHARE = 0.4
ROUNDS = 6
MARGIN = 0.15
NUMBER = re.compile(r"\d+")
PAGE_NUMBER = re.compile(
    r"[\s\d|/.,:–—-]*(?:(?:page|seite|p[áa]gina|pag|стр|第)?[\s.]*\d+(?:\s*(?:of|von|de|/|из)\s*\d+)?)[\s\d|/.,–—-]*(?:页|頁)?",
    re.IGNORECASE,
)

LEAST_GAP = 1.5

Key = tuple[str, int, str]


def drop_running_lines(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The pages without the lines that repeat, from the outermost inwards, at the same place of most of them."""
    heights = [line.y for page in pages for line in page]
    if not heights:
        return list(pages)
    margin = MARGIN * (max(heights) - min(heights))
    least = max(LEAST_PAGES, LEAST_SHARE * sum(bool(page) for page in pages))
    kept: set[str] = set()
    dropped: set[int] = set()
    for sign, edge in ((-1, max(heights)), (1, min(heights))):
        rows = [sorted(page, key=lambda line: (sign * round(line.y / 2), line.left)) for page in pages]
        outer = [[line for line in row if abs(line.y - edge) <= margin][:ROUNDS] for row in rows]
        for row, running in zip(rows, _peel(outer, least), strict=True):
            for line, text in running[: _set_off(row, len(running))]:
                if PAGE_NUMBER.fullmatch(line.text) or text in kept:
                    dropped.add(id(line))
                kept.add(text)
    return [[line for line in page if id(line) not in dropped] or page for page in pages]


def _peel(outer: list[list[Line]], least: float) -> list[list[tuple[Line, str]]]:
    """For each page its outermost lines that run through the document, with what is the same in them."""
    running: list[list[tuple[Line, str]]] = [[] for _ in outer]
    found = True
    while found:
        keys = {page: list(_keys(row[len(running[page])], page + 1)) for page, row in enumerate(outer) if len(running[page]) < len(row)}
        counted = Counter(key for page_keys in keys.values() for key in page_keys)
        found = False
        for page, page_keys in keys.items():
            shared = next((key for key in page_keys if counted[key] >= least), None)
            if shared is not None:
                running[page].append((outer[page][len(running[page])], shared[2]))
                found = True
    return running


def _set_off(row: list[Line], count: int) -> int:
    """How many of a page's first `count` lines stand apart from the text that follows: the others belong to it."""
    while 0 < count < len(row) and abs(row[count - 1].y - row[count].y) < LEAST_GAP * row[count].size:
        count -= 1
    return count


def _keys(line: Line, page: int) -> Iterator[Key]:
    """What must agree between pages: place and text, one number of which may count the pages."""
    place = round(line.y / 4)
    yield "same", place, line.text
    for match in list(NUMBER.finditer(line.text))[:4]:
        if len(match[0]) <= 4:
            yield "counting", place, f"{line.text[: match.start()]}#{int(match[0]) - page}#{line.text[match.end() :]}"
