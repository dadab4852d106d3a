"""Where the words of a query stand in a passage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.retrieve.highlighting import Highlighter
from desktop.application.retrieve.query import read_query


def marked(query: str, text: str) -> list[str]:
    return [text[start:end] for start, end in Highlighter(read_query(query).words).spans(text)]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("who exploited it?", "They exploit; exploitation of it", ["exploit", "exploitation"]),
        ("CVE-2023-23397", "CVE-2023-23397, not CVE-2023-1, cve 2023 23397", ["CVE-2023-23397", "cve 2023 23397"]),
        ("http://evil.com.", "see hxxp://evil[.]com/a and evil[dot]com", ["hxxp://evil[.]com/a"]),
        ("evil.com", "www[.]evil[.]com, notevil.com, hxxp[:]//evil(.)com/a x@evil.com", [
            "www[.]evil[.]com", "hxxp[:]//evil(.)com/a", "x@evil.com"]),
        ("*.evil.com.", "evil.com a.evil.com", ["a.evil.com"]),
        ("10.0.0.0/8", "10[.]9[.]8[.]7 and 110.0.0.1", ["10[.]9[.]8[.]7"]),
        ('"cobalt strike"', "Cobalt Strike, strike cobalt, cobalt strikes", ["Cobalt Strike"]),
        ("exploits AND NOT linux", "linux exploit", ["exploit"]),
        ("cafe", "naïve 😀 CAFÉ", ["CAFÉ"]),
        ("headl", "Headlace head", ["Headlace"]),
        ("headl.", "Headlace head", []),
        ("vulnerabilit*", "a vulnerability", ["vulnerability"]),
        ("cobalt strike.", "cobaltstrike cobalt strike", ["cobalt", "strike"]),
        ("spear-phishing.", "spear-phishing and phishing", ["spear-phishing", "phishing"]),
        ("勒索軟體", "这个勒索软体，和软件", ["勒索软体"]),
        ("软", "软件", ["软"]),
        ('"랜섬웨어"', "랜섬웨어가", ["랜섬웨어"]),
        ("ガイド", "これはｶﾞｲﾄﾞです", ["ｶﾞｲﾄﾞ"]),
        ("محمد", "قال مُحَمَّد", ["مُحَمَّد"]),
        ("NEAR(apt28 headlace)", "APT28 used Headlace", ["APT28", "Headlace"]),
        ("title:apt28", "APT28", ["APT28"]),
        ("", "anything", []),
        ("word", "", []),
    ],
)  # fmt: skip
def test_marks(query: str, text: str, expected: list[str]) -> None:
    assert marked(query, text) == expected


@given(st.text(alphabet='ab .-[]hxtp:"é软件*', max_size=12), st.text(alphabet="ab .-[]hxtp:é软件", max_size=40))
def test_spans_are_in_order_within_the_text_and_apart(query: str, text: str) -> None:
    ends = 0
    for start, end in Highlighter(read_query(query).words).spans(text):
        assert ends <= start < end <= len(text)
        ends = end


def test_one_highlighter_serves_many_passages() -> None:
    highlighter = Highlighter(read_query("alpha beta.").words)
    assert [highlighter.spans(text) for text in ("alpha", "gamma", "beta alpha")] == [((0, 5),), (), ((0, 4), (5, 10))]
