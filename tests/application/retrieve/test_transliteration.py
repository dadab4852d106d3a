"""Words of other alphabets that read the same."""

from __future__ import annotations

from desktop.application.retrieve.query import read_query
from desktop.application.retrieve.transliteration import transliterated
from desktop.domain.keywords import AnyOf, Beginning, KeywordQuery, Phrase
from tests.fakes.searchable_index import SearchableIndex


def test_words_are_joined_by_those_that_read_alike_and_nothing_else_is() -> None:
    index = SearchableIndex()
    index.spelled_like = {"lazarus": ("лазарус", "λαζαρυσ")}
    alike = (Phrase("лазарус"), Phrase("λαζαρυσ"))
    assert transliterated(read_query("Lazarus group.").words, index) == KeywordQuery((AnyOf(("Lazarus", *alike)), "group"))
    assert transliterated(read_query("group lazarus").words, index) == KeywordQuery(("group", AnyOf((Beginning("lazarus"), *alike))))
    for unchanged in ('"lazarus"', "lazarus.com", "-lazarus group", ""):
        assert transliterated(read_query(unchanged).words, index) == read_query(unchanged).words
    assert str(transliterated(read_query("lazarus.").words, index)) == "any of: (lazarus or “лазарус” or “λαζαρυσ”)"
