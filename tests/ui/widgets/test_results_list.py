from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from desktop.ui.theme import LIGHT
from desktop.ui.widgets.results_list import ResultsList
from tests.ui.samples import SignalLog, passage


@pytest.fixture
def results(qtbot: QtBot) -> ResultsList:
    results = ResultsList()
    qtbot.addWidget(results)
    results.resize(500, 400)
    with qtbot.waitExposed(results):
        results.show()
    return results


def row_height(results: ResultsList, row: int) -> int:
    return results.visualRect(results.model().index(row, 0)).height()


def test_a_row_is_as_high_as_its_snippet_but_not_over_three_lines(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([passage(0, "short"), passage(1, "two lines " * 10), passage(2, "many words " * 90)])
    qtbot.waitUntil(lambda: row_height(results, 0) > 0)
    line = results.fontMetrics().height()

    assert row_height(results, 0) < row_height(results, 1) < row_height(results, 2)
    assert row_height(results, 2) - row_height(results, 0) == pytest.approx(2 * 1.08 * line, abs=2)


def test_matches_are_marked(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([passage(0)])
    qtbot.waitUntil(lambda: row_height(results, 0) > 0)
    image = results.viewport().grab().toImage()
    colours = {image.pixel(x, y) for y in range(0, 60) for x in range(image.width())}

    assert QColor(LIGHT.mark).rgb() in colours


def test_enter_opens_and_escape_leaves(qtbot: QtBot, results: ResultsList) -> None:
    chosen, left = SignalLog(results.chosen), SignalLog(results.left)
    hits = [passage(row) for row in range(3)]
    results.show_passages(hits)
    results.enter()
    qtbot.keyClick(results, Qt.Key.Key_Return)
    qtbot.keyClick(results, Qt.Key.Key_Down)
    qtbot.keyClick(results, Qt.Key.Key_Return)
    qtbot.keyClick(results, Qt.Key.Key_Up)
    assert left.emissions == []
    qtbot.keyClick(results, Qt.Key.Key_Up)
    qtbot.keyClick(results, Qt.Key.Key_Escape)

    assert chosen.emissions == [(hits[0],), (hits[1],)]
    assert left.emissions == [(), ()]


def test_a_double_click_opens_once(qtbot: QtBot, results: ResultsList) -> None:
    chosen = SignalLog(results.chosen)
    results.show_passages([passage(0)])
    qtbot.waitUntil(lambda: row_height(results, 0) > 0)
    middle = results.visualRect(results.model().index(0, 0)).center()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseDClick(results.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    assert chosen.emissions == [(passage(0),)]


def test_an_empty_list_does_not_take_the_keyboard(results: ResultsList) -> None:
    results.enter()
    assert not results.currentIndex().isValid()


def test_a_bar_is_drawn_only_where_something_scrolls(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([passage(0)])
    qtbot.waitUntil(lambda: results.verticalScrollBar().property("role") == "idle")
    results.show_passages([passage(row) for row in range(60)])
    qtbot.waitUntil(lambda: results.verticalScrollBar().property("role") == "")
