from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from desktop.domain.passage import Mode, Query, Route, SearchResult
from desktop.ui.widgets.query_details import QueryDetails, details_html
from tests.ui.samples import SignalLog

QUERY = Query("ryuk", Mode.BLENDED)
RESULT = SearchResult("ryuk", Mode.BLENDED, (), 0.1, asked="any of: <ryuk>", details=("weights: keyword 0.3, vector 0.2", "fusion: rrf"))


@pytest.fixture
def details(qtbot: QtBot) -> QueryDetails:
    details = QueryDetails()
    qtbot.addWidget(details)
    details.show_query(QUERY)
    details.show()
    return details


def test_it_says_what_was_asked_word_for_word(details: QueryDetails) -> None:
    details.show_result(RESULT)
    said = details.text.text()
    assert "any of: &lt;ryuk&gt;" in said
    assert "keyword 0.3, meaning 0.2" in said  # as the switches above are called
    assert details_html(replace(RESULT, asked="", details=())) == "Nothing was asked of the index."


def test_a_route_is_switched_off_for_this_query(details: QueryDetails) -> None:
    log = SignalLog(details.steered)
    details.switches[Route.VECTOR].click()
    assert log.emissions == [(replace(QUERY, routes_off=frozenset({Route.VECTOR})),)]


def test_the_last_route_cannot_be_switched_off(details: QueryDetails) -> None:
    details.show_query(replace(QUERY, mode=Mode.HYBRID, routes_off=frozenset({Route.VECTOR})))
    assert not details.switches[Route.KEYWORD].isEnabled()
    assert details.switches[Route.VECTOR].isEnabled()


@pytest.mark.parametrize(
    ("mode", "routes", "alike"), [(Mode.GREP, 0, False), (Mode.KEYWORD, 0, True), (Mode.HYBRID, 2, True), (Mode.BLENDED, 5, True)]
)
def test_only_switches_that_matter_are_shown(details: QueryDetails, mode: Mode, routes: int, alike: bool) -> None:
    details.show_query(replace(QUERY, mode=mode))
    assert sum(each.isVisible() for each in details.switches.values()) == routes
    assert details.alike.isVisible() is alike


def test_words_of_other_alphabets_are_looked_for_on_request(details: QueryDetails) -> None:
    log = SignalLog(details.steered)
    details.alike.click()
    assert log.emissions == [(replace(QUERY, transliterate=True),)]


def test_a_screen_reader_tells_routes_from_the_other_switch(details: QueryDetails) -> None:
    assert details.switches[Route.VECTOR].accessibleName() == "Route: meaning"
    assert details.alike.accessibleName() == "Transliterate"
