from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from desktop.ui.models.results import PASSAGE_ROLE, SNIPPET_ROLE, ResultsModel, found_words, score_words
from tests.ui.samples import passage


def test_the_model_keeps_qts_rules(qtmodeltester: ModelTester) -> None:
    model = ResultsModel()
    model.show([passage(row) for row in range(5)])
    qtmodeltester.check(model)


def test_a_row_says_what_a_hit_is() -> None:
    model = ResultsModel()
    model.show([passage(0), passage(1)])
    index = model.index(1, 0)

    assert model.rowCount() == 2
    assert index.data() == "Report 1"
    assert index.data(PASSAGE_ROLE) is model.passage(1)
    assert index.data(SNIPPET_ROLE).text == "The actors deliver Ryuk with TrickBot."
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Report 1, keyword 2 · meaning 4, The actors deliver Ryuk with TrickBot."
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Report 0, p. 1, keyword 1 · meaning 4")


def test_routes_come_best_rank_first() -> None:
    assert found_words(passage(1)) == "keyword 2 · meaning 4"
    assert found_words(passage(7)) == "meaning 4 · keyword 8"


def test_scores_are_told_in_the_tooltip() -> None:
    assert score_words(passage(0)) == "Score 0.01667\nkeyword: rank 1, score 7.25\nmeaning: rank 4, score 0.5"


def test_other_rows_replace_all_rows() -> None:
    model = ResultsModel()
    model.show([passage(0, "old")])
    assert model.index(0, 0).data(SNIPPET_ROLE).text == "old"
    model.show([passage(0, "new")])
    assert model.index(0, 0).data(SNIPPET_ROLE).text == "new"
