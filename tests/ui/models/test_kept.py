from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from desktop.domain.intent import Intent
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query, Route
from desktop.domain.saved_search import PastSearch, Pin, PinnedPassage, SavedSearch
from desktop.domain.thread import ThreadHead
from desktop.ui.models.kept import RECENT, Kept, KeptModel, kept_rows, query_words
from tests.ui.samples import passage

QUERY = Query("fancy bear", Mode.BLENDED, filters=Filters(tags=("heron",)))
SAVED = SavedSearch("Bears", QUERY, "2026-12-01T08:00:00Z", watched=True, note="for the weekly report")
PAST = PastSearch(Query("ryuk", Mode.KEYWORD), "2026-12-01T08:00:00Z", 1)
PIN = Pin("p1", "doc-0", "Report 0", 0, 10, "The actors\ndeliver", "ryuk", "2026-12-01T08:00:00Z")
KEPT = Kept((SAVED,), (PAST,), (PinnedPassage(PIN, passage(0)),), {"Bears": ("a", "b", "c")})


def test_everything_stands_under_its_heading() -> None:
    rows = kept_rows(KEPT)
    assert [row.words for row in rows] == [
        "Saved searches",
        "Bears  –  fancy bear",
        "Searched lately",
        "ryuk",
        "Pinned passages",
        "The actors deliver",
    ]
    assert (rows[1].beside, rows[1].new) == ("blended  ·  Tag: heron  ·  watching  ·  for the weekly report", 3)
    assert rows[3].beside.startswith("keyword  ·  1 passage  ·  2026-12-01")
    assert rows[5].beside == "Report 0, p. 1  ·  for “ryuk”"
    assert [row.subject is None for row in rows] == [True, False] * 3


def test_what_there_is_none_of_has_no_heading() -> None:
    assert kept_rows(Kept()) == ()
    assert [row.words for row in kept_rows(Kept(history=(PAST,)))] == ["Searched lately", "ryuk"]


def test_only_the_latest_searches_are_listed() -> None:
    assert len(kept_rows(Kept(history=(PAST,) * 40))) == 1 + RECENT


def test_a_pin_whose_words_are_gone_says_so() -> None:
    (_, row) = kept_rows(Kept(pins=(PinnedPassage(replace(PIN, query=""), None),)))
    assert row.beside == "Report 0, no longer there"


def test_the_model_keeps_qts_rules(qtmodeltester: ModelTester) -> None:
    model = KeptModel()
    model.show(kept_rows(KEPT))
    qtmodeltester.check(model)
    assert model.flags(model.index(0, 0)) == Qt.ItemFlag.NoItemFlags
    assert model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Bears  –  fancy bear, 3 new documents, blended")


def test_how_a_query_was_steered_tells_it_from_another_of_the_same_words() -> None:
    steered = replace(QUERY, intent=Intent.CAUSAL, routes_off=frozenset({Route.GRAPH, Route.VECTOR}), unwidened=frozenset({"bear"}))
    assert query_words(steered) == "blended  ·  as causal  ·  without graph, meaning  ·  bear only  ·  Tag: heron"
    assert query_words(replace(PAST.query, transliterate=True, any_spelling=True)) == "keyword  ·  transliterated  ·  any spelling"


def test_threads_say_how_many_questions_which_case_and_marking() -> None:
    heads = (
        ThreadHead("a", "Who is APT28?", ("heron",), Marking.AMBER, "2026-12-01T08:00:00Z", 2),
        ThreadHead("b", "Since when?", (), Marking.CLEAR, "2026-12-01T08:00:00Z", 1),
    )
    heading, first, second = kept_rows(Kept(threads=heads))
    assert (heading.words, first.words, first.subject) == ("Asked lately", "Who is APT28?", heads[0])
    assert first.beside.startswith("2 questions  ·  case heron  ·  TLP:AMBER  ·  2026-12-01")
    assert second.beside.startswith("1 question  ·  2026-12-01")
