"""Defanged indicators as they were, and where they stood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.refanging import refang, refang_with_places


@pytest.mark.parametrize(
    ("defanged", "plain"),
    [
        ("hxxp://evil[.]com", "http://evil.com"),
        ("HXXPS[:]//evil(.)com", "https://evil.com"),
        ("hxxps[://]evil{.}com", "https://evil.com"),
        ("hxxp[s]://evil<.>com[/]a", "https://evil.com/a"),
        (r"hxxp:\/\/evil\.com\/a", r"http://evil.com/a"),
        ("evil [dot] com", "evil.com"),
        ("evil[.com evil.]com evil].[com evil^.com", "evil.com evil.com evil.com evil.com"),
        ("10[.]0[.]0[.]1", "10.0.0.1"),
        (r"203\.0\.113\.5", "203.0.113.5"),
        ("evil。com", "evil.com"),
        ("bad[@]evil[.]com", "bad@evil.com"),
        ("bad(at)evil(dot)com", "bad@evil.com"),
        ("bad AT evil DOT com", "bad@evil.com"),
        ("fxp://evil.com", "ftp://evil.com"),
        ("hxxp", "hxxp"),
        ("a dot on the map (see atlas) [1.2]", "a dot on the map (see atlas) [1.2]"),
        (r"c:\users\.ssh \\host\.hidden \.", r"c:\users\.ssh \\host\.hidden \."),
        ("(.", "(."),
        ("", ""),
    ],
)
def test_refang(defanged: str, plain: str) -> None:
    assert refang(defanged).lower() == plain


def test_every_stretch_knows_where_it_stood() -> None:
    text = "see hxxp[:]//evil [.] com/a, bad"
    refanged = refang_with_places(text)
    assert refanged.text == "see http://evil.com/a, bad"

    def stood(part: str) -> str:
        start = refanged.text.index(part)
        left, right = refanged.original(start, start + len(part))
        return text[left:right]

    assert stood("http://evil.com/a") == "hxxp[:]//evil [.] com/a"
    assert [stood(part) for part in ("see ", "evil", "com", "ht", ".", ", bad")] == ["see ", "evil", "com", "hxxp", " [.] ", ", bad"]


@given(st.text(alphabet=r"ahxtp:/\.[]()<>^@ dotATDOTs。", max_size=60))
def test_places_are_within_the_text_and_in_order(text: str) -> None:
    refanged = refang_with_places(text)
    spans = [refanged.original(at, at + 1) for at in range(len(refanged.text))]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert spans == sorted(spans)
    kept = [
        (at, span) for at, span in enumerate(spans) if not any(each.refanged_start <= at < each.refanged_end for each in refanged.edits)
    ]
    assert all(refanged.text[at] == text[start:end] for at, (start, end) in kept)
