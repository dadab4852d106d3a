"""What is kept of searching, in memory and in files."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.search_files import SearchFiles
from desktop.application.ports import SearchStore
from desktop.domain.golden import GoldenQuery
from desktop.domain.intent import Intent
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Fusion, Mode, Query, Route
from desktop.domain.saved_search import PastSearch, Pin, SavedSearch
from tests.fakes.memory_searches import MemorySearches

PLAIN = Query("beacon", Mode.KEYWORD)
FULL = Query(
    'title:"evil" 恶意软件\nsecond line',
    Mode.BLENDED,
    50,
    Filters("2024-01-01", "2024-06", Marking.AMBER, ("a", "b"), ("pdf",), ("x-1",), (Marking.GREEN,), ("report",)),
    transliterate=True,
    any_spelling=True,
    routes_off=frozenset({Route.GRAPH, Route.VECTOR}),
    intent=Intent.CAUSAL,
    fusion=Fusion.MINMAX,
    unwidened=frozenset({"apt28"}),
    per_document=3,
    fold_twins=True,
)


@pytest.fixture(params=["memory", "files"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> SearchStore:
    return MemorySearches() if request.param == "memory" else SearchFiles(tmp_path / "searches")


def test_at_first_there_is_nothing(kept: SearchStore) -> None:
    assert (kept.saved(), kept.pins(), kept.golden(), kept.history()) == ((), (), (), ())


def test_saved_searches_come_back_as_they_were(kept: SearchStore) -> None:
    one = SavedSearch("one", FULL, "2024-05-15T12:00:00Z", True, "2024-05-15T11:00:00Z", ("a", "b"), "a note")
    two = SavedSearch("two", PLAIN, "2024-05-15T12:00:00Z")
    kept.keep_saved([one, two])
    assert kept.saved() == (one, two)
    kept.keep_saved([two])
    assert kept.saved() == (two,)


def test_pins_come_back_as_they_were(kept: SearchStore) -> None:
    pin = Pin("p1", "doc-1", "Ein Bericht", 3, 9, '"quoted"\nand 中文', "beacon", "2024-05-15T12:00:00Z", "note")
    kept.keep_pins([pin])
    assert kept.pins() == (pin,)


def test_golden_queries_come_back_as_they_were(kept: SearchStore) -> None:
    queries = (GoldenQuery("what is it?", ("a", "b"), "note"), GoldenQuery("other", ("c",)))
    kept.keep_golden(queries)
    assert kept.golden() == queries


def test_the_history_comes_back_newest_first(kept: SearchStore) -> None:
    past = (PastSearch(FULL, "2024-05-15T12:00:00Z", 7), PastSearch(PLAIN, "2024-05-14T12:00:00Z", 0))
    kept.keep_history(past)
    assert kept.history() == past
    kept.keep_history(())
    assert kept.history() == ()
