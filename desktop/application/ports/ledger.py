"""The port of the ledger outside the index: what was imported, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow


@dataclass(frozen=True, slots=True)
class ImportBegun:
    """An import was begun or taken up again, with these files waiting in it."""

    job: ImportJob
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RowsKept:
    """Rows, each in place of an earlier one of its job and path; files of `finished` no longer wait in the imports of the rows."""

    rows: tuple[LedgerRow, ...]
    finished: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportEnded:
    """An import came to its end."""

    job: str
    at: str


LedgerLine = ImportBegun | RowsKept | ImportEnded


class KeepsLedger(Protocol):
    """Adds to the ledger outside the index, and reads it again."""

    def add(self, line: LedgerLine) -> None:
        """Add a line. Raises StorageProblem."""
        ...

    def exists(self) -> bool:
        """Whether anything was ever recorded."""
        ...

    def lines(self) -> Iterator[LedgerLine]:
        """Every line that can be read, in order. Raises StorageProblem."""
        ...
