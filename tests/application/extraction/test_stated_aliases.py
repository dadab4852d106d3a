"""Names that a sentence says are one."""

from __future__ import annotations

import re

import pytest

from desktop.application.extraction.stated_aliases import stated_aliases
from desktop.domain.entity import EntityType, Mention

T = EntityType
KINDS = {
    "Alpha": T.INTRUSION_SET,
    "Beta": T.INTRUSION_SET,
    "Gamma": T.INTRUSION_SET,
    "Worm": T.MALWARE,
    "G0007": T.INTRUSION_SET,
    "Rome": T.LOCATION,
}


def said(text: str) -> list[tuple[str, list[str], bool]]:
    mentions = [
        Mention(KINDS[each[0]], each[0], each[0], each.start(), each.end(), 1.0, "", each[0]) for each in re.finditer(r"[A-Z]\w+", text)
    ]
    return [(each.name.text, [other.text for other in each.others], each.in_words) for each in stated_aliases(text, mentions)]


@pytest.mark.parametrize(
    "text",
    [
        "Alpha (aka Beta, Gamma)", "Alpha (a.k.a. Beta and Gamma)", "Alpha [also known as “Beta”/Gamma]", "Alpha (tracked as Beta; Gamma)",
        "Alpha (formerly Beta, or Gamma)",
    ],
)  # fmt: skip
def test_a_bracket_lists_other_names_of_what_stands_before_it(text: str) -> None:
    assert said(text) == [("Alpha", ["Beta", "Gamma"], True)]


@pytest.mark.parametrize("text", ["Alpha, also known as Beta", "Alpha, which is tracked by some as Beta", "Alpha, dubbed “Beta”"])
def test_words_say_so_too(text: str) -> None:
    assert said(text) == [("Alpha", ["Beta"], True)]


@pytest.mark.parametrize("text", ["Alpha/Beta", "Alpha (Beta)"])
def test_marks_alone_are_no_words(text: str) -> None:
    assert said(text) == [("Alpha", ["Beta"], False)]


@pytest.mark.parametrize(
    "text",
    [
        "Alpha and Beta",
        "Alpha (not to be confused with Beta)",
        "Alpha (aka Worm)",
        "Alpha is not known as Beta",
        "Alpha, Beta",
        "Rome (aka Rome)",
    ],
)
def test_what_is_not_said_to_be_one_is_none(text: str) -> None:
    assert said(text) == []


def test_every_other_name_belongs_to_the_first() -> None:
    assert said("Alpha (aka Beta) and Gamma (aka Beta)") == [("Alpha", ["Beta"], True), ("Gamma", ["Beta"], True)]
