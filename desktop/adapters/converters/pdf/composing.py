"""Lines in reading order become Markdown: headings, paragraphs, lists, tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from desktop.adapters.converters.pdf.lines import Line
from desktop.adapters.converters.pdf.reading_order import Block
from desktop.adapters.converters.pdf.tables import find_tables, table_markdown
from desktop.domain.joining import goes_on, join_texts, words_of

HEADING_RATIO = 1.15
MOST_HEADING_SHARE = 0.3
MOST_HEADING_CHARACTERS = 200
MOST_BOLD_CHARACTERS = 90
HARD_BREAK = "  \n"
SYNTAX = re.compile(r"(?:#{1,6}(?=\s|$)|>|[-+*](?=\s)|[-=*_](?:\s*[-=*_]){2,}\s*$|```|~~~|\||<!--)")
NUMBERED = re.compile(r"(\d{1,2})[.)]\s+(?=\S)")
MARKING = re.compile(r"TLP\b|(?:top )?secret\b|confidential\b|unclassified\b", re.IGNORECASE)
SENTENCE_ENDS = tuple(".!?:;…。！？")
CLOSING = "\"'”’)]"


@dataclass(frozen=True, slots=True)
class Style:
    """What is normal in a document: the size of its body text, its headings' sizes from the largest, its words."""

    body_size: float
    heading_sizes: tuple[float, ...]
    bold_headings: bool
    pages: Sequence[Sequence[Line]]
    _vocabulary: list[set[str]] = field(default_factory=list)

    @property
    def vocabulary(self) -> set[str]:
        """The document's words, collected when first needed."""
        if not self._vocabulary:
            self._vocabulary.append(words_of([line.text for page in self.pages for line in page]))
        return self._vocabulary[0]

    def level(self, line: Line) -> int:
        """The heading level of a line by its size; 0 for body text."""
        if line.size < HEADING_RATIO * self.body_size or len(line.text) > MOST_HEADING_CHARACTERS or line.bullet:
            return 0
        if not self.heading_sizes or MARKING.match(line.text) or sum(map(str.isalpha, line.text)) < 2:
            return 0
        return min(sum(size > 1.04 * line.size for size in self.heading_sizes) + 1, 5)


def measure_style(pages: Sequence[Sequence[Line]]) -> Style:
    """What is normal in these pages."""
    sizes: Counter[float] = Counter()
    characters = bold = 0
    for page in pages:
        for line in page:
            sizes[round(2 * line.size) / 2] += len(line.text)
            characters += len(line.text)
            bold += len(line.text) if line.bold else 0
    body = max(sizes, key=lambda size: (sizes[size], -size), default=10.0)
    larger = {size: count for size, count in sizes.items() if size >= HEADING_RATIO * body}
    many = sum(larger.values()) > MOST_HEADING_SHARE * characters
    distinct: list[float] = []
    for size in sorted(larger, reverse=True):
        if not distinct or size < distinct[-1] / 1.04:
            distinct.append(size)
    return Style(body, () if many else tuple(distinct), bold < MOST_HEADING_SHARE * characters, pages)


@dataclass(slots=True)
class _Paragraph:
    text: str
    last: Line
    level: int = 0
    item: bool = False
    number: int = 0
    indent: float = 0.0
    bold: bool = False
    lines: int = 1
    table: bool = False


def compose_page(blocks: Sequence[Block], style: Style) -> str:
    """The Markdown of one page."""
    lines = [line for block in blocks for line in block.lines]
    edges = [block.edges for block in blocks for _ in block.lines]
    tables = {table.start: table for table in find_tables(lines)}
    paragraphs: list[_Paragraph] = []
    at = 0
    while at < len(lines):
        if at in tables:
            table = tables[at]
            paragraphs.append(_Paragraph(table_markdown(table, lines), lines[table.end - 1], table=True))
            at = table.end
            continue
        _add_line(paragraphs, lines[at], edges[at], style)
        at += 1
    return _render(paragraphs, style)


def _add_line(paragraphs: list[_Paragraph], line: Line, edges: tuple[float, float], style: Style) -> None:
    bullet = _bullet(line, paragraphs)
    level = style.level(line)
    number = 0 if level else _item_number(line, paragraphs)
    if not bullet and not number and paragraphs and not paragraphs[-1].table:
        last = paragraphs[-1]
        if level == last.level and _same_paragraph(last, line):
            _continue(last, line, edges, style)
            return
    if paragraphs and paragraphs[-1].last.hyphen and not paragraphs[-1].table:
        paragraphs[-1].text += "-"
    paragraphs.append(_Paragraph(line.text[len(bullet) :], line, level, bool(bullet or number), number, line.left, line.bold))


