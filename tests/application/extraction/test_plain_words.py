"""Ordinary words and what is made of them."""

from __future__ import annotations

import pytest

from desktop.application.extraction.plain_words import PlainWords

WORDS = PlainWords(("super", "blue", "language", "supply", "chain", "nation", "state", "hide", "cloud", "agent"))


@pytest.mark.parametrize(
    "name", ["Super Blue", "Agents", "Nation-State", "Supply-Chain", "Multilanguage", "Unhide", "Taxonomy", "Deobfuscated"]
)
def test_known_words_and_what_is_regularly_made_of_them_are_plain(name: str) -> None:
    assert WORDS.are_all_of(name)


@pytest.mark.parametrize("name", ["Ginp", "BlueSuper", "Asacub", "Super Ginp", "Unginp", "TrickMo"])
def test_coined_words_are_not(name: str) -> None:
    assert not WORDS.are_all_of(name)


def test_all_capitals_alone_make_no_word_odd() -> None:
    assert WORDS.are_all_of("CLOUD")
    assert not WORDS.are_all_of("CLoud")
