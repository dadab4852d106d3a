"""Defanged indicators as they were."""

from __future__ import annotations

import pytest

from desktop.application.refanging import refang


@pytest.mark.parametrize(
    ("defanged", "plain"),
    [
        ("hxxp://evil[.]com", "http://evil.com"),
        ("HXXPS[:]//evil(.)com", "https://evil.com"),
        ("hxxps[://]evil{.}com", "https://evil.com"),
        ("evil [dot] com", "evil.com"),
        ("10[.]0[.]0[.]1", "10.0.0.1"),
        ("bad[@]evil[.]com", "bad@evil.com"),
        ("bad(at)evil(dot)com", "bad@evil.com"),
        ("fxp://evil.com", "ftp://evil.com"),
        ("hxxp", "hxxp"),
        ("a dot on the map (see atlas) [1.2]", "a dot on the map (see atlas) [1.2]"),
        ("", ""),
    ],
)
def test_refang(defanged: str, plain: str) -> None:
    assert refang(defanged).lower() == plain
