from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from desktop.ui.models.blocks_model import BLOCK, KEPT_BLOCKS
from desktop.ui.models.documents_model import TITLE, DocumentsModel
from tests.fakes.services import make_summary


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
    qtbot.waitUntil(lambda: shown(model, 999) == "Report 000999")
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
    qtbot.waitUntil(lambda: shown(model, 50_010) == "Report 050010")

    assert source.asked == [50_000]
    assert model.rowCount() == 100_000


def test_whoever_rushes_through_the_list_asks_only_for_where_they_came_to_rest(qtbot: QtBot) -> None:
    model = DocumentsModel()
    source = Source(model, 100_000)
    model.show_listing(100_000, 0, [])

    for row in range(0, 100_000, BLOCK):
        shown(model, row)
    qtbot.waitUntil(lambda: bool(source.asked))

    assert source.asked == [99_400, 99_600, 99_800]


def test_what_was_not_looked_at_for_long_is_let_go_and_fetched_again(qtbot: QtBot) -> None:
    model = DocumentsModel()
    source = Source(model, 100_000)
    model.show_listing(100_000, 0, [make_summary(number) for number in range(BLOCK)])

    for number in range(1, KEPT_BLOCKS + 1):
        source.fetch(number * BLOCK, BLOCK)
    assert model.row_at(0) is None
    assert model.row_at(KEPT_BLOCKS * BLOCK) is not None

    shown(model, 0)
    qtbot.waitUntil(lambda: shown(model, 0) == "Report 000000")


def test_a_new_listing_forgets_the_old_one(qtbot: QtBot) -> None:
    model = DocumentsModel()
    model.show_listing(2, 0, [make_summary(1), make_summary(2)])
    model.show_listing(1, 0, [make_summary(7)])

    assert [shown(model, row) for row in range(model.rowCount())] == ["Report 000007"]
    assert model.rows_of(["report-000001", "report-000007"]) == [0]
