"""Lines of a page and where they stand: what the other modules of this package work on, free of any engine."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise

RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
BULLET = re.compile(r"[•‣◦▪▫●○■□➢➤►✓✔\u00b7\uf0b7\uf0a7\uf0d8\uf0fc\uf076]\s*|o\s+(?=\S)|[-–—*]\s+(?=\S)")
LABEL = re.compile(r"(?:\(?(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,5})[.)]|[•‣◦▪▫●○■□➢➤►✓✔\u00b7\uf0b7\uf0a7\uf0d8\uf0fc\uf076o–—*-])\s*$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A stretch of a line, set off from its neighbours by wide gaps."""

    text: str
    left: float
    right: float


@dataclass(slots=True)
class Line:
    """A line of text: `y` is the baseline from the bottom of the page, `size` the height of an em, all in points.

    `hyphen` says that it ended in a hyphen which the engine took for a word break and left out of `text`.
    """

    cells: tuple[Cell, ...]
    y: float
    size: float
    bold: bool = False
    hyphen: bool = False
    spaced: bool = False
    text: str = field(init=False)
    left: float = field(init=False)
    right: float = field(init=False)

    def __post_init__(self) -> None:
        first = self.cells[0]
        self.text, self.left, self.right = first.text, first.left, first.right
        if len(self.cells) > 1:
            self.text = " ".join(cell.text for cell in self.cells)
            self.right = max(cell.right for cell in self.cells)

    @property
    def right_to_left(self) -> bool:
        """Whether its script runs from the right."""
        return RIGHT_TO_LEFT.search(self.text) is not None

    @property
    def bullet(self) -> str:
        """The bullet that it begins with, and what space follows; empty if none."""
        match = BULLET.match(self.text)
        return match[0] if match else ""

    @property
    def character_width(self) -> float:
        """Average width of a character."""
        return (self.right - self.left) / max(len(self.text), 1)


def merge_neighbours(lines: list[Line]) -> list[Line]:
    """Put pieces of one printed line together that the file draws apart (a link within a sentence, for one)."""
    rows = _rows(lines)
    if all(len(row) < 2 for row in rows):
        return lines
    home = {id(line): index for index, line in enumerate(lines)}
    merged: dict[int, Line | None] = {}
    for row in rows:
        for group in _touching(row):
            first = max(group, key=lambda line: len(line.text))
            merged |= {home[id(line)]: None for line in group}
            merged[home[id(first)]] = _merge(group, first)
    if not merged:
        return lines
    placed = [merged.get(index, line) for index, line in enumerate(lines)]
    return [line for line in placed if line is not None]


def _rows(lines: list[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: line.y):
        if rows and line.y - rows[-1][0].y < 0.2 * line.size:
            rows[-1].append(line)
        else:
            rows.append([line])
    return rows


def _touching(row: list[Line]) -> list[list[Line]]:
    """Groups of two and more lines whose cells follow each other at less than a word's distance."""
    if len(row) < 2:
        return []
    cells = sorted(((cell, line) for line in row for cell in line.cells), key=lambda pair: pair[0].left)
    groups: list[list[Line]] = [[line] for line in row]
    for (one, first), (other, second) in pairwise(cells):
        gap = (other.left - one.right) / max(first.size, second.size)
        widest = 0.95 if len(first.cells) + len(second.cells) > 2 else 0.6  # a gap left for the other is likely meant for it
        if first is second or not -0.15 < gap < widest or first.right_to_left or second.right_to_left:
            continue
        one_group = next(group for group in groups if any(each is first for each in group))
        other_group = next(group for group in groups if any(each is second for each in group))
        if one_group is not other_group:
            groups = [each for each in groups if each is not one_group and each is not other_group] + [one_group + other_group]
    return [group for group in groups if len(group) > 1]


def _merge(group: list[Line], first: Line) -> Line:
    cells = sorted((cell for line in group for cell in line.cells), key=lambda cell: cell.left)
    joined = [cells[0]]
    for cell in cells[1:]:
        gap = cell.left - joined[-1].right
        if gap < 0.95 * first.size:
            space = "" if gap < 0.12 * first.size and joined[-1].text[-1:].isalnum() else " "
            joined[-1] = Cell(f"{joined[-1].text}{space}{cell.text}", joined[-1].left, cell.right)
        else:
            joined.append(cell)
    last = max(group, key=lambda line: line.right)
    return replace(first, cells=tuple(joined), hyphen=last.hyphen, spaced=last.spaced, bold=all(line.bold for line in group))
