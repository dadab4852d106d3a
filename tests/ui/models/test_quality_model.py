from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from desktop.domain.golden import Found, GoldenQuery, ModeQuality, QualityReport
from desktop.domain.passage import Mode
from desktop.ui.models.quality_model import HEADINGS, QualityModel, change_words, missing_words

QUERIES = (GoldenQuery("who is bear", ("a", "b"), "asked often"), GoldenQuery("ryuk", ("c",)))
KEYWORD = ModeQuality(
    Mode.KEYWORD, 0.75, 0.5, 0.1, (Found("who is bear", {"a": 2}, 0.5, 0.5), Found("ryuk", {"c": 1}, 1.0, 1.0))
)  # fmt: skip
BLENDED = ModeQuality(Mode.BLENDED, 1.0, 1.0, 0.3, (Found("who is bear", {"a": 1, "b": 3}, 1.0, 1.0), Found("ryuk", {"c": 1}, 1.0, 1.0)))


@pytest.fixture
def model(qapp: object) -> QualityModel:
    model = QualityModel()
    model.show_queries(QUERIES)
    return model


def said(model: QualityModel, row: int) -> list[str]:
    return [str(model.index(row, column).data()) for column in range(len(HEADINGS))]


def test_the_model_keeps_qts_rules(qtmodeltester: ModelTester, model: QualityModel) -> None:
    model.show_modes((KEYWORD,))
    qtmodeltester.check(model)


def test_each_mode_says_where_it_puts_what_is_expected(model: QualityModel) -> None:
    assert said(model, 0) == ["who is bear", "2", "", "", "", ""]
    model.show_modes((KEYWORD, BLENDED))
    assert said(model, 0) == ["who is bear", "2", "2, –", "", "", "1, 3"]
    assert model.ranks_of("who is bear", "b") == "keyword –  ·  blended 3"
    assert model.row_of("ryuk") == 1
    assert model.row_of("gone") is None
    assert model.index(0, 3).data(Qt.ItemDataRole.AccessibleTextRole) == "Meaning: not measured"


@pytest.mark.parametrize(
    ("now", "before", "words"), [(0.75, None, ""), (0.75, 0.75, "as before"), (0.8, 0.75, "▲ +0.050"), (0.5, 0.75, "▼ -0.250")]
)
def test_a_change_is_said_with_its_direction(now: float, before: float | None, words: str) -> None:
    assert change_words(now, before) == words


def test_documents_that_are_gone_are_told() -> None:
    assert missing_words(QualityReport(10, (), {})) == ""
    gone = {"a": ("x",), "b": ("y", "z")}
    assert missing_words(QualityReport(10, (), gone)) == "3 expected documents are no longer in the vault, and count as not found."
