"""CSV and TSV: a table, whatever divides its cells and however long it is; what is no table stays as it is written."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from desktop.adapters.converters.fences import fenced
from desktop.adapters.converters.markdown_tables import NumberedRow, table_sections

SAMPLE_LINES = 30
LONGEST_CELL = 1_000_000


def separated_values(text: str, kind: str) -> tuple[str, int]:
    """The Markdown of a file of rows, and how many tables it has; never fewer rows than the file."""
    rows = _rows(text, "\t" if kind == "tsv" else _delimiter(text))
    if max(map(len, rows), default=0) < 2:
        return fenced(text, kind), 0
    return table_sections([NumberedRow(number, row) for number, row in enumerate(rows, 1)], level=2) + "\n", 1


def _rows(text: str, delimiter: str) -> Sequence[Sequence[str]]:
    csv.field_size_limit(LONGEST_CELL)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        return []


def _delimiter(text: str) -> str:
    """The character that divides most of the first lines into the same number of parts."""
    lines = [line for line in text[: 2**20].split("\n", SAMPLE_LINES)[:SAMPLE_LINES] if line.strip()]

    def agreement(delimiter: str) -> tuple[int, int]:
        counts = [line.count(delimiter) for line in lines]
        usual = max(set(counts), key=counts.count, default=0)
        return (counts.count(usual) if usual else 0, usual)

    return max(",;\t|", key=agreement)
