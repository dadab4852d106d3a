"""Running headers and footers: what stands at the same place of many pages is kept once, page numbers not at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from desktop.adapters.converters.pdf.lines import Line

LEAST_PAGES = 3
LEAST_SHARE = 0.4
ROUNDS = 6
NUMBER = re.compile(r"\d+")
PAGE_NUMBER = re.compile(
    r"[\s\d|/.,:–—-]*(?:(?:page|seite|p[áa]gina|pag|стр|第)?[\s.]*\d+(?:\s*(?:of|von|de|/|из)\s*\d+)?)[\s\d|/.,–—-]*(?:页|頁)?",
    re.IGNORECASE,
)

Key = tuple[str, int, str]


def drop_running_lines(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """The pages without the lines that repeat, from the outermost inwards, at the same place of most of them."""
    filled = sum(bool(page) for page in pages)
    least = max(LEAST_PAGES, LEAST_SHARE * filled)
    kept: set[str] = set()
    dropped: set[int] = set()
    for edge in ("top", "bottom"):
        rows = [_from_edge(page, edge) for page in pages]
        reached = [0] * len(pages)
        for _ in range(ROUNDS):
            if not _peel(rows, reached, least, kept, dropped):
                break
    return [[line for line in page if id(line) not in dropped] or page for page in pages]


def _from_edge(page: list[Line], edge: str) -> list[Line]:
    sign = -1 if edge == "top" else 1
    return sorted(page, key=lambda line: (sign * round(line.y / 2), line.left))[:ROUNDS]


def _peel(rows: list[list[Line]], reached: list[int], least: float, kept: set[str], dropped: set[int]) -> bool:
    """Go one line inwards on every page whose outermost line runs through the document."""
    outermost = {page: row[reached[page]] for page, row in enumerate(rows) if reached[page] < len(row)}
    keys = {page: list(_keys(line, page + 1)) for page, line in outermost.items()}
    counted = Counter(key for page_keys in keys.values() for key in page_keys)
    found = False
    for page, line in outermost.items():
        running = next((key for key in keys[page] if counted[key] >= least), None)
        if running is None:
            continue
        found = True
        reached[page] += 1
        if PAGE_NUMBER.fullmatch(line.text) or running[2] in kept:
            dropped.add(id(line))
        kept.add(running[2])
    return found


def _keys(line: Line, page: int) -> Iterator[Key]:
    """What must agree between pages: place and text, one number of which may count the pages."""
    place = round(line.y / 4)
    yield "same", place, line.text
    for match in list(NUMBER.finditer(line.text))[:4]:
        if len(match[0]) <= 4:
            yield "counting", place, f"{line.text[: match.start()]}#{int(match[0]) - page}#{line.text[match.end() :]}"
