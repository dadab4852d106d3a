"""Tables that spreadsheet programs open (RFC 4180), in which nothing is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from desktop.application.outgoing_files import write_out

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def as_csv(columns: Sequence[str], rows: Iterable[object]) -> str:
    """A heading and a line for each row, whose attributes the columns name; of several values in a cell, bars stand between them."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(getattr(row, name)) for name in columns] for row in rows)
    return text.getvalue()


def csv_text(lines: Iterable[Sequence[str]]) -> str:
    """Lines of cells, for a table whose columns are known only when it is written."""
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows([_harmless(cell) for cell in line] for line in lines)
    return text.getvalue()


def write_table(text: str, target: Path) -> None:
    """Write a table to a file outside the vault; StorageProblem if that cannot be done."""
    write_tables([(target, text)])


def write_tables(tables: Sequence[tuple[Path, str]]) -> None:
    """Write tables that belong together, as `write_table` does one."""
    write_out([(target, text.encode("utf-8", errors="replace")) for target, text in tables], "Choose another place for the list.")


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case tuple():
            return _harmless(" | ".join(map(str, value)))
    return _harmless(str(value))


def _harmless(text: str) -> str:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
