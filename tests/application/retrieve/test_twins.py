"""Which texts are (nearly) the same."""

from __future__ import annotations

from desktop.application.retrieve.twins import Twins

LONG = " ".join(f"word{number}" for number in range(60))


def test_the_same_words_are_twins_whatever_stands_between_them() -> None:
    twins = Twins()
    assert twins.twin_of(1, f"**{LONG}**") is None
    assert twins.twin_of(2, f"  {LONG.upper()}.") == 1


def test_a_long_text_with_little_changed_is_a_twin_a_short_one_is_not() -> None:
    twins = Twins()
    assert twins.twin_of(1, LONG) is None
    assert twins.twin_of(2, f"{LONG} added") == 1
    assert twins.twin_of(3, "Group A used tool B in 2021") is None
    assert twins.twin_of(4, "Group A used tool B in 2022") is None
    assert twins.twin_of(5, "Group A used tool B in 2021!") == 3


def test_texts_that_share_half_their_words_are_two() -> None:
    twins = Twins()
    half = " ".join(f"word{number}" for number in range(30))
    assert twins.twin_of(1, LONG) is None
    assert twins.twin_of(2, half + " " + " ".join(f"other{number}" for number in range(30))) is None


def test_texts_without_words_are_twins_of_nothing() -> None:
    twins = Twins()
    assert twins.twin_of(1, "---") is None
    assert twins.twin_of(2, "***") is None
