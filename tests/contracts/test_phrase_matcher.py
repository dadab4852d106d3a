"""What every phrase matcher does, on the fake and on the automaton."""

from __future__ import annotations

import pytest

from desktop.adapters.phrase_matcher import AutomatonMatcher
from desktop.application.ports import PhraseMatcherMaker
from tests.fakes.phrase_matcher import PlainMatcher


@pytest.fixture(params=[PlainMatcher, AutomatonMatcher])
def make(request: pytest.FixtureRequest) -> PhraseMatcherMaker:
    maker: PhraseMatcherMaker = request.param
    return maker


def test_overlapping_occurrences_all_count_by_start_then_by_end(make: PhraseMatcherMaker) -> None:
    matcher = make(["apt28", "apt", "28 group", "group"])
    assert matcher.matches("an apt28 group") == [(1, 3, 6), (0, 3, 8), (2, 6, 14), (3, 9, 14)]


def test_offsets_are_code_points(make: PhraseMatcherMaker) -> None:
    assert make(["ü", "x"]).matches("😀ü x") == [(0, 1, 2), (1, 3, 4)]


def test_nothing_is_found_in_nothing(make: PhraseMatcherMaker) -> None:
    assert make(["a"]).matches("") == []
    assert make([]).matches("abc") == []


def test_half_a_character_is_as_long_as_a_whole_one(make: PhraseMatcherMaker) -> None:
    assert make(["x"]).matches("a\ud800x") == [(0, 2, 3)]
