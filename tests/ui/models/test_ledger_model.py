from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.models.ledger_model import FILE, OUTCOME, PAGES, REMARK, LedgerModel, needs_attention

ROWS = (
    LedgerRow("/cases/a.pdf", Outcome.IMPORTED, document_id="a", pages=12, pages_with_text=12),
    LedgerRow("/cases/b.pdf", Outcome.FAILED, "It is encrypted."),
    LedgerRow("/cases/mail.eml!/c.pdf", Outcome.IMPORTED, "3 pages have no text.", "c", pages=9, pages_with_text=6),
    LedgerRow("/cases/d.pdf", Outcome.DUPLICATE, "It is in the vault already.", "a"),
    LedgerRow("/cases/e.bin", Outcome.SKIPPED, "It is of no known format."),
    LedgerRow("/cases/f.txt", Outcome.IMPORTED, document_id="f", truncated=True),
)


def listed(model: LedgerModel, column: int) -> list[object]:
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def test_what_needs_attention_is_shown_first_of_all(qtbot: QtBot) -> None:
    model = LedgerModel()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning, model)
    model.show_rows(ROWS)

    assert listed(model, FILE) == ["b.pdf", "mail.eml › c.pdf", "e.bin", "f.txt"]
    assert listed(model, REMARK) == [
        "It is encrypted.",
        "3 pages have no text.",
        "It is of no known format.",
        "Not all of the text was kept.",
    ]
    assert listed(model, PAGES) == ["", "6 of 9", "", ""]


def test_any_rows_can_be_chosen(qtbot: QtBot) -> None:
    model = LedgerModel()
    model.show_rows(ROWS)
    model.limit_to(lambda row: row.outcome is Outcome.DUPLICATE)

    assert listed(model, OUTCOME) == ["Duplicate"]
    assert model.ledger_row(0) == ROWS[3]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (LedgerRow("a", Outcome.IMPORTED), False),
        (LedgerRow("a", Outcome.IMPORTED, "A page is missing."), True),
        (LedgerRow("a", Outcome.IMPORTED, truncated=True), True),
        (LedgerRow("a", Outcome.DUPLICATE, "Known already."), False),
        (LedgerRow("a", Outcome.UPDATED, "Its tags were updated."), False),
        (LedgerRow("a", Outcome.SKIPPED, "Empty."), True),
        (LedgerRow("a", Outcome.FAILED, "Damaged."), True),
    ],
)
def test_needs_attention(row: LedgerRow, expected: bool) -> None:
    assert needs_attention(row) is expected
