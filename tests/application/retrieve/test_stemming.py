"""English stems, as in Porter's paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.application.retrieve.stemming import beginning, stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("feed", "feed"), ("agreed", "agre"), ("plastered", "plaster"),
        ("bled", "bled"), ("motoring", "motor"), ("sing", "sing"), ("conflated", "conflat"), ("hopping", "hop"), ("falling", "fall"),
        ("filing", "file"), ("happy", "happi"), ("sky", "sky"), ("relational", "relat"), ("conditional", "condit"),
        ("triplicate", "triplic"),
        ("formalize", "formal"), ("goodness", "good"), ("revival", "reviv"), ("adjustment", "adjust"), ("adoption", "adopt"),
        ("probate", "probat"), ("rate", "rate"), ("controll", "control"), ("roll", "roll"), ("generalizations", "gener"),
        ("oscillators", "oscil"), ("vulnerabilities", "vulner"), ("exploited", "exploit"), ("syzygy", "syzygi"),
        ("use", "use"), ("used", "use"), ("using", "use"), ("us", "us"), ("aged", "age"),
        ("ed", "ed"), ("apt28s", "apt28s"), ("dass", "dass"), ("слова", "слова"), ("", ""),
    ],
)  # fmt: skip
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("vulnerabilities", "vu"), ("ays", "a"), ("ies", "i"), ("us", "u"), ("слова", "сл"), ("", "")]
)
def test_how_words_with_a_stem_begin(word: str, expected: str) -> None:
    assert beginning(stem(word)) == expected


@given(st.text("aeiouybdlnrst", max_size=7))
def test_every_word_begins_as_its_stem_says(word: str) -> None:
    assert word.startswith(beginning(stem(word)))
