"""Words of other alphabets by how they read in Latin letters."""

from __future__ import annotations

import pytest

from desktop.adapters.sqlite import spellings
from desktop.adapters.sqlite.database import Database, fetch


@pytest.mark.parametrize(
    ("word", "asked"),
    [
        ("лазарус", "lazarus"),
        ("λαζαρυσ", "lazarys"),
        ("لازاروس", "lazarus"),
        ("לזרוס", "lazarus"),
        ("ლაზარე", "lazare"),
        ("лазарус", "lzrs"),
    ],
)
def test_words_are_found_as_they_read(database: Database, word: str, asked: str) -> None:
    spellings.store(database.connection(), [word])
    assert spellings.alike(database.connection(), asked) == ((word,) if asked != "lzrs" else ())


def test_latin_words_and_runs_without_spaces_are_not_kept(database: Database) -> None:
    spellings.store(database.connection(), ["lazarus", "软件", "ლ", "лазарус", "лазарус"])
    assert fetch(database.connection(), "SELECT latin, word FROM spellings ORDER BY latin") == [("l", "ლ"), ("lazarus", "лазарус")]


def test_a_word_of_another_alphabet_finds_those_of_a_third(database: Database) -> None:
    spellings.store(database.connection(), ["лазаре", "ლაზარე"])
    assert spellings.alike(database.connection(), "лазаре") == ("ლაზარე",)
