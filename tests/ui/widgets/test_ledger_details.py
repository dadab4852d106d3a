from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.domain.ledger import LedgerRow, Outcome
from desktop.ui.models.remarks import Remark
from desktop.ui.widgets.document_remarks import RemarkLine
from desktop.ui.widgets.ledger_details import LedgerDetails, describe_facts
from tests.ui.hearing import button, heard, visible_texts

SCAN = LedgerRow(
    "/cases/scan.pdf",
    Outcome.IMPORTED,
    "14 of 20 pages had no text and were read by OCR.",
    "scan-1",
    "pdf",
    "coffer-pdf 1",
    pages=20,
    pages_with_text=6,
    ocr_pages=14,
    characters=45_000,
    seconds=1.26,
)


@pytest.fixture
def details(qtbot: QtBot) -> LedgerDetails:
    details = LedgerDetails()
    qtbot.addWidget(details)
    details.show()
    return details


def offered(details: LedgerDetails) -> list[str]:
    return [each.text() for each in details.findChildren(QPushButton) if not each.isHidden()]


def test_a_row_is_told_in_full(details: LedgerDetails) -> None:
    details.show_row(SCAN, changeable=True)
    assert {"Imported: scan.pdf", "14 of 20 pages had no text and were read by OCR."} <= visible_texts(details)
    assert describe_facts(SCAN) == [
        "PDF",
        "20 pages (6 with text, 14 read by OCR)",
        "45,000 characters",
        "coffer-pdf 1, 1.3 s",
        "/cases/scan.pdf",
    ]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (SCAN, ["Open document", "Show in folder"]),
        (LedgerRow("/a.pdf", Outcome.FAILED, "Damaged."), ["Import again", "Show in folder"]),
        (LedgerRow("/a.pdf", Outcome.FAILED, "Locked.", problem="password_needed"), ["Enter password…", "Import again", "Show in folder"]),
        (LedgerRow("/m.eml!/a.exe", Outcome.SKIPPED, "A program."), ["Import again"]),
        (LedgerRow("/a.pdf", Outcome.SKIPPED, "It is an empty file.", problem="empty"), ["Show in folder"]),
    ],
)
def test_only_what_makes_sense_is_offered(details: LedgerDetails, row: LedgerRow, expected: list[str]) -> None:
    details.show_row(row, changeable=True)
    assert sorted(offered(details)) == sorted(expected)


def test_where_nothing_may_change_nothing_is_imported_again(details: LedgerDetails) -> None:
    details.show_row(LedgerRow("/a.pdf", Outcome.FAILED, "Locked.", problem="password_needed"), changeable=False)
    assert offered(details) == ["Show in folder"]


def test_without_a_row_there_is_nothing(details: LedgerDetails) -> None:
    details.show_row(SCAN, changeable=True)
    details.show_row(None, changeable=True)
    assert details.isHidden()


def test_buttons_ask(details: LedgerDetails) -> None:
    details.show_row(SCAN, changeable=True)
    opened, revealed = heard(details.open_requested), heard(details.reveal_requested)
    button(details, "Open document").click()
    button(details, "Show in folder").click()
    assert (len(opened), len(revealed)) == (1, 1)


def test_versions_of_the_rows_document_are_told_until_another_row_is_shown(details: LedgerDetails) -> None:
    details.show_row(SCAN, changeable=True)
    opened, parted = heard(details.document_requested), heard(details.unlink_requested)
    details.show_versions("scan-1", [Remark("Its bytes changed.", document_id="old", unlinks=("old", "scan-1"))], changeable=True)
    details.show_row(SCAN, changeable=True)
    button(details, "Open").click()
    button(details, "Unlink").click()
    assert (opened, parted) == (["old"], [("old", "scan-1")])
    details.show_row(LedgerRow("/b.pdf", Outcome.IMPORTED, document_id="b-1"), changeable=True)
    assert not [each for each in details.findChildren(RemarkLine) if each.isVisible()]
