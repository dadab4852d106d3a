from __future__ import annotations

import pytest

from desktop.application.answer.following import carried_over, with_subject


@pytest.mark.parametrize(
    "text", ["Which tools does it use?", "and since when?", "Whom did the group attack in the spring of that year?", "why"]
)
def test_a_question_that_names_nothing_and_points_back_goes_on(text: str) -> None:
    assert carried_over(text, ("Velvet Heron",)) == ("Velvet Heron",)


@pytest.mark.parametrize("text", ["Which tools does Grey Otter use?", "Which ransomware was seen in the most reports?", "what is evil.com"])
def test_a_question_with_a_subject_of_its_own_begins_anew(text: str) -> None:
    assert carried_over(text, ("Velvet Heron",)) == ()


def test_nothing_goes_on_from_nothing() -> None:
    assert carried_over("and since when?", ()) == ()


def test_the_subject_is_said_in_the_question() -> None:
    assert with_subject("Since when?", ("Velvet Heron", "BRASSKETTLE")) == "Since when? (Velvet Heron, BRASSKETTLE)"
    assert with_subject("Since when?", ()) == "Since when?"
