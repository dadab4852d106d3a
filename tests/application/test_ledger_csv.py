"""The ledger as a table."""

from __future__ import annotations

import csv
import io

import pytest

from desktop.application.ledger_csv import COLUMNS, ledger_csv
from desktop.domain.ledger import LedgerRow, Outcome


def test_a_row_is_a_line_with_its_values_under_their_names() -> None:
    row = LedgerRow('/in/a, "b".pdf', Outcome.FAILED, "Damaged.\nGet it again.", pages=3, seconds=0.25, job="one")
    text = ledger_csv([row])
    assert text.startswith("path,outcome,reason,document_id,format,converter,pages,")
    assert '\r\n"/in/a, ""b"".pdf",failed,"Damaged.\nGet it again.",,,,3,' in text
    (read,) = csv.DictReader(io.StringIO(text, newline=""))
    assert (read["path"], read["outcome"], read["truncated"], read["seconds"]) == ('/in/a, "b".pdf', "failed", "false", "0.25")
    assert set(read) == set(COLUMNS)


@pytest.mark.parametrize("path", ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", '=HYPERLINK("http://evil.example")'])
def test_what_a_spreadsheet_would_take_for_a_formula_is_text(path: str) -> None:
    (read,) = csv.DictReader(io.StringIO(ledger_csv([LedgerRow(path, Outcome.FAILED, "a = b")]), newline=""))
    assert read["path"] == f"'{path}"
    assert read["reason"] == "a = b"


def test_no_rows_are_a_heading() -> None:
    assert ledger_csv([]) == ",".join(COLUMNS) + "\r\n"
