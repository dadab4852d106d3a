"""Refanging: indicators as they were before someone made them harmless to click."""

from __future__ import annotations

import re

_RULES = (
    (re.compile(r"\s?[\[({<]\s?(?:\.|\bdot\b)\s?[\])}>]\s?", re.IGNORECASE), "."),
    (re.compile(r"\s?[\[({<]\s?(?:@|\bat\b)\s?[\])}>]\s?", re.IGNORECASE), "@"),
    (re.compile(r"[\[({<]\s?(:|/|://)\s?[\])}>]"), r"\1"),
    (re.compile(r"\b(?:hxxp|h\*\*p|meow)(?=s?\W*:)", re.IGNORECASE), "http"),
    (re.compile(r"\bfxp(?=s?\W*:)", re.IGNORECASE), "ftp"),
)


def refang(text: str) -> str:
    """`hxxp://evil[.]com` as `http://evil.com`; for finding, never for showing or opening."""
    for pattern, plain in _RULES:
        text = pattern.sub(plain, text)
    return text
