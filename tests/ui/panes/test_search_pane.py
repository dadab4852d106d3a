from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.domain.errors import ModelUnavailable
from desktop.domain.intent import Classification, Intent
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query, Route, SearchResult
from desktop.domain.reading import OpenRequest
from desktop.ui.dialogs.period import PeriodDialog
from desktop.ui.dialogs.save_search import SaveSearchDialog
from desktop.ui.models.search_words import LIMIT
from desktop.ui.panes.search import PER_DOCUMENT, SearchPane
from tests.ui.models.test_kept import KEPT
from tests.ui.samples import SignalLog, answer, citation, passage

ASKED = Query("", Mode.HYBRID, LIMIT, per_document=PER_DOCUMENT, fold_twins=True)
FOUND = SearchResult("ryuk", Mode.HYBRID, tuple(passage(row) for row in range(24)), 0.031)


@pytest.fixture
def pane(qtbot: QtBot) -> SearchPane:
    pane = SearchPane()
    qtbot.addWidget(pane)
    pane.resize(800, 600)
    with qtbot.waitExposed(pane):
        pane.show()
    return pane


def words(pane: SearchPane) -> str:
    return " ".join(label.text() for label in pane.empty.findChildren(QLabel))


def test_it_searches_as_one_types_and_on_enter(qtbot: QtBot, pane: SearchPane) -> None:
    log = SignalLog(pane.search_requested)
    qtbot.keyClicks(pane.box, "ry")
    qtbot.keyClick(pane.box, Qt.Key.Key_Return)

    assert log.emissions == [(replace(ASKED, text=text),) for text in ("r", "ry", "ry")]


def test_any_text_is_sought_as_it_stands(pane: SearchPane) -> None:
    log = SignalLog(pane.search_requested)
    pane.box.setText(' C:\\Windows "unbalanced 😀 ')
    assert log.emissions == [(replace(ASKED, text=' C:\\Windows "unbalanced 😀 '),)]


@pytest.mark.parametrize("mode", list(Mode))
def test_another_mode_searches_again(pane: SearchPane, mode: Mode) -> None:
    pane.set_default_mode(Mode.KEYWORD if mode is not Mode.KEYWORD else Mode.GREP)
    pane.box.setText("ryuk")
    log = SignalLog(pane.search_requested)
    pane.mode.setCurrentIndex(pane.mode.findData(mode))

    assert log.emissions == [(replace(ASKED, text="ryuk", mode=mode),)]
    assert pane.mode.toolTip()


