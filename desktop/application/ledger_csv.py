"""The ledger as a table that spreadsheet programs open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from desktop.application.csv_tables import as_csv
from desktop.domain.ledger import LedgerRow

COLUMNS = tuple(each.name for each in fields(LedgerRow))


def ledger_csv(rows: Iterable[LedgerRow]) -> str:
    """A heading and a line for each row."""
    return as_csv(COLUMNS, rows)
