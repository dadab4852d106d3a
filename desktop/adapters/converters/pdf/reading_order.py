"""The order in which a person reads the lines of a page.

The order in which a file draws its text is usually right within a paragraph, a column or a table's cell, and often
wrong between them. So lines that follow each other stay together as blocks, and only blocks are moved: from top to
bottom, column by column where there are columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from desktop.adapters.converters.pdf.lines import Line

COLUMN_LINES = 3
COLUMN_CHARACTERS = 14
TELLING_CHARACTERS = 30
SPLIT_ROWS = 6
SPLIT_CHARACTERS = 22


@dataclass
class Block:
    """Lines that belong together, complete before anyone asks for its extent; `edges` are those of its column."""

    lines: list[Line]
    position: int
    edges: tuple[float, float] = (0.0, 0.0)

    @cached_property
    def left(self) -> float:
        """Where its leftmost line begins."""
        return min(line.left for line in self.lines)

    @cached_property
    def right(self) -> float:
        """Where its rightmost line ends."""
        return max(line.right for line in self.lines)

    @cached_property
    def top(self) -> float:
        """How high it reaches, from the bottom of the page."""
        return max(line.y + 0.75 * line.size for line in self.lines)

    @cached_property
    def bottom(self) -> float:
        """How low it reaches."""
        return min(line.y - 0.2 * line.size for line in self.lines)


def order_blocks(lines: list[Line]) -> list[Block]:
    """The lines of a page as blocks in reading order."""
    blocks = _cut_blocks(_separate_columns(lines))
    if not blocks:
        return []
    return _ordered(_within_edges(blocks))


def _cut_blocks(lines: list[Line]) -> list[Block]:
    blocks: list[Block] = []
    for line in lines:
        if blocks and _continues(blocks[-1].lines[-1], line):
            blocks[-1].lines.append(line)
        else:
            blocks.append(Block([line], len(blocks)))
    return blocks


def _continues(before: Line, line: Line) -> bool:
    distance = (before.y - line.y) / max(before.size, line.size, 1.0)
    return (
        0.3 < distance < 2.1
        and line.left < before.right
        and before.left < line.right
        and before.size < 1.5 * line.size < 2.25 * before.size
    )


def _separate_columns(lines: list[Line]) -> list[Line]:
    """Undo what a file does that draws two columns of prose row by row; a table keeps its rows."""
    found: list[Line] = []
    run: list[Line] = []
    for line in [*lines, None]:
        if line is not None and len(line.cells) == 2 and (not run or _same_gutter([*run, line])):
            run.append(line)
            continue
        found += _columns_of(run)
        run = []
        if line is not None:
            run, found = ([line], found) if len(line.cells) == 2 else (run, [*found, line])
    return found


def _same_gutter(run: list[Line]) -> bool:
    return max(line.cells[0].right for line in run) < min(line.cells[1].left for line in run)


def _columns_of(run: list[Line]) -> list[Line]:
    prose = len(run) >= SPLIT_ROWS and all(
        sum(len(line.cells[side].text) for line in run) >= SPLIT_CHARACTERS * len(run) for side in (0, 1)
    )
    if not prose:
        return run
    return [replace(line, cells=(line.cells[side],), hyphen=line.hyphen and side == 1) for side in (0, 1) for line in run]


def _ordered(blocks: list[Block]) -> list[Block]:
    """Blocks by columns, else by bands from top to bottom, else as they came."""
    if len(blocks) < 2 or all(one.bottom >= other.top - 0.3 * other.lines[0].size for one, other in pairwise(blocks)):
        return blocks
    columns = _columns(blocks)
    if columns:
        return [block for column in columns for block in _ordered(_within_edges(column))]
    bands = _bands(blocks, _vertical)
    if len(bands) < 2:
        return blocks
    return [block for group in _group_bands(bands) for block in (_ordered(group) if len(group) > 1 else group)]


def _group_bands(bands: list[list[Block]]) -> list[list[Block]]:
    """Join bands that are columns together: a gap between paragraphs may run through both by chance."""
    groups: list[list[Block]] = []
    at = 0
    while at < len(bands):
        end = next(
            (end for end in range(len(bands), at + 1, -1) if _columns([block for band in bands[at:end] for block in band])),
            at + 1,
        )
        groups.append(sorted((block for band in bands[at:end] for block in band), key=lambda block: block.position))
        at = end
    return groups


def _columns(blocks: list[Block]) -> list[list[Block]]:
    """The columns of prose in which these blocks stand; none if they are one, or a table's."""
    columns = _bands(blocks, _horizontal)
    if len(columns) < 2 or not all(_is_prose(column) for column in columns):
        return []
    side = {block.position: index for index, column in enumerate(columns) for block in column}
    drawn = [side[position] for position in sorted(side)]
    switches = sum(one != other for one, other in pairwise(drawn))
    return columns if switches <= max(len(columns), len(blocks) // 4) else []


def _is_prose(column: list[Block]) -> bool:
    lines = [line for block in column for line in block.lines]
    return len(lines) >= COLUMN_LINES and sum(len(line.text) for line in lines) >= COLUMN_CHARACTERS * len(lines)


def _within_edges(column: list[Block]) -> list[Block]:
    """Note on each block where the column's lines begin and end; short ones (a footer at the margin) say nothing."""
    lines = [line for block in column for line in block.lines]
    telling = [line for line in lines if len(line.text) >= TELLING_CHARACTERS] or lines
    edges = (min(line.left for line in telling), max(line.right for line in telling))
    for block in column:
        block.edges = edges
    return column


def _horizontal(block: Block) -> tuple[float, float]:
    return block.left, block.right


def _vertical(block: Block) -> tuple[float, float]:
    margin = 0.3 * block.lines[0].size
    return -block.top + margin, -block.bottom - margin


def _bands(blocks: list[Block], extent: Callable[[Block], tuple[float, float]]) -> list[list[Block]]:
    """Blocks whose extents overlap in one direction, band by band; within a band as they came."""
    spans = sorted(((*extent(block), block) for block in blocks), key=lambda span: span[:2])
    bands: list[list[Block]] = []
    reached = float("-inf")
    for start, end, block in spans:
        if start >= reached:
            bands.append([])
        bands[-1].append(block)
        reached = max(reached, end)
    return [sorted(band, key=lambda block: block.position) for band in bands]
