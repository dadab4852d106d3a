"""Clues, alone and together."""

from __future__ import annotations

import pytest

from desktop.application.extraction.clues import Clue, hints, weigh
from desktop.domain.entity import EntityType

T = EntityType


def clue(worth: float, by: str = "said", kind: EntityType = T.MALWARE, start: int = 0) -> Clue:
    return Clue("Gorp", kind, worth, by, start)


def test_one_weak_clue_is_not_enough_and_two_of_different_wording_are() -> None:
    assert weigh([clue(0.4)]) is None
    settled = weigh([clue(0.4), clue(0.35, "done")])
    assert settled is not None
    assert settled.worth == pytest.approx(1 - 0.6 * 0.65)


def test_what_is_said_a_third_time_is_only_repeated() -> None:
    assert weigh([clue(0.25, start=at) for at in range(9)]) is None


def test_the_kind_with_the_weightier_clues_wins() -> None:
    settled = weigh([clue(0.7), clue(0.6, "group", T.INTRUSION_SET), clue(0.6, "crew", T.INTRUSION_SET)])
    assert settled is not None
    assert settled.type is T.INTRUSION_SET


def test_many_clues_never_make_a_name_as_sure_as_a_known_one() -> None:
    settled = weigh([clue(0.6, str(at)) for at in range(9)])
    assert settled is not None
    assert settled.worth == 0.8


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("a new version of Gorp came", "version of …"),
        ("malware families like Gorp came", "such as …"),
        ("it drops Gorp there", "delivers …"),
        ("Gorp: New Android Spyware", "…: a malware"),
        ("the Gorp's C2 servers", "… infections"),
        ("then Gorp encrypts files", "… steals"),
        ("“Gorp” droppers", "… infections"),
    ],
)
def test_words_around_hint_at_malware(text: str, by: str) -> None:
    found = list(hints(text, "Gorp", text.index("Gorp"), {}))
    assert [(each.type, each.by) for each in found] == [(T.MALWARE, f"pattern: {by}")]


def test_tools_are_told_by_the_word_before_a_list() -> None:
    text = "the following tools: “Gorp” and others"
    assert [(each.type, each.worth) for each in hints(text, "Gorp", text.index("Gorp"), {})] == [(T.TOOL, 0.55)]


def test_a_list_with_a_known_name_hints_on_both_sides() -> None:
    text = "they saw Emotet, Gorp and Dridex"
    known = {"Emotet": T.MALWARE, "Dridex": T.MALWARE}
    assert len(list(hints(text, "Gorp", text.index("Gorp"), known))) == 2
    assert list(hints("they met Alice, Gorp and Bob", "Gorp", 16, known)) == []


def test_what_merely_stands_there_hints_at_nothing() -> None:
    text = "Gorp said on Monday that it hired Ann"
    assert list(hints(text, "Gorp", 0, {})) == []
