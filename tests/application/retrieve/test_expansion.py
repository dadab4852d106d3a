"""Names in a query, and their other names."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.expansion import Named, names_in, widened
from desktop.domain.keywords import Beginning, KeywordQuery, Phrase
from desktop.domain.passage import Expansion
from tests.fakes.known_names import BookOfNames

BOOK = BookOfNames(("Fancy Bear", "APT28", "Sofacy"), ("Play", "Playcrypt"), ("Bear", "Ours"))
FANCY = Expansion("fancy bear", ("APT28", "Sofacy"))


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("fancy bear", Named((FANCY,), 1.0, alone=True)),
        ("what does fancy bear want", Named((FANCY,), 2 / 3)),
        ("Fancy Bear’s tools", Named((Expansion("Fancy Bear", ("APT28", "Sofacy")),), 2 / 3)),
        ("APT28?", Named((Expansion("APT28", ("Fancy Bear", "Sofacy")),), 1.0, alone=True)),
        ("play", Named((Expansion("play", ("Playcrypt",)),), 1.0, alone=True)),
        ("how to play music", Named()),
        ("the Play gang", Named((Expansion("Play", ("Playcrypt",)),), 0.5)),
        ("APT28 and apt28", Named((Expansion("APT28", ("Fancy Bear", "Sofacy")),), 1.0)),
        ("", Named()),
    ],
)
def test_the_longest_names_are_found(query: str, named: Named) -> None:
    assert names_in(query, BOOK) == named


def test_a_name_can_be_left_as_it_is() -> None:
    assert names_in("APT28", BOOK, frozenset({"apt28"})) == Named()


def test_all_names_rank_unless_something_is_required() -> None:
    phrases = (Phrase("fancy bear"), Phrase("APT28"), Phrase("Sofacy"))
    assert widened(KeywordQuery(("beacon", "apt28"), prefix="us"), [FANCY]) == KeywordQuery(("beacon", "apt28", *phrases), prefix="us")
    exact = KeywordQuery(("bear",), (Phrase("fancy bear"),))
    assert widened(exact, [FANCY]) == exact
    assert Named((FANCY,)).mentions == KeywordQuery(phrases)


def test_the_words_of_a_name_of_several_rank_no_longer_one_by_one() -> None:
    phrases = (Phrase("fancy bear"), Phrase("APT28"), Phrase("Sofacy"))
    assert widened(KeywordQuery(("beacon", "fancy", Beginning("bear"))), [FANCY]) == KeywordQuery(("beacon", *phrases))
    assert widened(KeywordQuery(("fancy",), prefix="bear"), [FANCY]) == KeywordQuery(phrases)
    assert widened(KeywordQuery(("fancy", "bear")), []) == KeywordQuery(("fancy", "bear"))


def test_names_in_dispute_come_last_and_are_marked() -> None:
    known = BookOfNames(("APT38", "Bluenoroff"), disputed={"APT38": ("Lazarus Group",), "Grizzly Steppe": ("APT28", "APT29")})
    assert names_in("APT38", known).expansions == (Expansion("APT38", ("Bluenoroff", "Lazarus Group"), ("Lazarus Group",)),)
    assert names_in("Grizzly Steppe", known).expansions == (Expansion("Grizzly Steppe", ("APT28", "APT29"), ("APT28", "APT29")),)
