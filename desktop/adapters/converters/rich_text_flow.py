"""The text of an RTF file as it comes, paragraph by paragraph, with the rows of its tables."""

from __future__ import annotations

import re

from desktop.adapters.converters.markdown_tables import markdown_table


class Flow:
    """Takes text and the words for rows and cells; a run of rows becomes a table."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._rows: list[list[str]] = []
        self._cells: list[str] = []
        self._cell: list[str] = []
        self._in_row = False

    def write(self, text: str) -> None:
        """Take text."""
        if self._in_row:
            self._cell.append(text)
            return
        if text.strip() and self._rows:
            self._end_table()
        self._parts.append(text)

    def take(self, word: bytes) -> None:
        """Take `trowd` or `intbl`, with which a row begins, `cell`, which ends a cell, or `row`, which ends a row."""
        if word == b"cell":
            self._cells.append(_joined(self._cell))
            self._cell = []
        if word != b"row":
            self._in_row = True
            return
        if rest := _joined(self._cell):
            self._cells.append(rest)
        if self._cells:
            self._rows.append(self._cells)
        self._cells, self._cell, self._in_row = [], [], False

    def markdown(self) -> str:
        """All of it as Markdown; what a row held that never ended is there as well."""
        if self._cells or self._cell:
            self.take(b"row")
        self._end_table()
        text = _joined(self._parts)
        lines = [
            f"{' '.join(line.split())}  " if line.endswith("  ") and line.strip() else " ".join(line.split()) for line in text.split("\n")
        ]
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()

    def _end_table(self) -> None:
        if self._rows:
            self._parts.append(f"\n\n{markdown_table(self._rows)}\n\n")
            self._rows = []


def _joined(pieces: list[str]) -> str:
    """The pieces as one text; letters beyond the first plane come as two halves, one control word each."""
    return "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
