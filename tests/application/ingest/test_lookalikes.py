"""Look-alikes are found in addresses and words; names in one script, and signs within a language's own habits, are none."""

from __future__ import annotations

import time

import pytest

from desktop.application.ingest.lookalikes import find_lookalikes


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in find_lookalikes(text)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("See аpple.com today", "аpple.com"),
        ("hxxp://micrоsoft[.]com/x", "micrоsoft"),
        ("Pаypal asked", "Pаypal"),
        ("www.аррӏе.com", "www.аррӏе.com"),
        ("xn--pple-43d.com", "xn--pple-43d"),
        ("go\u200bogle.com is", "go\u200bogle.com"),
        ("gοοgle.com", "gοοgle.com"),
    ],
)
def test_a_lookalike_is_found(text: str, name: str) -> None:
    assert found(text) == [name]


@pytest.mark.parametrize(
    "text",
    [
        "пример.com and москва.рф and bücher.de",
        "Группа APT28 использует IPшник, IPа и IT-отдел, VPNом",
        "а µTorrent client, Δx and 5 μm, αβ",
        "می\u200cخواهم",
        "👩\u200d💻 and क्\u200dष",
        "xn--bcher-kva.de",
        "xn--" + "z" * 40,
        "Ο Όμηρος και η Google",
        "plain.example",
    ],
)
def test_what_is_written_as_its_language_writes_is_none(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("piece", ["aа", "a\u200b", "а.com", "xn--", "а ", "aа ", "-.\u200b"])
def test_a_megabyte_takes_little_time(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    began = time.process_time()
    for _ in find_lookalikes(text):
        pass
    assert time.process_time() - began < 6
