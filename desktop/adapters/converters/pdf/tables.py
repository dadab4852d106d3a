"""Tables: rows of cells that stand in the same columns, as a GitHub table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from desktop.adapters.converters.pdf.lines import Cell, Line

LEAST_ROWS = 3
MOST_CELL = 300

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Table:
    """A run of lines, `start` to `end`, whose cells stand in columns."""

    start: int
    end: int
    columns: tuple[Interval, ...]


def find_tables(lines: Sequence[Line]) -> list[Table]:
    """Every run of lines that is a table beyond doubt."""
    tables: list[Table] = []
    at = 0
    while at < len(lines):
        table = _table_at(lines, at) if len(lines[at].cells) > 1 else None
        if table is not None:
            tables.append(table)
        at = table.end if table is not None else at + 1
    return tables


def _table_at(lines: Sequence[Line], start: int) -> Table | None:
    columns: tuple[Interval, ...] = ()
    end, many = start, 0
    for at in range(start, len(lines)):
        line = lines[at]
        if at > start and not 0 < lines[at - 1].y - line.y < 4 * line.size:
            break
        grown = _grow(columns, line.cells)
        if len(grown) < 2 or not (_apart(grown, columns) and _apart(grown, [(cell.left, cell.right) for cell in line.cells])):
            break
        columns = grown
        if len(line.cells) > 1:
            end, many = at + 1, many + 1
    rows = end - start
    if many < LEAST_ROWS or many < 0.5 * rows or max(len(cell.text) for line in lines[start:end] for cell in line.cells) > MOST_CELL:
        return None
    columns = ()
    for line in lines[start:end]:
        columns = _grow(columns, line.cells)
    return Table(start, end, columns)


def _grow(columns: tuple[Interval, ...], cells: Sequence[Cell]) -> tuple[Interval, ...]:
    intervals = sorted([*columns, *((cell.left, cell.right) for cell in cells)])
    merged = [intervals[0]]
    for left, right in intervals[1:]:
        if left < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], right))
        else:
            merged.append((left, right))
    return tuple(merged)


def _apart(columns: tuple[Interval, ...], parts: Sequence[Interval]) -> bool:
    """Whether each part lies in a column of its own."""
    return len({_column_at(columns, left) for left, _ in parts}) == len(parts)


def _column_at(columns: tuple[Interval, ...], x: float) -> int:
    return next(index for index, (left, right) in enumerate(columns) if left <= x <= right)


def table_markdown(table: Table, lines: Sequence[Line]) -> str:
    """The table in GitHub's notation, its first row the header."""
    rows = _rows(table, lines[table.start : table.end])
    head, *body = [f"| {' | '.join(text.replace('|', chr(92) + '|') for text in row)} |" for row in rows]
    return "\n".join([head, f"|{' --- |' * len(table.columns)}", *body])


def _rows(table: Table, lines: Sequence[Line]) -> list[list[str]]:
    from statistics import median

    pitch = median(one.y - other.y for one, other in pairwise(lines))
    rows: list[list[str]] = []
    before: Line | None = None
    for line in lines:
        row = [""] * len(table.columns)
        for cell in line.cells:
            row[_column_at(table.columns, cell.left)] = cell.text
        if before is not None and not row[0] and before.y - line.y < 0.9 * pitch:
            rows[-1] = [f"{one} {other}".strip() for one, other in zip(rows[-1], row, strict=True)]
        else:
            rows.append(row)
        before = line
    return rows
