"""A line goes on in the next: words are mended, indicators never made up."""

from __future__ import annotations

import pytest

from desktop.domain.joining import join_texts, words_of

VOCABULARY = words_of(["The actors used a state-sponsored tool. Their infrastructure faced the internet facing side."])


def join(text: str, following: str, *, full: bool = True, spaced: bool = False, hyphen: bool = False) -> str:
    return join_texts(text, following, full=full, spaced=spaced, hyphen=hyphen, vocabulary=VOCABULARY)


@pytest.mark.parametrize(
    ("text", "following", "joined"),
    [
        ("their infra", "structure was", "their infrastructure was"),  # the whole word stands elsewhere
        ("a credenti", "als thief", "a credentials thief"),
        ("a state", "sponsored actor", "a state-sponsored actor"),  # so does the compound
        ("from internet", "facing hosts", "from internet-facing hosts"),  # or both of its halves
        ("a Medical", "Device guide", "a Medical-Device guide"),
        ("see evil.com/with-a-ransomware", "chaser.html today", "see evil.com/with-a-ransomware-chaser.html today"),
        ("mail info@my", "company.example", "mail info@my-company.example"),
        ("of CVE-2023", "23397 was", "of CVE-2023-23397 was"),
    ],
)
def test_a_hyphen_goes_only_where_a_word_was_broken(text: str, following: str, joined: str) -> None:
    assert join(text, following, hyphen=True) == joined


@pytest.mark.parametrize(
    ("text", "following", "joined"),
    [
        ("a 12-", "character name", "a 12-character name"),
        ("MD5 d41d8cd98f00b204", "e9800998ecf8427e end", "MD5 d41d8cd98f00b204e9800998ecf8427e end"),
        (
            "d41d8cd98f00b204e9800998ecf8427e",
            "d41d8cd98f00b204e9800998ecf8427e",
            "d41d8cd98f00b204e9800998ecf8427e d41d8cd98f00b204e9800998ecf8427e",
        ),
        ("deadbeefdeadbeef", "cafe and more", "deadbeefdeadbeef cafe and more"),
        ("https://www.odni.gov/index.php/press-r", "eleases/215-press", "https://www.odni.gov/index.php/press-releases/215-press"),
        ("at https://evil.example/a", "and then it", "at https://evil.example/a and then it"),
        ("hxxp://evil[.]example/", "path", "hxxp://evil[.]example/path"),
        ("https://a.example/one", "https://b.example/two", "https://a.example/one https://b.example/two"),
        ("evil.example", "10.0.0.1", "evil.example 10.0.0.1"),
        ("海莲花组织通过", "鱼叉式", "海莲花组织通过鱼叉式"),
        ("two words", "in a row", "two words in a row"),
    ],
)
def test_indicators_are_joined_on_strong_evidence_only(text: str, following: str, joined: str) -> None:
    assert join(text, following) == joined


def test_an_address_is_joined_only_where_the_line_was_full() -> None:
    assert join("at https://evil.example/a", "b/c.php", full=False) == "at https://evil.example/a b/c.php"


def test_korean_words_break_anywhere_and_a_space_shows_where_one_ends() -> None:
    assert join("바이러스감염", "증은") == "바이러스감염증은"
    assert join("돌입하였다.", "한편", spaced=True) == "돌입하였다. 한편"
    assert join("국내", "확진자", spaced=True) == "국내 확진자"
