"""The ledger as a table that spreadsheet programs open (RFC 4180)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import fields

from desktop.domain.ledger import LedgerRow

COLUMNS = tuple(each.name for each in fields(LedgerRow))

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def ledger_csv(rows: Iterable[LedgerRow]) -> str:
    """A heading and a line for each row; a name that a spreadsheet would take for a formula gets an apostrophe before it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([_cell(getattr(row, name)) for name in COLUMNS] for row in rows)
    return text.getvalue()


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
