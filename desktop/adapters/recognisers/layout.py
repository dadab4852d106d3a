"""Recognised lines become paragraphs in the order in which a person reads them, free of any engine.

An engine gives lines in no order worth keeping. They are put into rows; rows that a gutter of white parts into columns of prose are
read column by column; what has the shape of a table is read row by row.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from desktop.domain.joining import goes_on, join_texts, words_of

GUTTER = 0.8
COLUMN_ROWS = 3
NEAR = 1.45
COLUMN_CHARACTERS = 14
TELLING_CHARACTERS = 30
HARD_BREAK = "  \n"
BULLET = re.compile(r"[•‣◦▪▫●○■□➢➤►✓✔·]\s*|[-–—*]\s+(?=\S)")
NUMBERED = re.compile(r"\(?\d{1,2}[.)]\s")
SENTENCE_END = re.compile(r"[.!?:;…。！？][\"'”’)\]]*$")
SYNTAX = re.compile(r"(?:#{1,6}(?=\s|$)|>|[-+*](?=\s)|[-=*_](?:\s*[-=*_]){2,}\s*$|```|~~~|\||<!--)")
HYPHEN_END = re.compile(r"(?<=\w)[-\u00ad]$")

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of text and where it stands, in pixels from the top left of the page the right way up."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float = 1.0

    @property
    def height(self) -> float:
        """From its top to its bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> float:
        """Half way down."""
        return (self.top + self.bottom) / 2

    @property
    def character_width(self) -> float:
        """Average width of a character."""
        return (self.right - self.left) / max(len(self.text), 1)


Row = list[PrintedLine]


def compose(lines: Sequence[PrintedLine], asides: Sequence[PrintedLine] = ()) -> str:
    """The lines of a page as Markdown paragraphs in reading order, those beside the text at the end."""
    vocabulary = words_of([_whole_words(line.text) for line in lines])
    paragraphs = [_Paragraphs(section, vocabulary).render() for section in _sections(_rows(lines))]
    return "\n\n".join([*paragraphs, *(_escaped(line.text) for line in asides)])


def _whole_words(text: str) -> str:
    """A line without the words at its ends that may be halves."""
    last = text.rfind(" ") if HYPHEN_END.search(text) else len(text)
    return text[text.find(" ") + 1 : max(last, 0)]


def mean_confidence(lines: Sequence[PrintedLine]) -> float | None:
    """The mean over all characters; None where there are none."""
    characters = sum(len(line.text) for line in lines)
    return sum(line.confidence * len(line.text) for line in lines) / characters if characters else None


def _rows(lines: Sequence[PrintedLine]) -> list[Row]:
    """Lines side by side as rows from top to bottom, pieces of one line put together."""
    rows: list[Row] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if rows and abs(line.middle - rows[-1][-1].middle) < 0.5 * min(line.height, rows[-1][-1].height):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [_joined(sorted(row, key=lambda line: line.left)) for row in rows]


def _joined(row: Row) -> Row:
    cells = row[:1]
    for line in row[1:]:
        before = cells[-1]
        if line.left - before.right < GUTTER * max(line.height, before.height):
            cells[-1] = PrintedLine(
                f"{before.text} {line.text}",
                before.left,
                min(before.top, line.top),
                max(before.right, line.right),
                max(before.bottom, line.bottom),
            )
        else:
            cells.append(line)
    return cells


# --- columns


def _sections(rows: list[Row]) -> list[list[Row]]:
    """The rows in stretches that are read one after the other, columns taken apart."""
    sections: list[list[Row]] = []
    plain: list[Row] = []
    at = 0
    while at < len(rows):
        end, gutters = _run(rows, at)
        columns = _columns(rows[at:end], gutters)
        if columns:
            start = at - _head(plain, rows[at:end], gutters)
            sections += [plain[: len(plain) + start - at]]
            sections += [section for column in _columns(rows[start:end], gutters) for section in _sections(column)]
            plain = []
        else:
            plain += rows[at:end]
        at = end
    return [section for section in [*sections, plain] if section]


def _run(rows: list[Row], start: int) -> tuple[int, list[Span]]:
    """How far the rows go on with the same white between them, and where that white is."""
    free = _free(rows[start])
    end = start + 1
    while end < len(rows):
        shared = _overlap(free, _free(rows[end]), GUTTER * median(line.height for line in rows[end]))
        if not _between(shared, rows[start : end + 1]) and (_between(free, rows[start:end]) or len(rows[end]) > 1):
            break
        free, end = shared, end + 1
    gutters = _between(free, rows[start:end])
    return (_without_tail(rows, start, end, gutters), gutters) if gutters else (end, [])


def _free(row: Row) -> list[Span]:
    edges = [float("-inf"), *(edge for line in row for edge in (line.left, line.right)), float("inf")]
    return [(edges[at], edges[at + 1]) for at in range(0, len(edges), 2)]


def _overlap(one: list[Span], other: list[Span], least: float) -> list[Span]:
    shared = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return [span for span in shared if span[1] - span[0] >= least]


def _between(spans: list[Span], rows: list[Row]) -> list[Span]:
    """Those with text to both sides."""
    left = min(line.left for row in rows for line in row)
    right = max(line.right for row in rows for line in row)
    return [span for span in spans if left < span[0] and span[1] < right]


