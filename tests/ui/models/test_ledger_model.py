from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.models.ledger_model import FILE, OUTCOME, PAGES, REMARK, LedgerModel, needs_attention

ROWS = (
    LedgerRow("/cases/a.pdf", Outcome.IMPORTED, document_id="a", pages=12, pages_with_text=12),
    LedgerRow("/cases/b.pdf", Outcome.FAILED, "It is encrypted."),
    LedgerRow("/cases/mail.eml!/c.pdf", Outcome.IMPORTED, "3 pages have no text.", "c", pages=9, pages_with_text=6),
    LedgerRow("/cases/bundle.zip!/mail.eml!/d.pdf", Outcome.DUPLICATE, "It is in the vault already.", "a"),
    LedgerRow(
        "/cases/scan.pdf", Outcome.IMPORTED, "2 of 2 pages had no text and were read by OCR.", "s", pages=2, pages_with_text=0, ocr_pages=2
    ),
    LedgerRow("/cases/f.txt", Outcome.IMPORTED, document_id="f", truncated=True),
)


def listed(model: LedgerModel, column: int) -> list[object]:
    return [model.data(model.index(row, column)) for row in range(model.rowCount())]


def test_what_the_columns_say(qtbot: QtBot) -> None:
    model = LedgerModel()
    model.show_listing(len(ROWS), 0, ROWS)

    assert listed(model, OUTCOME) == ["Imported", "Failed", "Imported", "Duplicate", "Imported", "Imported"]
    assert listed(model, FILE) == ["a.pdf", "b.pdf", "mail.eml › c.pdf", "bundle.zip › mail.eml › d.pdf", "scan.pdf", "f.txt"]
    assert listed(model, REMARK)[1] == "It is encrypted."
    assert listed(model, REMARK)[5] == "Not all of the text was kept."


def test_no_file_looks_like_another_because_its_name_is_turned_round(qtbot: QtBot) -> None:
    model = LedgerModel()
    model.show_listing(1, 0, [LedgerRow("/in/\u202egpj.exe", Outcome.IMPORTED)])
    assert listed(model, FILE) == ["\\u202egpj.exe"]
    assert model.data(model.index(0, FILE), Qt.ItemDataRole.ToolTipRole) == "/in/\\u202egpj.exe"


def test_pages_that_ocr_read_count_as_read(qtbot: QtBot) -> None:
    model = LedgerModel()
    model.show_listing(len(ROWS), 0, ROWS)
    assert listed(model, PAGES) == ["12", "", "6 of 9", "", "2", ""]


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
