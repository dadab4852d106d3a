"""Indicators as regular expressions for all their spellings, as ripgrep understands them."""

from __future__ import annotations

import re

import pytest

from desktop.application.retrieve.any_spelling import any_spelling


@pytest.mark.parametrize(
    ("asked", "there", "not_there"),
    [
        (
            "evil[.]com",
            ("evil.com", "EVIL[.]COM", "evil (dot) com", "evil[.com", r"evil\.com", "evil DOT com", "evil{.}com"),
            ("evilxcom", "devil.com"),
        ),
        ("1.2.3.4", ("1[.]2[.]3[.]4", "1.2.3[.]4", "1.2.3.4:80"), ("1.2.3.45", "11.2.3.4", "1x2x3x4")),
        (
            "hxxps://evil.com/a",
            ("https://evil.com/a", "hxxps[:]//evil[.]com/a", "hXXps[://]evil.com[/]a", r"https:\/\/evil.com\/a"),
            ("https://evil.com/ab",),
        ),
        ("bad@evil.com", ("bad[@]evil[.]com", "bad(at)evil.com", "bad AT evil DOT com"), ("bad evil com",)),
        ("*.evil.com", ("a[.]evil[.]com",), (" evil.com",)),
        (r"C:\Temp\a.exe", (r"c:\temp\a.exe", r"C:\\Temp\\a[.]exe"), (r"C:\Temp\ab.exe",)),
    ],
)
def test_every_spelling_is_found_and_nothing_else(asked: str, there: tuple[str, ...], not_there: tuple[str, ...]) -> None:
    pattern = any_spelling(asked)
    assert pattern
    assert [text for text in there if not re.search(pattern, text)] == []
    assert [text for text in not_there if re.search(pattern, text)] == []


@pytest.mark.parametrize("text", ["", "word", "two words", "evil.com and more", r"\d+\.\d+", "10.0.0.0/8"])
def test_what_is_no_indicator_is_not_widened(text: str) -> None:
    assert any_spelling(text) is None
