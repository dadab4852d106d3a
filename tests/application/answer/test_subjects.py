from __future__ import annotations

import pytest

from desktop.application.answer.subjects import find_subjects, subject
from desktop.domain.passage import Expansion


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Who uses evil[.]com and BRASSKETTLE?", ["evil.com", "BRASSKETTLE"]),
        ("Did Velvet Heron / Grey Stork hit Chile?", ["Velvet Heron", "Chile"]),
        ("what is it about", []),
    ],
)
def test_what_a_question_names(text: str, names: list[str]) -> None:
    assert [each.name for each in find_subjects(text, ())] == names


def test_a_known_name_within_a_run_of_capitals_is_a_thing_of_its_own() -> None:
    found = find_subjects("Which key has the VELVET HERON PlugX sample?", [Expansion("VELVET HERON", ("Grey Stork", "UNC12"))])
    assert [(each.name, each.also) for each in found] == [("VELVET HERON", ("Grey Stork", "UNC12")), ("PlugX", ())]


def test_a_known_name_in_small_letters_counts() -> None:
    assert [each.name for each in find_subjects("tools of velvet9", [Expansion("velvet9", ("Grey Stork",))])] == ["velvet9"]


def test_names_joined_by_a_stroke_are_one_thing() -> None:
    (found,) = find_subjects("What did Heron / Stork do?", ())
    assert (found.name, found.also) == ("Heron", ("Stork",))


@pytest.mark.parametrize("text", ["the heron came", "grey-stork samples", "unc12's mails"])
def test_a_thing_is_mentioned_by_any_of_its_names(text: str) -> None:
    assert subject("Heron", ("Grey Stork", "UNC12")).stands_in(text)


@pytest.mark.parametrize("text", ["heronry", "grey and stork", "unc123", ""])
def test_no_part_of_a_word_is_a_mention(text: str) -> None:
    assert not subject("Heron", ("Grey Stork", "UNC12")).stands_in(text)


def test_the_spellings_that_stand_in_a_text_are_told() -> None:
    assert [each.name for each in subject("Heron", ("Grey Stork",)).found_in("the grey stork, not a heron")] == ["heron", "grey stork"]
    assert [each.name for each in subject("Brazil").found_in("brazilian banks")] == ["brazilian"]


def test_a_disputed_name_is_none() -> None:
    (found,) = find_subjects("What did Heron do?", [Expansion("Heron", ("Grey Stork", "Marsh Wader"), ("Marsh Wader",))])
    assert found.also == ("Grey Stork",)
