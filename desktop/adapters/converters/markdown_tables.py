"""Rows of cells as GitHub tables: short ones whole, long ones in sections that each name their place and repeat the header."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

SECTION_ROWS = 100
MOST_COLUMNS = 40
MOST_CELL = 2000
HEADER_CELL = 80
SOUGHT_ROWS = 10
DATA = re.compile(
    r"(?P<number>[-+(]?[$€£]?\d[\d.,/%()eE+-]*)|(?P<date>\d{4}-\d\d-\d\d.*)|(?P<hash>(?:[0-9a-fA-F]{2}){16,})|(?P<address>\w+://.*)"
    r"|(?P<flag>TRUE|FALSE)|(?P<mail>[^\s@]+@[^\s@]+)|(?P<domain>[\w-]+(?:(?:\[\.\]|\.)[\w-]+)*(?:\[\.\]|\.)[a-z]{2,})"
)
YEAR = re.compile(r"(?:19|20)\d\d")
RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")

Row = Sequence[str]


@dataclass(frozen=True, slots=True)
class NumberedRow:
    """A row with its number in the file, from 1."""

    number: int
    cells: Row


def markdown_table(rows: Sequence[Row]) -> str:
    """A table whose first row is the header; short rows are filled up, no cell is left out; empty if there are no cells."""
    width = max(map(len, rows), default=0)
    if not width:
        return ""
    lines = [f"| {' | '.join([*map(table_cell, row), *[''] * (width - len(row))])} |" for row in rows]
    return "\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]])


def table_cell(text: str) -> str:
    """The text on one line, with nothing that ends a cell."""
    return " ".join(text.split()).replace("|", "\\|")


def table_sections(rows: Sequence[NumberedRow], name: str = "", level: int = 3) -> str:
    """All rows as Markdown: one table, or one for every hundred rows under a heading that says which they are.

    Rows that are too wide for a table, or have a text for a cell, are written one below the other.
    """
    filled = [row for row in rows if any(row.cells)]
    used = sorted({column for row in filled for column, text in enumerate(row.cells) if text})
    kept = [NumberedRow(row.number, [row.cells[column] if column < len(row.cells) else "" for column in used]) for row in filled]
    at = header_index([row.cells for row in kept[:SOUGHT_ROWS]])
    header = kept[at].cells if at is not None else [column_letters(column) for column in used]
    before = kept[:at] if at is not None else []
    body = kept[at + 1 :] if at is not None else kept
    parts = ["  \n".join(table_cell(" · ".join(filter(None, row.cells))) for row in before)] if before else []
    sections = _hundreds(body)
    if not sections and at is not None:
        parts.append(markdown_table([header]))
    for section in sections:
        if len(sections) > 1:
            parts.append(f"{'#' * level} {_place(section, name, opening=section is sections[0] and at is not None)}")
        parts.append(_section(header, section, level + 1))
    return "\n\n".join(parts)


def header_index(rows: Sequence[Row]) -> int | None:
    """Which of the first rows names the columns; None if none does: a header is filled, and unlike what stands below it."""
    width = max((sum(map(bool, row)) for row in rows), default=0)
    for index, row in enumerate(rows):
        cells = [cell.strip() for cell in row if cell.strip()]
        if 2 * len(cells) <= width and len(rows) > 1:
            continue
        below = rows[index + 1] if index + 1 < len(rows) else ()
        named = all(len(cell) <= HEADER_CELL for cell in cells) and len(set(cells)) > 0.5 * len(cells)
        return (
            index
            if named and not any(_kind(cell) and _kind(cell) == _kind(under) for cell, under in zip(row, below, strict=False))
            else None
        )
    return None


def _kind(cell: str) -> str:
    """What kind of data a cell holds; empty for words."""
    cell = cell.strip()
    match = DATA.fullmatch(cell) if len(cell) <= HEADER_CELL and not YEAR.fullmatch(cell) else None
    return (match.lastgroup or "") if match else ""


def column_letters(column: int) -> str:
    """The name that spreadsheets give to a column, counted from 0."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def count_tables(markdown: str) -> int:
    """How many tables a Markdown text has, outside of code."""
    count, fence, before = 0, "", ""
    for line in markdown.split("\n"):
        mark = FENCE.match(line) if "`" in line or "~" in line else None
        if mark:
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
        elif not fence and "|" in before and line[:1] in "|:-" and "|" in line and RULE.fullmatch(line):
            count += 1
        before = line
    return count


def _hundreds(rows: Sequence[NumberedRow]) -> list[list[NumberedRow]]:
    """The rows by the hundreds of their numbers; a rest of less than half a hundred stays with the rows before it."""
    sections: list[list[NumberedRow]] = []
    for row in rows:
        if not sections or (row.number - 1) // SECTION_ROWS != (sections[-1][0].number - 1) // SECTION_ROWS:
            sections.append([])
        sections[-1].append(row)
    if len(sections) > 1 and len(sections[-1]) < SECTION_ROWS // 2:
        sections[-2:] = [sections[-2] + sections[-1]]
    return sections


def _place(section: Sequence[NumberedRow], name: str, *, opening: bool) -> str:
    first = 1 if opening else section[0].number
    place = f"rows {first}–{section[-1].number}" if section[-1].number > first else f"row {first}"
    return f"{name}, {place}" if name else place.capitalize()


def _section(header: Row, rows: Sequence[NumberedRow], level: int) -> str:
    if len(header) <= MOST_COLUMNS and all(len(cell) <= MOST_CELL for row in rows for cell in row.cells):
        return markdown_table([header, *(row.cells for row in rows)])
    return "\n\n".join(_record(header, row, level) for row in rows)


def _record(header: Row, row: NumberedRow, level: int) -> str:
    """A row as a list of its filled cells, each after the name of its column."""
    named = [
        (name.strip() or column_letters(column), text) for column, (name, text) in enumerate(zip(header, row.cells, strict=True)) if text
    ]
    return "\n".join(
        [f"{'#' * level} Row {row.number}", "", *(f"- **{' '.join(name.split())}:** {' '.join(text.split())}" for name, text in named)]
    )