def _bullet(line: Line, paragraphs: list[_Paragraph]) -> str:
    bullet = line.bullet
    if bullet.startswith("o") and not (paragraphs and paragraphs[-1].item and line.left > paragraphs[-1].indent - 1):
        return ""  # a word of Portuguese, unless it stands within a list
    return bullet if any(map(str.isalnum, line.text[len(bullet) :])) else ""


def _item_number(line: Line, paragraphs: list[_Paragraph]) -> int:
    """Which item of a numbered list begins here; 0 if none does, for a number may begin any line of a paragraph."""
    match = NUMBERED.match(line.text)
    if match is None:
        return 0
    number = int(match[1])
    expected = paragraphs[-1].number + 1 if paragraphs else number  # a list may go on from the page before
    return number if number in (1, expected) else 0


def _same_paragraph(last: _Paragraph, line: Line) -> bool:
    distance = (last.last.y - line.y) / max(line.size, 1.0)
    if abs(last.last.size - line.size) > 0.08 * line.size:
        return False
    if distance < -3:  # at the head of the next column
        return not last.level and line.text[:1].islower() and not _ends_sentence(last.text)
    if not 0.3 < distance < 1.75:
        return False
    if last.item and not last.number:
        return line.left > last.indent + 0.3 * line.size
    if last.bold != line.bold and (last.bold or line.bold) and last.lines == 1 and len(last.text) < MOST_BOLD_CHARACTERS:
        return not _ends_sentence(last.text) and last.last.right > line.right
    return not (last.lines > 1 and line.left > last.last.left + 0.9 * line.size and _ends_sentence(last.text))


def _ends_sentence(text: str) -> bool:
    return text.rstrip(CLOSING).endswith(SENTENCE_ENDS)


def _continue(last: _Paragraph, line: Line, edges: tuple[float, float], style: Style) -> None:
    full = last.last.hyphen or last.last.y < line.y or _fills(last.last, line, edges) or goes_on(last.text, line.text)
    runs_on = line.text[:1].islower() and not _ends_sentence(last.text) and last.last.right - last.last.left > 0.6 * (edges[1] - edges[0])
    if full or runs_on or last.level:
        touching = edges[1] - last.last.right < 2 * line.character_width
        vocabulary = style.vocabulary if last.last.hyphen else ()
        last.text = join_texts(last.text, line.text, full=touching, spaced=last.last.spaced, hyphen=last.last.hyphen, vocabulary=vocabulary)
    else:
        last.text += HARD_BREAK + _escaped(line.text)
    last.last = line
    last.lines += 1


def _fills(before: Line, line: Line, edges: tuple[float, float]) -> bool:
    """Whether the first word of `line` would not have fitted at the end of the line before it."""
    left, right = edges
    room = before.left - left if before.right_to_left else right - before.right
    word = line.text.split(" ", 1)[0]
    return room < 1.1 * (len(word) + 0.8) * line.character_width


def _render(paragraphs: list[_Paragraph], style: Style) -> str:
    parts: list[str] = []
    indents: list[float] = []
    for index, paragraph in enumerate(paragraphs):
        following = paragraphs[index + 1] if index + 1 < len(paragraphs) else None
        text = paragraph.text + ("-" if following is None and paragraph.last.hyphen else "")
        if paragraph.item:
            indents = [indent for indent in indents if indent < paragraph.indent - 2]
            parts.append("\n" if index and paragraphs[index - 1].item else "\n\n")
            parts.append(f"{'  ' * len(indents)}{'' if paragraph.number else '- '}{text}")
            indents.append(paragraph.indent)
            continue
        indents = []
        parts.append("\n\n")
        if paragraph.level and paragraph.lines <= 4:
            parts.append(f"{'#' * paragraph.level} {text.replace(HARD_BREAK, ' ')}")
        elif _is_bold_heading(paragraph, style):
            parts.append(f"{'#' * min(max(len(style.heading_sizes), 1) + 1, 6)} {text}")
        else:
            parts.append(text if paragraph.table else _escaped(text))
    return "".join(parts).strip("\n")


def _is_bold_heading(paragraph: _Paragraph, style: Style) -> bool:
    if not (paragraph.bold and style.bold_headings) or paragraph.table or paragraph.lines > 1 or len(paragraph.last.cells) > 1:
        return False
    text = paragraph.text
    return (
        len(text) <= MOST_BOLD_CHARACTERS
        and not text.endswith((".", ",", ";"))
        and not MARKING.match(text)
        and sum(map(str.isalpha, text)) > 2
    )


def _escaped(text: str) -> str:
    """The text so that no letter of it is taken for Markdown at the start of its line."""
    return f"\\{text}" if SYNTAX.match(text) else text
