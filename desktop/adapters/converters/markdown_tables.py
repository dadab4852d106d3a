"""Rows of cells as a GitHub table."""

from __future__ import annotations

from collections.abc import Sequence


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row is the header; short rows are filled up, no cell is left out."""
    width = max(map(len, rows))
    lines = [f"| {' | '.join([*map(table_cell, row), *[''] * (width - len(row))])} |" for row in rows]
    return "\n".join([lines[0], f"|{' --- |' * width}", *lines[1:]])


def table_cell(text: str) -> str:
    """The text on one line, with nothing that ends a cell."""
    return " ".join(text.split()).replace("|", "\\|")
