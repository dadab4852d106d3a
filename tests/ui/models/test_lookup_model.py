from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from desktop.domain.entity import EntityType
from desktop.domain.lookup import LookupResult, LookupRow, Standing
from desktop.ui.models.lookup_model import DOCUMENTS, FIRST_SEEN, STANDING, LookupModel, about, describe, read_as, summary_words, table_text
from tests.ui.samples import passage

APT28 = LookupRow(
    1, "Fancy Bear", EntityType.INTRUSION_SET, "APT28", ("APT28", "Sofacy"), documents=9, mentions=53, first_seen="2016-06-17",
    last_seen="2026-12-01T08:00:00Z", spellings=("Sofacy", "APT28"), passages=(passage(0),),
)  # fmt: skip
GOOGLE = LookupRow(2, "google.com", EntityType.DOMAIN, "google.com", warnings=("Top 1000 sites",))
NOWHERE = LookupRow(3, "hxxp://nowhere[.]example", EntityType.URL, "http://nowhere.example")
MANY = LookupRow(4, "the", None, "the", documents=12, mentions=900, at_least=True, first_seen="2020-01-01", last_seen="2021-01-01")
ROWS = (APT28, GOOGLE, NOWHERE, MANY)


@pytest.fixture
def model(qapp: object) -> LookupModel:
    model = LookupModel()
    model.show_rows(ROWS)
    return model


def said(model: LookupModel, row: int) -> list[str]:
    return [str(model.index(row, column).data()) for column in range(model.columnCount())]


def test_the_model_keeps_qts_rules(qtmodeltester: ModelTester, model: LookupModel) -> None:
    qtmodeltester.check(model)
    model.narrow(Standing.KNOWN, "")
    model.sort(DOCUMENTS, Qt.SortOrder.DescendingOrder)
    qtmodeltester.check(model)


def test_a_row_says_whether_it_is_known_and_since_when(model: LookupModel) -> None:
    assert said(model, 0) == ["Fancy Bear", "Known", "intrusion-set: APT28", "9", "53", "2016-06-17", "2026-12-01", ""]
    assert said(model, 1) == ["google.com", "Warning list", "domain-name", "", "", "", "", "Top 1000 sites"]
    assert said(model, 3)[4] == "900+"
    assert model.index(0, STANDING).data(Qt.ItemDataRole.DecorationRole) is not None
    assert model.index(2, DOCUMENTS).data(Qt.ItemDataRole.AccessibleTextRole) == "Documents: none"


def test_it_lists_one_standing_or_what_says_something_anywhere(model: LookupModel) -> None:
    model.narrow(Standing.UNKNOWN, "")
    assert model.rows == (NOWHERE,)
    model.narrow(None, "sofacy")
    assert model.rows == (APT28,)
    model.narrow(None, "")
    assert model.rows == ROWS


def test_it_is_sorted_by_a_column_or_as_the_list_was_pasted(model: LookupModel) -> None:
    model.sort(DOCUMENTS, Qt.SortOrder.DescendingOrder)
    assert [row.line for row in model.rows] == [4, 1, 2, 3]
    model.sort(FIRST_SEEN)
    assert [row.line for row in model.rows][:2] == [1, 4]
    model.sort(-1)
    assert model.rows == ROWS


def test_what_a_row_has_no_room_for() -> None:
    assert read_as(MANY) == "words"
    assert about(APT28) == ["Stands there as: Sofacy, APT28", "Also looked for: APT28, Sofacy"]
    assert about(replace(NOWHERE, remarks=("nowhere.example stands in 3 documents.",))) == ["nowhere.example stands in 3 documents."]
    assert describe(GOOGLE) == "Line 2: google.com\nRead as domain-name\nOn warning lists: Top 1000 sites"


def test_lines_that_name_nothing_are_counted() -> None:
    assert summary_words(LookupResult(ROWS, (5,), 0.25)) == "4 looked up in 0.2 s · 1 line names nothing"
    assert summary_words(LookupResult(ROWS, (), 0.25)) == "4 looked up in 0.2 s"


def test_rows_are_copied_as_a_table() -> None:
    heading, first = table_text((GOOGLE,)).split("\n")
    assert heading.startswith("Sought\tStanding\tRead as\t")
    assert first == "google.com\tWarning list\tdomain-name\t\t\t\t\tTop 1000 sites"
