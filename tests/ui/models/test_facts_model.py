from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from desktop.domain.fact import Fact, FactSource, FactStatus
from desktop.domain.fact_sheet import FactRow
from desktop.domain.marking import Marking
from desktop.ui.models.facts_model import GRADE, MARKING, NAME, SOURCES, VALID_UNTIL, FactsModel

AT = "2026-12-01T08:00:00Z"


def a_row(*, contradicted: bool = False, broken: int = 0, **fields: Any) -> FactRow:
    return FactRow(Fact(**{"id": "one", "name": "One", "created_at": AT, "updated_at": AT, **fields}), contradicted, broken)


def shown(row: FactRow, column: int, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> Any:
    model = FactsModel()
    model.today = "2026-12-01"
    model.show_listing(1, 0, [row])
    return model.data(model.index(0, column), role)


def test_what_the_columns_say(qtbot: QtBot) -> None:
    row = a_row(grade="B2", tlp=Marking.RED, valid_until="2027", sources=(FactSource("a", 0, 1, "x"),))
    assert [shown(row, each) for each in (NAME, GRADE, MARKING, VALID_UNTIL, SOURCES)] == ["One", "B2", "TLP:RED", "2027", "1"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (a_row(contradicted=True), "seems to contradict"),
        (a_row(broken=2), "2 of its quotes"),
        (a_row(valid_until="2026-11-30"), "due for review"),
    ],
)
def test_a_sign_where_somebody_should_look_and_why(qtbot: QtBot, row: FactRow, said: str) -> None:
    assert shown(row, NAME, Qt.ItemDataRole.DecorationRole) is not None
    assert said in shown(row, NAME, Qt.ItemDataRole.ToolTipRole)
    assert shown(a_row(), NAME, Qt.ItemDataRole.DecorationRole) is None


def test_what_no_longer_holds_is_struck_through(qtbot: QtBot) -> None:
    for row in (a_row(superseded_by="two"), a_row(status=FactStatus.REJECTED)):
        assert shown(row, NAME, Qt.ItemDataRole.FontRole).strikeOut()
    assert shown(a_row(), NAME, Qt.ItemDataRole.FontRole) is None


def test_the_model_is_sound(qtbot: QtBot, qtmodeltester: ModelTester) -> None:
    model = FactsModel()
    model.show_listing(3, 0, [a_row(id=name) for name in "abc"])
    qtmodeltester.check(model)
    assert model.rows_of(["c", "a"]) == [0, 2]
