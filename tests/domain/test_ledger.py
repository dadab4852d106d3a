"""Totals that account for every row."""

from desktop.domain.ledger import Ledger, LedgerRow, Outcome


def test_totals_name_every_outcome() -> None:
    rows = tuple(LedgerRow(f"{number}", outcome) for number, outcome in enumerate([Outcome.IMPORTED, Outcome.FAILED, Outcome.IMPORTED]))
    totals = Ledger(rows, 1.0).totals()
    assert totals == {Outcome.IMPORTED: 2, Outcome.DUPLICATE: 0, Outcome.UPDATED: 0, Outcome.SKIPPED: 0, Outcome.FAILED: 1}
    assert list(totals) == ["imported", "duplicate", "updated", "skipped", "failed"]
