"""Scores worked out by hand after Heuer (1999), chapter 8."""

from __future__ import annotations

import pytest

from desktop.domain.ach import Board, Evidence, Rating, Weight

R = Rating
BOARD = Board(
    "who",
    "Who did it?",
    ("Heron", "Otter"),
    (
        Evidence("both", (R.CONSISTENT, R.CONSISTENT)),
        Evidence("against", (R.INCONSISTENT, R.VERY_CONSISTENT)),
        Evidence("weighty", (R.VERY_INCONSISTENT, R.INCONSISTENT), Weight.HIGH),
        Evidence("light", (R.UNRATED, R.INCONSISTENT), Weight.LOW),
    ),
)


def test_only_what_speaks_against_a_hypothesis_counts_and_by_its_weight() -> None:
    assert BOARD.inconsistency == pytest.approx((1 + 2 * 2**0.5, 2**0.5 + 0.5**0.5))
    assert Board("none", "None").inconsistency == ()


def test_evidence_that_goes_with_all_alike_tells_nothing() -> None:
    assert [each.diagnosticity for each in BOARD.evidence] == [0.0, 0.75, 0.25, 0.0]
    assert Evidence("all", (R.VERY_CONSISTENT, R.VERY_INCONSISTENT)).diagnosticity == 1.0
    assert Evidence("unrated", (R.UNRATED, R.UNRATED)).diagnosticity == 0.0


def test_a_hypothesis_comes_and_goes_with_its_ratings() -> None:
    more = BOARD.with_hypothesis("Neither")
    assert more.hypotheses == ("Heron", "Otter", "Neither")
    assert {each.ratings[2] for each in more.evidence} == {R.UNRATED}
    assert more.without_hypothesis(2) == BOARD
    assert BOARD.without_hypothesis(0).evidence[1].ratings == (R.VERY_CONSISTENT,)


def test_evidence_is_added_once_rated_weighed_and_taken_off() -> None:
    board = BOARD.with_evidence("new", "both", "new")
    assert [each.fact_id for each in board.evidence] == ["both", "against", "weighty", "light", "new"]
    board = board.rated(4, 1, R.INCONSISTENT).weighed(4, Weight.HIGH)
    assert board.evidence[4] == Evidence("new", (R.UNRATED, R.INCONSISTENT), Weight.HIGH)
    assert board.without_evidence(4) == BOARD
