from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from pytestqt.qtbot import QtBot

from desktop.domain.passage import Route, RouteScore, Twin
from desktop.domain.reading import OpenRequest
from desktop.ui.models.result_rows import HitRow, place_of
from desktop.ui.theme import LIGHT
from desktop.ui.widgets.results_list import ResultsList, cited
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

    assert chosen.emissions == [(place_of(HitRow(hit)),) for hit in hits[:2]]
    assert left.emissions == [(), ()]


def test_a_double_click_opens_once(qtbot: QtBot, results: ResultsList) -> None:
    chosen = SignalLog(results.chosen)
    results.show_passages([passage(0)])
    qtbot.waitUntil(lambda: row_height(results, 0) > 0)
    middle = results.visualRect(results.model().index(0, 0)).center()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseDClick(results.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    assert chosen.emissions == [(place_of(HitRow(passage(0))),)]


def test_an_empty_list_does_not_take_the_keyboard(results: ResultsList) -> None:
    results.enter()
    assert not results.currentIndex().isValid()


def test_a_bar_is_drawn_only_where_something_scrolls(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([passage(0)])
    qtbot.waitUntil(lambda: results.verticalScrollBar().property("role") == "idle")
    results.show_passages([passage(row) for row in range(60)])
    qtbot.waitUntil(lambda: results.verticalScrollBar().property("role") == "")


MORE = replace(passage(0), more=3)
SAME = replace(passage(1), twins=(Twin("copy-1", "A copy", 7, 45),))


def said(results: ResultsList) -> list[str]:
    return [str(results.model().index(row, 0).data()) for row in range(results.model().rowCount())]


def stand_on(results: ResultsList, row: int) -> None:
    results.setFocus()
    results.setCurrentIndex(results.model().index(row, 0))


def test_what_is_folded_away_of_a_document_is_asked_for_and_shown_in_place(qtbot: QtBot, results: ResultsList) -> None:
    wanted = SignalLog(results.more_wanted)
    results.show_passages([MORE, passage(1)])
    stand_on(results, 1)
    qtbot.keyClick(results, Qt.Key.Key_Return)
    assert wanted.emissions == [(MORE,)]

    results.show_more([MORE, passage(3)])
    assert said(results) == ["Report 0", "Fold 1 further passage of Report 0", "Report 0", "Report 1"]
    qtbot.keyClick(results, Qt.Key.Key_Left)
    assert said(results) == ["Report 0", "+1 more here", "Report 1"]


def test_one_press_of_the_mouse_unfolds(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([SAME])
    qtbot.waitUntil(lambda: row_height(results, 1) > 0)
    at = results.visualRect(results.model().index(1, 0)).center()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert said(results) == ["Report 1", "Fold 1 document with the same text", "A copy"]


def test_the_same_text_elsewhere_is_unfolded_and_opened(qtbot: QtBot, results: ResultsList) -> None:
    chosen = SignalLog(results.chosen)
    results.show_passages([SAME])
    stand_on(results, 1)
    qtbot.keyClick(results, Qt.Key.Key_Right)
    qtbot.keyClick(results, Qt.Key.Key_Down)
    qtbot.keyClick(results, Qt.Key.Key_Return)
    assert chosen.emissions == [(OpenRequest("copy-1", 7, 45),)]


def test_stepping_opens_hit_after_hit_and_passes_over_what_only_stands_for_others(qtbot: QtBot, results: ResultsList) -> None:
    chosen = SignalLog(results.chosen)
    hits = [MORE, passage(1)]
    results.show_passages(hits)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up):
        qtbot.keyClick(results, key, Qt.KeyboardModifier.ShiftModifier)
    assert chosen.emissions == [(place_of(HitRow(hit)),) for hit in (MORE, hits[1], MORE)]


def test_why_a_hit_was_found_takes_room_only_while_it_is_asked_for(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([replace(passage(0), routes={Route.KEYWORD: RouteScore(1, 7.0, "words: ryuk")})])
    qtbot.waitUntil(lambda: row_height(results, 0) > 0)
    before = row_height(results, 0)
    stand_on(results, 0)
    qtbot.keyClick(results, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: row_height(results, 0) > before)
    qtbot.keyClick(results, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: row_height(results, 0) == before)


def test_a_press_on_the_routes_asks_why(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([passage(0)])
    qtbot.waitUntil(lambda: row_height(results, 0) > 0)
    before, corner = row_height(results, 0), results.visualRect(results.model().index(0, 0)).topRight()
    corner.setX(corner.x() - 30)
    corner.setY(corner.y() + 14)
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=corner)
    qtbot.waitUntil(lambda: row_height(results, 0) > before)


def test_what_can_be_done_with_a_hit_by_key(qtbot: QtBot, results: ResultsList) -> None:
    like, pins = SignalLog(results.like_wanted), SignalLog(results.pin_wanted)
    hit = passage(0)
    results.show_passages([hit])
    stand_on(results, 0)
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(results, Qt.Key.Key_P, control)
    assert pins.emissions == []  # nothing can be kept here

    results.allow_pins(allowed=True)
    qtbot.keyClick(results, Qt.Key.Key_T, control)
    qtbot.keyClick(results, Qt.Key.Key_P, control)
    results.show_pinned(frozenset({(hit.document_id, hit.start, hit.end)}))
    qtbot.keyClick(results, Qt.Key.Key_P, control)
    qtbot.keyClick(results, Qt.Key.Key_C, control)

    assert like.emissions == [(hit,)]
    assert pins.emissions == [(hit, True), (hit, False)]
    assert QGuiApplication.clipboard().text() == cited(hit) == "The actors deliver Ryuk with TrickBot.\n— Report 0, p. 1, doc-0"


def test_the_same_hits_again_leave_unfolded_what_is(qtbot: QtBot, results: ResultsList) -> None:
    results.show_passages([SAME])
    stand_on(results, 1)
    qtbot.keyClick(results, Qt.Key.Key_Right)
    results.show_passages((SAME,))
    assert len(said(results)) == 3
    results.show_passages([SAME, passage(2)])
    assert len(said(results)) == 3
    assert said(results)[1] == "+1 more document with the same text"


def test_the_keyboard_comes_to_what_it_stood_on_wherever_that_is_listed_now(qtbot: QtBot, results: ResultsList) -> None:
    held, new = passage(0), [passage(row) for row in range(1, 40)]
    results.show_passages([held])
    results.enter()
    results.show_passages([*new, held])
    assert results.currentIndex().row() == len(new)
    qtbot.waitUntil(lambda: row_height(results, len(new)) > 0)
    results.enter()
    assert results.viewport().rect().contains(results.visualRect(results.currentIndex()))
