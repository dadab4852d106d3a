from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QObject, Qt, Slot
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from desktop.domain.marking import Marking
from desktop.ui.models.documents_model import (
    BLOCK,
    CHARACTERS,
    COLUMNS,
    FORMAT,
    IMPORTED,
    KEPT_BLOCKS,
    MARKING,
    PAGES,
    PUBLISHED,
    TITLE,
    DocumentsModel,
    local_time,
)
from tests.fakes.services import SORTS, make_summary


class Source(QObject):
    """Answers a model at once, and writes down what it asked."""

    def __init__(self, model: DocumentsModel, count: int) -> None:
        super().__init__()
        self.model = model
        self.count = count
        self.asked: list[int] = []
        model.block_wanted.connect(self.fetch)

    @Slot(int, int)
    def fetch(self, offset: int, limit: int) -> None:
        self.asked.append(offset)
        last = min(offset + limit, self.count)
        self.model.show_block(offset, [make_summary(number) for number in range(offset, last)])


def shown(model: DocumentsModel, row: int, column: int = TITLE) -> object:
    return model.data(model.index(row, column))


def test_it_keeps_qts_rules(qtbot: QtBot) -> None:
    model = DocumentsModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    source = Source(model, 1000)

    model.show_listing(1000, 0, [make_summary(number) for number in range(BLOCK)])
    assert shown(model, 999) == "…"
    qtbot.waitUntil(lambda: shown(model, 999) == "Report 000999", timeout=2000)
    model.show_listing(0, 0, [])
    model.show_listing(3, 0, [make_summary(number) for number in range(3)])

    assert model.rowCount() == 3
    assert source.asked == [800]
    del tester


def test_a_row_that_is_not_at_hand_is_asked_for_once(qtbot: QtBot) -> None:
    model = DocumentsModel()
    source = Source(model, 100_000)
    model.show_listing(100_000, 0, [])

    for _ in range(3):
        assert shown(model, 50_010) == "…"
    qtbot.waitUntil(lambda: shown(model, 50_010) == "Report 050010", timeout=2000)

    assert source.asked == [50_000]
    assert model.rowCount() == 100_000


def test_whoever_rushes_through_the_list_asks_only_for_where_they_came_to_rest(qtbot: QtBot) -> None:
    model = DocumentsModel()
    source = Source(model, 100_000)
    model.show_listing(100_000, 0, [])

    for row in range(0, 100_000, BLOCK):
        shown(model, row)
    qtbot.waitUntil(lambda: bool(source.asked), timeout=2000)

    assert source.asked == [99_400, 99_600, 99_800]


def test_what_was_not_looked_at_for_long_is_let_go_and_fetched_again(qtbot: QtBot) -> None:
    model = DocumentsModel()
    source = Source(model, 100_000)
    model.show_listing(100_000, 0, [make_summary(number) for number in range(BLOCK)])

    for number in range(1, KEPT_BLOCKS + 1):
        source.fetch(number * BLOCK, BLOCK)
    assert model.summary(0) is None
    assert model.summary(KEPT_BLOCKS * BLOCK) is not None

    shown(model, 0)
    qtbot.waitUntil(lambda: shown(model, 0) == "Report 000000", timeout=2000)


def test_a_new_listing_forgets_the_old_one(qtbot: QtBot) -> None:
    model = DocumentsModel()
    model.show_listing(2, 0, [make_summary(1), make_summary(2)])
    model.show_listing(1, 0, [make_summary(7)])

    assert [shown(model, row) for row in range(model.rowCount())] == ["Report 000007"]
    assert model.rows_of(["report-000001", "report-000007"]) == [0]


def test_what_the_columns_say(qtbot: QtBot) -> None:
    model = DocumentsModel()
    model.show_listing(1, 0, [make_summary(3, "A title", tlp=Marking.AMBER_STRICT)])

    assert shown(model, 0, TITLE) == "A title"
    assert shown(model, 0, FORMAT) == "PDF"
    assert shown(model, 0, PAGES) == "4"
    assert shown(model, 0, PUBLISHED) == ""
    assert shown(model, 0, IMPORTED) == local_time("2026-11-04T10:00:00Z")
    assert shown(model, 0, MARKING) == "TLP:AMBER+STRICT"
    assert shown(model, 0, CHARACTERS) == "1,003"
    assert model.data(model.index(0, PUBLISHED), Qt.ItemDataRole.AccessibleTextRole) == "Published: unknown"
    assert model.data(model.index(0, TITLE), Qt.ItemDataRole.ToolTipRole) == "A title\nreport-000003.pdf\nTLP:AMBER+STRICT"
    assert model.data(QModelIndex()) is None


@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_every_column_sorts_by_a_name_the_index_knows(qtbot: QtBot, column: int) -> None:
    model = DocumentsModel()
    wanted: list[tuple[str, bool]] = []
    model.sort_wanted.connect(lambda sort, descending: wanted.append((sort, descending)))

    model.sort(column, Qt.SortOrder.DescendingOrder)

    assert wanted == [(COLUMNS[column].sort, True)]
    assert COLUMNS[column].sort in SORTS


def test_a_moment_nobody_can_read_is_shown_as_it_is() -> None:
    assert local_time("long ago") == "long ago"
