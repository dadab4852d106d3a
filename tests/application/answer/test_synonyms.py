from __future__ import annotations

import pytest

from desktop.application.answer.synonyms import acts_in, same_meaning
from desktop.application.answer.wording import stem


@pytest.mark.parametrize(("one", "other"), [("arrested", "detained"), ("breach", "intrusion"), ("bait", "lure"), ("wiped", "destruction")])
def test_words_of_one_meaning_meet(one: str, other: str) -> None:
    assert stem(other) in same_meaning(stem(one))


def test_a_word_of_no_group_means_itself_alone() -> None:
    assert same_meaning("heron") == {"heron"}


def test_words_of_different_groups_do_not_meet() -> None:
    assert stem("encrypted") not in same_meaning(stem("arrested"))


def test_acts_are_those_of_the_main_clause() -> None:
    assert acts_in("who was arrested after they paid?") == {stem("arrested")}
    assert acts_in("which tool that leaked mail was new?") == frozenset()
    assert acts_in("which countries were named?") == frozenset()
    assert acts_in("who got in using a stolen key that was sold?") == frozenset()
    assert acts_in("could a possible victim have paid?") == {stem("paid")}