def test_an_emptied_box_is_told_too_so_that_a_search_can_be_dropped(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    log = SignalLog(pane.search_requested)
    pane.box.clear()
    assert log.emissions == [(ASKED,)]


def test_the_default_mode_is_set_without_searching(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    log = SignalLog(pane.search_requested)
    pane.set_default_mode(Mode.BLENDED)

    assert log.emissions == []
    assert pane.chosen_mode() is Mode.BLENDED


def test_it_says_how_much_was_found_and_how(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(FOUND)

    assert pane.summary.text() == "24 passages in 3 documents · 0.03 s · hybrid"
    assert pane.results.isVisible()
    assert not pane.notice.isVisible()
    assert not pane.steering.intent.isVisible()


def test_one_is_said_in_the_singular_and_a_full_list_is_only_the_first(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(replace(FOUND, hits=(passage(0),)))
    assert pane.summary.text() == "1 passage in 1 document · 0.03 s · hybrid"
    pane.show_result(replace(FOUND, hits=tuple(passage(row) for row in range(LIMIT))))
    assert pane.summary.text().startswith(f"First {LIMIT} passages in 3")


def test_a_fallback_is_said_plainly(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(replace(FOUND, fallback=Mode.KEYWORD, notice="no vectors yet; 312 chunks are waiting"))

    assert pane.notice.text() == "Searched by keyword instead of hybrid: no vectors yet; 312 chunks are waiting"
    assert pane.summary.text().endswith("· keyword")
    pane.show_result(replace(FOUND, notice="The graph is empty."))
    assert pane.notice.text() == "The graph is empty."


def test_the_intent_is_shown_with_its_reason(pane: SearchPane) -> None:
    pane.set_default_mode(Mode.BLENDED)
    pane.box.setText("ryuk")
    pane.show_result(replace(FOUND, mode=Mode.BLENDED, intent=Classification(Intent.RELATIONAL, 0.7, "the word “use”")))

    assert pane.steering.intent.text() == "Relation"
    reason = "Relational: read as this kind of question (70% sure) by the word “use”."
    assert pane.steering.intent.toolTip().startswith(reason)
    assert pane.steering.intent.accessibleName() == f"Kind of question: {reason}"


def test_nothing_found_suggests_what_else_to_try(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(replace(FOUND, hits=(), mode=Mode.KEYWORD))

    assert pane.empty.isVisible()
    assert "Meaning" in words(pane)


def test_a_result_that_comes_after_the_box_was_emptied_is_not_shown(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(FOUND)
    pane.box.clear()
    pane.show_result(FOUND)

    assert pane.empty.isVisible()
    assert "CVE-2023-23397" in words(pane)
    assert pane.summary.text() == ""


def test_the_keyboard_goes_from_the_box_to_the_list_and_back(qtbot: QtBot, pane: SearchPane) -> None:
    log = SignalLog(pane.open_requested)
    pane.focus_box()
    pane.box.setText("ryuk")
    pane.show_result(FOUND)
    qtbot.keyClick(pane.box, Qt.Key.Key_Down)
    assert pane.results.hasFocus()
    qtbot.keyClick(pane.results, Qt.Key.Key_Down)
    qtbot.keyClick(pane.results, Qt.Key.Key_Return)
    qtbot.keyClick(pane.results, Qt.Key.Key_Escape)

    hit = passage(1)
    assert log.emissions == [(OpenRequest(hit.document_id, hit.start, hit.end, hit.page, hit.text),)]
    assert pane.box.hasFocus()
    assert pane.box.selectedText() == "ryuk"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_asking_shows_the_card_at_once(qtbot: QtBot, pane: SearchPane, key: Qt.Key) -> None:
    log, searches = SignalLog(pane.ask_requested), SignalLog(pane.search_requested)
    pane.box.setText("  Who delivers Ryuk? ")
    pane.focus_box()
    qtbot.keyClick(pane.box, key, Qt.KeyboardModifier.ControlModifier)

    assert log.emissions == [("Who delivers Ryuk?", Filters())]
    assert len(searches.emissions) == 1
    assert pane.card.isVisible()
    assert pane.card.question.text() == "Who delivers Ryuk?"
    assert pane.card.stop.isVisible()


def test_nothing_is_not_asked(pane: SearchPane) -> None:
    log = SignalLog(pane.ask_requested)
    assert not pane.ask.isEnabled()
    pane.box.setText("   ")
    pane.ask.click()
    assert log.emissions == []


def test_an_answer_grows_can_be_stopped_and_stays(pane: SearchPane) -> None:
    stops = SignalLog(pane.stop_requested)
    pane.box.setText("Who delivers Ryuk?")
    pane.ask.click()
    pane.show_busy("Writing the answer")
    full = answer()
    pane.show_answer(replace(full, sentences=full.sentences[:1]))
    assert "It uses" not in pane.card.text.toPlainText()
    pane.show_answer(full)
    assert "It uses" in pane.card.text.toPlainText()
    assert pane.busy.isVisible()
    pane.card.stop.click()
    pane.show_idle()

    assert stops.emissions == [()]
    assert not pane.busy.isVisible()
    assert pane.card.isVisible()
    assert not pane.card.stop.isVisible()


def test_a_search_that_ends_while_an_answer_grows_leaves_it_growing(pane: SearchPane) -> None:
    pane.box.setText("Who delivers Ryuk?")
    pane.ask.click()
    pane.show_result(FOUND)
    assert pane.card.stop.isVisible()


def test_a_citation_opens_its_exact_place(qtbot: QtBot, pane: SearchPane) -> None:
    log = SignalLog(pane.open_requested)
    pane.show_answer(answer())
    pane.card.text.source_chosen.emit(3)

    cited = citation(4)
    assert log.emissions == [(OpenRequest(cited.document_id, cited.start, cited.end, cited.page, cited.quote),)]


def test_failures_are_shown_with_their_hint_until_the_next_result(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_failure(ModelUnavailable("The <model> is damaged.", "Run packaging/run.sh again."))
    assert pane.failure.isVisible()
    assert "The &lt;model&gt; is damaged." in pane.failure.text()
    assert "Run packaging/run.sh again." in pane.failure.text()

    pane.show_result(FOUND)
    assert not pane.failure.isVisible()


def test_a_failed_answer_takes_its_empty_card_away(pane: SearchPane) -> None:
    pane.box.setText("Who?")
    pane.ask.click()
    pane.show_idle()
    pane.show_failure(ModelUnavailable("No model."))

    assert not pane.card.isVisible()
    assert pane.failure.isVisible()


def test_a_search_that_fails_leaves_a_growing_answer_alone(pane: SearchPane) -> None:
    pane.box.setText("Who?")
    pane.ask.click()
    pane.show_failure(ModelUnavailable("No embedder."))

    assert pane.card.isVisible()
    assert pane.card.stop.isVisible()


def test_everything_has_a_name_for_who_hears_it(pane: SearchPane) -> None:
    for each in (pane.box, pane.mode, pane.results, pane.card, pane.card.text, pane.card.close_button):
        assert each.accessibleName()


def test_a_long_answer_leaves_room_for_the_passages_and_fits_a_small_screen(qtbot: QtBot, pane: SearchPane) -> None:
    pane.box.setText("Who delivers Ryuk?")
    pane.show_result(FOUND)
    before = pane.height()
    full = answer()
    pane.show_answer(replace(full, sentences=full.sentences * 60, notice="Said plainly."))
    qtbot.waitUntil(lambda: pane.card.text.height() > 200)

    assert pane.height() == before
    assert pane.results.height() >= 130
    assert pane.minimumSizeHint().height() <= 480


def test_the_tab_key_goes_down_the_pane(qtbot: QtBot, pane: SearchPane) -> None:
    pane.focus_box()
    pane.box.setText("Who delivers Ryuk?")
    pane.show_result(FOUND)
    pane.show_answer(answer(removed=0))
    pane.show_idle()
    stops: list[object] = []
    for _ in range(20):
        held = pane.focusWidget()
        if not stops or stops[-1] is not held:
            stops.append(held)
        qtbot.keyClick(held, Qt.Key.Key_Tab)

    card = pane.card
    listed = [
        pane.box,
        pane.mode,
        pane.ask,
        pane.said.why,
        pane.steering.add,
        pane.said.more_details,
        card.text,
        card.copy,
        card.close_button,
        pane.results,
    ]
    assert stops[: len(listed)] == listed


def test_the_list_shows_that_it_has_the_keyboard(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(FOUND)
    pane.results.setFocus(Qt.FocusReason.TabFocusReason)
    assert pane.results.currentIndex().row() == 0


def test_escape_stops_the_answer_that_is_being_written(qtbot: QtBot, pane: SearchPane) -> None:
    stops = SignalLog(pane.stop_requested)
    pane.box.setText("Who?")
    pane.focus_box()
    qtbot.keyClick(pane.box, Qt.Key.Key_Escape)
    pane.ask.click()
    qtbot.keyClick(pane.box, Qt.Key.Key_Escape)
    assert stops.emissions == [()]


def test_nothing_found_is_said_as_one_would_say_it(pane: SearchPane) -> None:
    pane.box.setText("zebra")
    pane.show_result(SearchResult("zebra", Mode.KEYWORD, (), 0.004))
    assert pane.summary.text() == "No passage · 0.00 s · keyword"


def test_whoever_stands_on_a_passage_stays_there_when_the_search_is_repeated(qtbot: QtBot, pane: SearchPane) -> None:
    pane.focus_box()
    pane.box.setText("ryuk")
    pane.show_result(FOUND)
    qtbot.keyClick(pane.box, Qt.Key.Key_Down)
    qtbot.keyClick(pane.results, Qt.Key.Key_Down)
    pane.show_result(replace(FOUND, hits=FOUND.hits[::-1]))
    assert pane.results.currentIndex().row() == len(FOUND.hits) - 2

    pane.focus_box()
    pane.show_result(FOUND)
    assert not pane.results.currentIndex().isValid()


def test_what_the_query_was_understood_as_is_shown_and_steers_the_next_search(pane: SearchPane) -> None:
    pane.set_default_mode(Mode.BLENDED)
    pane.box.setText("Who delivers Ryuk?")
    pane.show_result(replace(FOUND, mode=Mode.BLENDED, intent=Classification(Intent.RELATIONAL, 0.7, "the word “who”")))
    log = SignalLog(pane.search_requested)
    pane.steering.intent.kinds[Intent.FACTUAL].trigger()
    pane.steering.limit(Filters(tags=("heron",)))
    pane.details.switches[Route.GRAPH].click()

    asked = replace(ASKED, text="Who delivers Ryuk?", mode=Mode.BLENDED, intent=Intent.FACTUAL)
    limited = replace(asked, filters=Filters(tags=("heron",)))
    assert log.emissions == [(asked,), (limited,), (replace(limited, routes_off=frozenset({Route.GRAPH})),)]


def test_details_are_shown_on_request(qtbot: QtBot, pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(replace(FOUND, asked="any of: ryuk"))
    assert not pane.details.isVisible()
    qtbot.keyClick(pane.box, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert pane.details.isVisible()
    assert "any of: ryuk" in pane.details.text.text()


def test_more_of_a_document_is_asked_for_as_the_search_was_asked(pane: SearchPane) -> None:
    log = SignalLog(pane.more_requested)
    pane.box.setText("ryuk")
    pane.steering.limit(Filters(tags=("heron",)))
    hit = replace(passage(0), more=70)
    pane.results.more_wanted.emit(hit)

    filters = Filters(tags=("heron",), documents=("doc-0",))
    assert log.emissions == [(replace(ASKED, text="ryuk", filters=filters, per_document=0, limit=71),)]


def test_a_document_that_is_searched_alone_is_shown_whole(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    log = SignalLog(pane.search_requested)
    pane.results.document_wanted.emit(passage(0))
    assert log.emissions == [(replace(ASKED, text="ryuk", filters=Filters(documents=("doc-0",)), per_document=0),)]
    assert [chip.words for chip in pane.steering.chips] == ["In: Report 0"]


def test_nothing_found_among_some_documents_points_to_the_filters(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.steering.limit(Filters(tags=("heron",)))
    pane.show_result(replace(FOUND, hits=()))
    assert "see the limits above" in words(pane)


def test_nothing_found_within_limits_that_were_typed_points_to_them_too(pane: SearchPane) -> None:
    pane.box.setText("ryuk tlp:red")
    pane.show_result(replace(FOUND, hits=(), typed=Filters(markings=(Marking.RED,))))
    assert "see the limits above" in words(pane)


def test_that_nothing_was_found_is_not_said_of_the_next_query(pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(replace(FOUND, hits=()))
    assert "No passage found" in words(pane)

    pane.box.setText("ryuk trickbot")

    assert words(pane).strip() == "Searching…"
    pane.show_failure(ModelUnavailable("There is no index.", "Make it anew."))
    assert "This could not be searched" in words(pane)


def test_what_is_like_a_passage_is_shown_until_one_goes_back(qtbot: QtBot, pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.show_result(FOUND)
    pane.show_alike(passage(3), replace(FOUND, mode=Mode.VECTOR, hits=(passage(5),)))
    assert pane.banner.words.text() == "More like “The actors deliver Ryuk with TrickBot.”  –  Report 0"
    assert pane.results.model().rowCount() == 1
    pane.show_result(FOUND)
    assert pane.results.model().rowCount() == 1

    log = SignalLog(pane.search_requested)
    qtbot.keyClick(pane.results, Qt.Key.Key_Escape)
    assert log.emissions == [(replace(ASKED, text="ryuk"),)]
    assert not pane.banner.isVisible()
    pane.show_result(FOUND)
    assert pane.results.model().rowCount() == len(FOUND.hits)


def test_a_kept_query_is_searched_as_it_was_kept(pane: SearchPane) -> None:
    log = SignalLog(pane.search_requested)
    pane.show_query(Query("ryuk", Mode.BLENDED, 20, Filters(documents=("doc-1",)), intent=Intent.CAUSAL), {"doc-1": "Report 1"})
    assert pane.box.text() == "ryuk"
    assert pane.chosen_mode() is Mode.BLENDED
    filters = Filters(documents=("doc-1",))
    assert log.emissions == [(replace(ASKED, text="ryuk", mode=Mode.BLENDED, filters=filters, intent=Intent.CAUSAL, per_document=0),)]


def test_the_next_hit_is_read_from_the_box(qtbot: QtBot, pane: SearchPane) -> None:
    log = SignalLog(pane.open_requested)
    pane.focus_box()
    pane.box.setText("ryuk")
    pane.show_result(FOUND)
    for _ in range(2):
        qtbot.keyClick(pane.box, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert [request[0].start for request in log.emissions] == [0, 100]
    assert pane.box.hasFocus()


def test_a_period_is_asked_for(pane: SearchPane) -> None:
    pane.steering.filters.period_wanted.emit()
    dialog = pane.findChildren(PeriodDialog)[0]
    dialog.chosen.emit("2024-01-01", None)
    dialog.close()
    assert pane.query.filters == Filters(since="2024-01-01")


def test_a_query_that_was_meant_is_told_once_with_what_it_found(qtbot: QtBot, pane: SearchPane) -> None:
    log = SignalLog(pane.used)
    pane.box.setText("ryuk")
    pane.show_result(FOUND)
    assert log.emissions == []
    pane.step(1)
    pane.step(1)
    assert log.emissions == [(replace(ASKED, text="ryuk"), len(FOUND.hits))]

    pane.box.setText("bear")
    qtbot.keyClick(pane.box, Qt.Key.Key_Return)
    pane.show_result(replace(FOUND, hits=()))
    assert log.emissions[1:] == [(replace(ASKED, text="bear"), 0)]


def test_a_search_is_saved_by_key_where_it_can_be_kept(qtbot: QtBot, pane: SearchPane) -> None:
    log = SignalLog(pane.save_requested)
    pane.box.setText("ryuk")
    qtbot.keyClick(pane.box, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert pane.findChildren(SaveSearchDialog) == []
    pane.allow_changes(allowed=True)
    assert pane.said.save.isVisible()
    qtbot.keyClick(pane.box, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    pane.findChildren(SaveSearchDialog)[0].accept()
    assert log.emissions == [(replace(ASKED, text="ryuk"), "ryuk", False, "")]


def test_what_is_kept_is_entered_from_the_empty_box(qtbot: QtBot, pane: SearchPane) -> None:
    pane.show_kept(KEPT)
    assert pane.kept.isVisible()
    pane.focus_box()
    qtbot.keyClick(pane.box, Qt.Key.Key_Down)
    assert pane.kept.hasFocus()
    qtbot.keyClick(pane.kept, Qt.Key.Key_Escape)
    assert pane.box.hasFocus()


def test_why_not_is_offered_but_not_for_grep(pane: SearchPane) -> None:
    log = SignalLog(pane.why_requested)
    pane.box.setText("ryuk")
    pane.said.why.click()
    assert log.emissions == [(replace(ASKED, text="ryuk"),)]
    pane.mode.setCurrentIndex(pane.mode.findData(Mode.GREP))
    assert not pane.said.why.isVisible()


def test_a_document_is_expected_of_the_query(pane: SearchPane) -> None:
    log = SignalLog(pane.expect_requested)
    pane.box.setText("ryuk")
    pane.results.expect_wanted.emit(passage(1))
    assert log.emissions == [("ryuk", "doc-1")]


def test_escape_leads_back_to_the_query_from_anywhere(qtbot: QtBot, pane: SearchPane) -> None:
    pane.box.setText("ryuk")
    pane.steering.add.setFocus()
    qtbot.keyClick(pane.steering.add, Qt.Key.Key_Escape)
    assert pane.box.hasFocus()
