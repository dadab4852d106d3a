from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from desktop.domain.passage import Route, RouteScore, Twin
from desktop.ui.models.result_rows import FoldRow, HitRow, TwinRow
from desktop.ui.models.results import ROW_ROLE, SNIPPET_ROLE, ResultsModel, found_words, score_words, why_words
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
    assert index.data(ROW_ROLE) == HitRow(model.passage(1))
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


MORE = replace(passage(0), more=3)
SAME = replace(passage(1), twins=(Twin("copy-1", "A copy", 7, 45), Twin("copy-2", "Another", 7, 45)))


def said(model: ResultsModel) -> list[str]:
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_a_model_with_folds_keeps_qts_rules_folded_and_unfolded(qtmodeltester: ModelTester) -> None:
    model = ResultsModel()
    model.show([MORE, SAME])
    qtmodeltester.check(model)
    model.unfold(3)
    model.unfold(1, [MORE, passage(3), passage(6)])
    qtmodeltester.check(model)
    model.fold(1)
    qtmodeltester.check(model)


def test_more_of_a_document_is_unfolded_below_and_folded_again() -> None:
    model = ResultsModel()
    model.show([MORE, SAME])
    assert said(model) == ["Report 0", "+3 more here", "Report 1", "+2 more documents with the same text"]

    model.unfold(1, [MORE, passage(3), passage(6)])
    assert said(model)[:4] == ["Report 0", "Fold 2 further passages of Report 0", "Report 0", "Report 0"]
    assert model.row_at(2) == HitRow(passage(3), nested=True)
    assert model.next_place(0, 1) == 2

    model.fold(1)
    assert said(model)[:3] == ["Report 0", "+2 more here", "Report 1"]
    assert model.next_place(0, 1) == 2
    assert model.next_place(2, 1) is None


def test_twins_are_unfolded_where_they_stand() -> None:
    model = ResultsModel()
    model.show([SAME])
    model.unfold(1)
    assert said(model) == ["Report 1", "Fold 2 documents with the same text", "A copy", "Another"]
    assert isinstance(model.row_at(2), TwinRow)
    model.unfold(1)
    assert model.rowCount() == 4
    model.fold(1)
    assert model.rowCount() == 2
    assert isinstance(model.row_at(1), FoldRow)


def test_why_a_passage_was_found_is_said_on_request() -> None:
    hit = replace(passage(0), routes={Route.KEYWORD: RouteScore(2, 7.0, "words: ryuk"), Route.VECTOR: RouteScore(1, 0.5)})
    assert why_words(hit) == "meaning 1: found there\nkeyword 2: words: ryuk"

    model = ResultsModel()
    model.show([hit])
    model.explain(0, explained=True)
    assert model.row_at(0) == HitRow(hit, explained=True)
    assert "words: ryuk" in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_pinned_passages_are_marked() -> None:
    model = ResultsModel()
    model.show([passage(0), passage(1)])
    hit = passage(1)
    model.show_pinned(frozenset({(hit.document_id, hit.start, hit.end)}))
    assert [model.is_pinned(row) for row in range(2)] == [False, True]
    assert ", pinned, " in model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_a_fact_is_told_from_a_document_and_passed_over_by_who_steps_through_the_reader() -> None:
    fact = replace(passage(1), document_id="memory/apt28-12345678", page=None, signals=("holds all words",))
    model = ResultsModel()
    model.show([passage(0), fact, passage(2)])
    assert model.next_place(0, 1) == 2
    assert ", fact, " in model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert why_words(fact).endswith("\nmoved up: holds all words")


def test_no_more_is_unfolded_than_was_said() -> None:
    model = ResultsModel()
    model.show([replace(passage(0), more=1)])
    model.unfold(1, [passage(0), passage(3), passage(6), passage(9)])
    assert said(model) == ["Report 0", "Fold 1 further passage of Report 0", "Report 0"]
    assert model.passage(2) == passage(3)
