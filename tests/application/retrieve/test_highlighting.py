"""Where the words of a query stand in a passage."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.retrieve.highlighting import Highlighter
from desktop.application.retrieve.query import parse_query


def marked(query: str, text: str) -> list[str]:
    return [text[start:end] for start, end in Highlighter(parse_query(query)).spans(text)]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("who exploited it?", "They exploit; exploitation of it", ["exploit", "exploitation"]),
        ("CVE-2023-23397", "CVE-2023-23397, not CVE-2023-1, cve 2023 23397", ["CVE-2023-23397", "cve 2023 23397"]),
        ("http://evil.com.", "see hxxp://evil[.]com and hxxp evil[dot]com", ["hxxp://evil[.]com", "hxxp evil[dot]com"]),
        ('"cobalt strike"', "Cobalt Strike, strike cobalt", ["Cobalt Strike"]),
        ("cafe", "naïve 😀 CAFÉ", ["CAFÉ"]),
        ("headl", "Headlace head", ["Headlace"]),
        ("headl.", "Headlace head", []),
        ("cobalt strike.", "cobaltstrike cobalt strike", ["cobalt", "strike"]),
        ("spear-phishing.", "spear-phishing and phishing", ["spear-phishing", "phishing"]),
        ("", "anything", []),
        ("word", "", []),
    ],
)
def test_marks(query: str, text: str, expected: list[str]) -> None:
    assert marked(query, text) == expected


@given(st.text(alphabet='ab .-[]hxtp:"é', max_size=12), st.text(alphabet="ab .-[]hxtp:é", max_size=40))
def test_spans_are_in_order_within_the_text_and_apart(query: str, text: str) -> None:
    ends = 0
    for start, end in Highlighter(parse_query(query)).spans(text):
        assert ends <= start < end <= len(text)
        ends = end


def test_one_highlighter_serves_many_passages() -> None:
    highlighter = Highlighter(parse_query("alpha beta."))
    assert [highlighter.spans(text) for text in ("alpha", "gamma", "beta alpha")] == [((0, 5),), (), ((0, 4), (5, 10))]
