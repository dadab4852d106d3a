"""Grades and words of likelihood."""

from __future__ import annotations

import pytest

from desktop.domain.grading import LIKELIHOODS, grade_meaning, parse_grade, parse_likelihood


def test_a_grade_is_read_however_it_is_written() -> None:
    assert (parse_grade("b2"), parse_grade(" F6 ")) == ("B2", "F6")
    assert grade_meaning("B2") == "usually reliable; probably true"


@pytest.mark.parametrize("text", ["", "G1", "A7", "A", "B22", "B 2"])
def test_what_is_no_grade_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no Admiralty grade"):
        parse_grade(text)


@pytest.mark.parametrize(
    ("written", "word"),
    [("likely", "likely"), ("Probably", "likely"), ("almost certainly", "almost certain"), ("roughly_even_odds", "roughly even chance")],
)
def test_either_word_of_the_standard_is_understood(written: str, word: str) -> None:
    assert parse_likelihood(written).word == word


def test_the_ranges_follow_each_other() -> None:
    assert [each.low for each in LIKELIHOODS[1:]] == [each.high for each in LIKELIHOODS[:-1]]
    assert parse_likelihood("unlikely").text == "unlikely (20–45 %)"
    with pytest.raises(ValueError, match="estimative"):
        parse_likelihood("maybe")
