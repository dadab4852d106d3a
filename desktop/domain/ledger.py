"""The ledger: what became of each imported file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

EMPTY = "empty"
"""The problem of a file in which there is nothing; to import it again would change nothing."""


class Outcome(StrEnum):
    """The five ends a file can come to."""

    IMPORTED = "imported"
    DUPLICATE = "duplicate"
    UPDATED = "updated"
    SKIPPED = "skipped"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """What became of one file; `reason` is a sentence a person can act on, empty when all went well.

    `problem` is the stable code of the error behind it (`password_needed`, …), empty where there is none.
    """

    path: str
    outcome: Outcome
    reason: str = ""
    document_id: str | None = None
    format: str | None = None
    converter: str | None = None
    pages: int | None = None
    pages_with_text: int | None = None
    ocr_pages: int | None = None
    characters: int | None = None
    chunks: int | None = None
    truncated: bool = False
    parent: str | None = None
    seconds: float = 0.0
    problem: str = ""
    job: str = ""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The rows of one import, which sum to what was given; `job` is the id under which the vault remembers it."""

    rows: tuple[LedgerRow, ...]
    seconds: float
    job: str = ""

    def totals(self) -> dict[Outcome, int]:
        """Rows for each outcome, zeros included."""
        return count_outcomes(self.rows)


def count_outcomes(rows: Iterable[LedgerRow]) -> dict[Outcome, int]:
    """Rows for each outcome, zeros included."""
    counted = Counter(row.outcome for row in rows)
    return {outcome: counted[outcome] for outcome in Outcome}