def _without_tail(rows: list[Row], start: int, end: int, gutters: list[Span]) -> int:
    """The end of the columns: a heading of what follows them stands at the left, set off by a gap."""
    if end == len(rows) or end - start < 2:
        return end
    for at in range(end - 1, start, -1):
        if any(line.right > gutters[0][0] for line in rows[at]):
            return end
        if _distance(rows[at], rows[start:at]) > NEAR:
            return at
    return end


def _head(plain: list[Row], rows: list[Row], gutters: list[Span]) -> int:
    """How many of the rows before belong to the columns, one of which begins higher than the other."""
    below = rows
    for count, row in enumerate(reversed(plain)):
        crossing = any(line.left < gutter[1] and gutter[0] < line.right for line in row for gutter in gutters)
        if crossing or _distance(row, below) > NEAR:
            return count
        below = [row, *below]
    return len(plain)


def _distance(row: Row, rows: list[Row]) -> float:
    """How far the nearest of the rows is that stands above or below this one, in heights of it."""
    left, right = row[0].left, row[-1].right
    stacked = (line for other in rows for line in other if line.left < right and left < line.right)
    return min((abs(line.middle - row[0].middle) for line in stacked), default=float("inf")) / row[0].height


def _pitch(rows: list[Row]) -> float:
    """The usual distance from one row to the next, gaps left aside; 0 where there is none."""
    pitches = [other[0].middle - one[0].middle for one, other in pairwise(rows)]
    near = [pitch for pitch, row in zip(pitches, rows, strict=False) if 0 < pitch < 2.2 * row[0].height]
    return median(near) if near else 0.0


def _columns(rows: list[Row], gutters: list[Span]) -> list[list[Row]]:
    """The rows cut at the gutters; nothing if there are none or that would tear a table apart."""
    if not gutters:
        return []
    starts = [float("-inf"), *(span[0] for span in gutters), float("inf")]
    columns = [
        [cells for row in rows if (cells := [line for line in row if left <= line.left < right])] for left, right in pairwise(starts)
    ]
    return columns if all(map(_is_prose, columns)) else []


def _is_prose(column: list[Row]) -> bool:
    lines = [line for row in column for line in row]
    return len(column) >= COLUMN_ROWS and sum(len(line.text) for line in lines) >= COLUMN_CHARACTERS * len(lines)


# --- paragraphs


class _Paragraphs:
    """The rows of one section, put together as they were before they were broken into lines."""

    def __init__(self, rows: list[Row], vocabulary: Collection[str]) -> None:
        self._rows = rows
        self._vocabulary = vocabulary
        self._left = min(row[0].left for row in rows)
        telling = [row for row in rows if len(row) == 1 and len(row[0].text) >= TELLING_CHARACTERS] or rows
        self._right = max(row[-1].right for row in telling)
        self._pitch = _pitch(rows)
        self._parts: list[str] = []

    def render(self) -> str:
        """The Markdown of the section."""
        before: Row | None = None
        for row in self._rows:
            text = " ".join(line.text for line in row)
            if before is None or not self._continues(before, row):
                self._begin(text)
            elif self._flows(before, row, text):
                self._join(before, text)
            else:
                self._parts[-1] += HARD_BREAK + _escaped(text)
            before = row
        return "".join(self._parts).strip("\n")

    def _begin(self, text: str) -> None:
        bullet = BULLET.match(text)
        if bullet and len(text) > bullet.end():
            follows = bool(self._parts) and self._parts[-1].lstrip("\n").startswith("- ")
            self._parts.append(("\n" if follows else "\n\n") + f"- {text[bullet.end() :]}")
        else:
            self._parts.append("\n\n" + _escaped(text))

    def _continues(self, before: Row, row: Row) -> bool:
        """Whether a row belongs to the paragraph of the row before it."""
        first, last = row[0], before[0]
        if first.middle - last.middle > 1.3 * self._pitch or BULLET.match(first.text) or NUMBERED.match(first.text):
            return False
        if max(first.height, last.height) > 1.4 * min(first.height, last.height):
            return False
        indented = first.left > last.left + 0.7 * first.height and len(row) == len(before) == 1
        return not (indented and SENTENCE_END.search(last.text) and not self._parts[-1].lstrip("\n").startswith("- "))

    def _flows(self, before: Row, row: Row, text: str) -> bool:
        """Whether the line was broken because it was full, and not because something ended there."""
        if len(before) > 1 or len(row) > 1:
            return False
        last = before[0]
        if self._is_full(last, text) or goes_on(last.text, text):
            return True
        wide = last.right - last.left > 0.6 * (self._right - self._left)
        return wide and text[:1].islower() and not SENTENCE_END.search(last.text)

    def _is_full(self, last: PrintedLine, text: str) -> bool:
        """Whether the first word of `text` would not have fitted behind the line before it."""
        return self._right - last.right < 1.1 * (len(text.split(" ", 1)[0]) + 0.8) * last.character_width

    def _join(self, before: Row, text: str) -> None:
        joined = self._parts[-1]
        hyphen = HYPHEN_END.search(joined) is not None
        touching = self._right - before[0].right < 2 * before[0].character_width
        joined = joined[:-1] if hyphen else joined
        self._parts[-1] = join_texts(joined, text, full=touching, spaced=False, hyphen=hyphen, vocabulary=self._vocabulary)


def _escaped(text: str) -> str:
    """The text so that no letter of it is taken for Markdown, or for a page mark, at the start of its line."""
    return f"\\{text}" if SYNTAX.match(text) else text
