"""Words, folding, and which words count as the same."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.words import fold, same_word, words


def test_folding_never_moves_an_offset_and_folds_at_once() -> None:
    every = "".join(map(chr, range(0x20000)))
    assert len(fold(every)) == len(every)
    assert fold(fold(every)) == fold(every)


def test_folding() -> None:
    assert fold("Café ÄÖÜ İstanbul ﬁ ß 勒索") == "cafe aou istanbul ﬁ ß 勒索"


def test_words_with_their_places() -> None:
    text = "Hxxp://evil[.]com evil[dot]com snake_case"
    assert [(word.folded, text[word.start : word.end]) for word in words(text)] == [
        ("http", "Hxxp"),
        ("evil", "evil"),
        ("com", "com"),
        ("evil", "evil"),
        ("com", "com"),
        ("snake", "snake"),
        ("case", "case"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("exploit", "exploited", True),
        ("exploiting", "exploitation", True),
        ("vulnerability", "vulnerabilities", True),
        ("use", "used", True),
        ("cve", "cves", True),
        ("start", "star", False),
        ("apt28", "apt29", False),
        ("apt2", "apt28", False),
        ("as", "a", False),
        ("port", "portal", True),
        ("port", "portable", True),
        ("report", "port", False),
        ("", "s", False),
    ],
)
def test_same_word(one: str, other: str, same: bool) -> None:
    assert same_word(one, other) is same
    assert same_word(other, one) is same
