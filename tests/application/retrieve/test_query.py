"""Any text a person types, as words and phrases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.ports import KeywordQuery
from desktop.application.retrieve.query import STOPWORDS, parse_query
from desktop.application.retrieve.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", KeywordQuery()),
        ("  \t", KeywordQuery()),
        ("😀 … -- !", KeywordQuery()),
        ("What malware does APT28 use?", KeywordQuery(("malware", "APT28", "use"))),
        ("APT28 malware", KeywordQuery(("APT28",), (), "malware")),
        ("APT28 malware ", KeywordQuery(("APT28", "malware"))),
        ("who is the", KeywordQuery(("who", "is"), (), "the")),  # nothing else is left
        ("CVE-2023-23397", KeywordQuery(("CVE-2023-23397",))),
        ("(10.0.0.1),", KeywordQuery(("10.0.0.1",))),
        ("C:\\Windows", KeywordQuery(("C:\\Windows",))),
        ('"unbalanced phrase', KeywordQuery(("unbalanced",), (), "phrase")),
        ('"cobalt strike" beacon.', KeywordQuery(("beacon",), ("cobalt strike",))),
        ("“cobalt strike” «the beacon»", KeywordQuery((), ("cobalt strike", "the beacon"))),
        ('"..." "" word.', KeywordQuery(("word",))),
        ('"the actor" of', KeywordQuery((), ("the actor",))),
        ("hxxp://evil[.]com/a", KeywordQuery(("http://evil.com/a",))),
        ("evil[dot]com bad (at) evil(.)com", KeywordQuery(("evil.com", "bad@evil.com"))),
        ("spear-phishing lure.", KeywordQuery(("spear-phishing", "spear", "phishing", "lure"))),
        ("off-by-one!", KeywordQuery(("off-by-one", "one"))),
        ("Word word WORD.", KeywordQuery(("Word",))),
        ("word mail word", KeywordQuery(("mail",), (), "word")),
        ("a\0b", KeywordQuery(("b",))),
        ("ap", KeywordQuery(("ap",))),
    ],
)
def test_parse(text: str, expected: KeywordQuery) -> None:
    assert parse_query(text) == expected


@given(st.text(max_size=80))
def test_any_text_is_legal_and_every_part_has_a_word(text: str) -> None:
    parsed = parse_query(text)
    for part in (*parsed.terms, *parsed.required, *([parsed.prefix] if parsed.prefix else [])):
        assert list(words(part))
    assert "\0" not in "".join((*parsed.terms, *parsed.required, parsed.prefix))


def test_stopwords_are_folded_and_name_nothing_an_analyst_seeks() -> None:
    assert all(word == word.lower() and word.isalpha() for word in STOPWORDS)
    assert not STOPWORDS & {"us", "group", "used", "new", "last", "first"}
