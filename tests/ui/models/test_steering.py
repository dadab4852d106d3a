from __future__ import annotations

from dataclasses import replace

import pytest

from desktop.domain.passage import Expansion, Filters, Mode, Query, SearchResult
from desktop.ui.models.steering import begins_anew, offers, without_other_names

QUERY = Query("Fancy Bear", Mode.BLENDED)
BEAR = Expansion("Fancy Bear", ("APT28", "Sofacy", "STRONTIUM", "Sednit"))
RESULT = SearchResult("Fancy Bear", Mode.BLENDED, (), 0.1, expansions=(BEAR, Expansion("Ryuk", ("Hermes",))))


def test_other_names_are_said_and_each_can_be_taken_back() -> None:
    bear, ryuk = offers(QUERY, RESULT, {})

    assert bear.words == "Fancy Bear → APT28, Sofacy, +2"
    assert bear.tip == "Also looked for: APT28, Sofacy, STRONTIUM, Sednit"
    assert bear.names == BEAR.also
    assert bear.without == replace(QUERY, unwidened=frozenset({"Fancy Bear"}))
    assert ryuk.words == "Ryuk → Hermes"
    assert without_other_names(QUERY, RESULT).unwidened == {"Fancy Bear", "Ryuk"}


def test_a_name_that_stands_alone_can_have_its_others_again() -> None:
    (alone,) = offers(replace(QUERY, unwidened=frozenset({"Fancy Bear"})), None, {})
    assert (alone.words, alone.removing, alone.without) == ("Fancy Bear only", "Look for its other names again", QUERY)


def test_what_the_query_says_itself_cannot_be_taken_away_as_a_chip() -> None:
    result = replace(RESULT, expansions=(), typed=Filters(tags=("case",)))
    typed, chosen = offers(replace(QUERY, filters=Filters(formats=("pdf",))), result, {})

    assert (typed.words, typed.removing, typed.without) == ("Tag: case", "", None)
    assert (chosen.words, chosen.without) == ("Format: PDF", QUERY)


def test_transliteration_is_said_while_it_is_on() -> None:
    (alike,) = offers(replace(QUERY, transliterate=True), None, {})
    assert (alike.words, alike.without) == ("Transliterated", QUERY)


@pytest.mark.parametrize(
    ("before", "now", "anew"),
    [("ryuk", "ryuk loader", False), ("ryuk", "", True), ("", "r", True), ("ryuk", "What is it", True), (" ryuk", "ryuk ", False)],
)
def test_what_was_chosen_counts_for_one_query(before: str, now: str, anew: bool) -> None:
    assert begins_anew(before, now) is anew


def test_names_that_only_some_sources_give_are_told_as_such() -> None:
    (bear,) = offers(QUERY, replace(RESULT, expansions=(replace(BEAR, disputed=("Sednit",)),)), {})
    assert bear.tip.endswith("Sednit. Only some sources, or documents of this vault, call it Sednit")
