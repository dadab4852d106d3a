"""Which searches were made."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from desktop.application.searches.history import MOST, SearchHistory
from desktop.domain.passage import Filters, Mode, Query
from desktop.domain.saved_search import PastSearch
from tests.fakes.memory_searches import MemorySearches

BEACON = Query("beacon", Mode.KEYWORD)


def a_history() -> SearchHistory:
    return SearchHistory(MemorySearches(), lambda: datetime(2024, 5, 15, tzinfo=UTC))


def test_the_newest_is_first_and_the_same_search_stands_once() -> None:
    history, filtered = a_history(), replace(BEACON, filters=Filters(tags=("case",)))
    for query in (BEACON, filtered, replace(BEACON, text=" beacon ", limit=5)):
        history.remember(query, 3)
    assert [each.query.filters for each in history.all()] == [Filters(), Filters(tags=("case",))]
    assert history.all()[0] == PastSearch(replace(BEACON, text=" beacon ", limit=5), "2024-05-15T00:00:00Z", 3)


def test_nothing_typed_is_no_search_and_old_ones_are_forgotten() -> None:
    history = a_history()
    history.remember(Query("  ", Mode.KEYWORD), 0)
    assert history.all() == ()
    for number in range(MOST + 3):
        history.remember(Query(f"q{number}", Mode.KEYWORD), number)
    assert len(history.all()) == MOST
    assert history.all()[0].query.text == f"q{MOST + 2}"
    history.clear()
    assert history.all() == ()
