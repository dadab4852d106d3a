from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.domain.golden import CaseQueries, QualityReport
from desktop.domain.passage import Mode
from desktop.domain.reading import OpenRequest
from desktop.ui.models.quality_model import EXPECTED, FIRST_MODE, HEADINGS, QUERY, GoldenList
from desktop.ui.panes.quality import QualityPane
from tests.ui.hearing import visible_texts
from tests.ui.models.test_quality_model import BLENDED, KEYWORD, QUERIES
from tests.ui.samples import SignalLog

GOLDEN = GoldenList(CaseQueries(QUERIES), {"a": "Report A", "c": "Report C"})
REPORT = QualityReport(10, (KEYWORD, BLENDED), {"who is bear": ("b",)})


@pytest.fixture
def pane(qtbot: QtBot) -> QualityPane:
    pane = QualityPane()
    qtbot.addWidget(pane)
    pane.resize(900, 700)
    pane.allow_changes(allowed=True)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane


def documents(pane: QualityPane) -> list[str]:
    model = pane.documents.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_without_golden_queries_it_says_what_they_are_for(pane: QualityPane) -> None:
    assert "Nothing is expected yet" in visible_texts(pane)
    assert not pane.measure.isVisible()
    log = SignalLog(pane.expect_current_requested)
    pane.begin.click()
    assert log.emissions == [()]


def test_a_query_shows_what_it_expects_and_what_of_it_is_gone(pane: QualityPane) -> None:
    pane.show_list(GOLDEN)
    assert pane.summary.text() == "2 golden queries"
    assert documents(pane) == ["Report A", "b (no longer in the vault)"]
    pane.show_report(REPORT, None)
    assert documents(pane)[0] == "Report A    keyword 2  ·  blended 1"
    assert pane.missing.text().startswith("1 expected document is no longer")


def test_figures_are_shown_beside_what_they_were(pane: QualityPane) -> None:
    pane.show_list(GOLDEN)
    pane.show_report(REPORT, None)
    assert pane.figures.said(Mode.KEYWORD) == ["0.750", "", "0.500", "", "0.1"]
    assert pane.figures.said(Mode.HYBRID) == ["–", "", "–", "", "–"]
    better = replace(REPORT, modes=(replace(KEYWORD, recall=1.0, mrr=0.4),))
    pane.show_report(better, REPORT)
    assert pane.figures.said(Mode.KEYWORD) == ["1.000", "▲ +0.250", "0.400", "▼ -0.100", "0.1"]
    assert "Recall@10" in visible_texts(pane)


def test_it_is_measured_by_key_and_can_be_stopped(qtbot: QtBot, pane: QualityPane) -> None:
    measures, stops = SignalLog(pane.measure_requested), SignalLog(pane.stop_requested)
    pane.show_list(GOLDEN)
    pane.enter_list()
    qtbot.keyClick(pane.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    pane.show_busy()
    qtbot.keyClick(pane.table, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    pane.show_progress(2, 8)
    pane.stop.click()
    pane.show_idle()
    assert (measures.emissions, stops.emissions) == ([()], [()])
    assert pane.measure.isEnabled()


def test_expectations_are_added_and_forgotten(qtbot: QtBot, pane: QualityPane) -> None:
    expects, forgets = SignalLog(pane.expect_requested), SignalLog(pane.forget_requested)
    pane.show_list(GOLDEN)
    pane.expect.click()
    pane.enter_list()
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    pane.documents.setFocus()
    pane.documents.setCurrentIndex(pane.documents.model().index(1, 0))
    qtbot.keyClick(pane.documents, Qt.Key.Key_Delete)
    assert expects.emissions == [("who is bear",)]
    assert forgets.emissions == [("who is bear", ("a", "b")), ("who is bear", ("b",))]


def test_a_query_is_searched_and_a_document_opened(qtbot: QtBot, pane: QualityPane) -> None:
    searched, opened = SignalLog(pane.search_requested), SignalLog(pane.open_requested)
    pane.show_list(GOLDEN)
    pane.table.activated.emit(pane.model.index(1, 0))
    pane.documents.activated.emit(pane.documents.model().index(0, 0))
    pane.documents.activated.emit(pane.documents.model().index(1, 0))
    assert searched.emissions == [("ryuk",)]
    assert opened.emissions == [(OpenRequest("a"),)]


def test_in_a_vault_for_reading_it_only_measures(qtbot: QtBot, pane: QualityPane) -> None:
    pane.allow_changes(allowed=False)
    pane.show_list(GOLDEN)
    forgets = SignalLog(pane.forget_requested)
    pane.enter_list()
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    assert forgets.emissions == []
    assert not any(each.isVisible() for each in (pane.expect, pane.expect_current, pane.forget))
    assert pane.measure.isEnabled()


def test_whoever_stands_on_a_query_stays_there(pane: QualityPane) -> None:
    pane.show_list(GOLDEN)
    pane.table.selectRow(1)
    pane.show_list(GoldenList(CaseQueries((QUERIES[1],)), GOLDEN.titles))
    assert pane.current_query == QUERIES[1]


def test_what_is_of_other_cases_is_counted_and_a_query_forgotten_only_as_far_as_it_is_shown(qtbot: QtBot, pane: QualityPane) -> None:
    shown = (replace(QUERIES[0], expected=("a",)),)
    pane.show_list(GoldenList(CaseQueries(shown, 12, {QUERIES[0].query: 1}), GOLDEN.titles))
    assert (pane.elsewhere.text(), pane.documents_elsewhere.text()) == ("12 of other cases", "1 of other cases")
    assert pane.elsewhere.isVisible()
    forgets = SignalLog(pane.forget_requested)
    pane.enter_list()
    qtbot.keyClick(pane.table, Qt.Key.Key_Delete)
    assert forgets.emissions == [("who is bear", ("a",))]

    pane.show_list(GoldenList(CaseQueries((), 13)))
    assert "Nothing is expected of this case" in visible_texts(pane)
    assert pane.elsewhere.text() == "13 of other cases"
    asked = SignalLog(pane.expect_current_requested)
    pane.begin_in_case.click()
    assert asked.emissions == [()]
    pane.show_list(GOLDEN)
    assert not pane.elsewhere.isVisible()
    assert not pane.documents_elsewhere.isVisible()


def test_figures_of_another_case_are_put_away(pane: QualityPane) -> None:
    pane.show_list(GOLDEN)
    pane.show_report(REPORT, None)
    pane.show_nothing_measured()
    assert pane.figures.said(Mode.KEYWORD) == ["–", "", "–", "", "–"]
    assert documents(pane)[0] == "Report A"
    assert not pane.missing.isVisible()


def test_beside_a_document_queries_can_be_read_and_every_mode_is_seen(pane: QualityPane) -> None:
    pane.show_list(GOLDEN)
    assert not pane.table.isColumnHidden(EXPECTED)
    pane.resize(600, 700)
    modes = range(FIRST_MODE, len(HEADINGS))
    assert pane.table.isColumnHidden(EXPECTED)
    assert pane.table.columnWidth(QUERY) >= 160
    assert not any(pane.table.isColumnHidden(each) for each in modes)
    assert pane.table.horizontalHeader().length() <= pane.table.viewport().width()
