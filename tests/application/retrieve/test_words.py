"""Words of texts in every script, and the terms that they are indexed by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.retrieve.words import STOPWORDS, pairs, term, terms_of, unspaced, word_terms, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They exploited snake_case, don't.", "they exploited snake case don t"),
        ("hxxp://evil[.]com", "http evil com"),
        ("勒索软件攻击了2024年evil服务器", "勒索 索软 软件 件攻 攻击 击了 了 2024 年 evil 服务 务器 器"),
        ("ランサム", "ラン ンサ サム ム"),
        ("한국 정부는", "한국 국 정부 부는 는"),
        ("ไทย", "ไท ทย ย"),
        ("हिन्दी क़लम में", "हिन्दी कलम में"),
        ("مُحَمَّد می\u200cخواهم", "محمد ميخواهم"),
        ("ударили ёлку", "ударили елку"),
        ("", ""),
        ("— 😀 …", ""),
    ],
)
def test_words_as_the_index_holds_them(text: str, expected: str) -> None:
    assert terms_of(text).words == expected


def test_a_stem_is_kept_where_it_differs_and_an_indicator_as_one_term() -> None:
    terms = terms_of("This exploits flaws at hxxp[:]//Evil[.]com/A, exploit")
    assert terms.stems == "exploit flaw"
    assert terms.exact == "http://evil.com/a evil.com/a com.evil"


def test_the_last_character_of_a_run_begins_a_term_too() -> None:
    assert pairs("软") == ["软"]
    assert pairs("软件") == ["软件", "件"]


def test_terms_of_all_forms() -> None:
    assert {term(word) for word in ("exploit", "exploits", "exploited", "exploiting")} == {"exploit"}
    assert term("this") == "this"


def test_words_with_their_places() -> None:
    text = "Café 勒索x क़लम a\u0301b"
    assert [(word.folded, text[word.start : word.end], word.paired) for word in words(text)] == [
        ("cafe", "Café", False),
        ("勒索", "勒索", True),
        ("x", "x", False),
        ("कलम", "क़लम", False),
        ("ab", "a\u0301b", False),
    ]


@given(st.text(max_size=60))
def test_terms_hold_no_space_and_words_lie_in_order(text: str) -> None:
    terms = terms_of(text)
    for stream in (terms.words, terms.exact):
        assert stream == " ".join(stream.split())
    ends = 0
    for word in words(text):
        assert ends <= word.start < word.end <= len(text)
        ends = word.end
    assert all(word_terms(each) for each in terms.words.split())


def test_stopwords_are_folded_and_name_nothing_an_analyst_seeks() -> None:
    assert all(word == word.lower() and word.isalpha() for word in STOPWORDS)
    assert not STOPWORDS & {"us", "group", "used", "new", "last", "first"}


def test_scripts_without_spaces_are_put_together_and_others_stay_apart() -> None:
    assert unspaced("网络 安\n全 is a\nnet 网") == "网络安全 is a\nnet 网"
