"""Offsets that tokens end at, on the real tokenizer."""

from itertools import pairwise
from pathlib import Path

import pytest

from desktop.adapters.embedders import token_counter
from desktop.adapters.embedders.token_counter import TokenCounter

MODEL = Path(__file__).parents[3] / "resources" / "models" / "all-MiniLM-L6-v2"


@pytest.fixture(scope="module")
def counter() -> TokenCounter:
    return TokenCounter(MODEL)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("APT28 uses Headlace.", ["APT", "28", " uses", " Head", "lace", "."]),
        ("é 😀 ok", ["é", " 😀", " ok"]),
        ("\ud800 a", ["\ud800", " a"]),
        ("", []),
        (" \n ", []),
    ],
)
def test_each_token_ends_where_its_text_does(counter: TokenCounter, text: str, pieces: list[str]) -> None:
    ends = list(counter.token_ends(text))
    assert [text[start:end] for start, end in zip([0, *ends], ends, strict=False)] == pieces


def test_a_long_text_counts_as_its_pieces_do(counter: TokenCounter, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(f"Line {number} says CVE-2023-{number} is exploited.\n" for number in range(2000))
    whole = list(counter.token_ends(text))
    monkeypatch.setattr(token_counter, "PIECE", len(text))
    assert whole == list(counter.token_ends(text))


def test_a_long_line_without_spaces_is_cut_anywhere(counter: TokenCounter) -> None:
    text = "/".join("ab" for _ in range(20_000))
    ends = counter.token_ends(text)
    assert ends[-1] == len(text)
    assert all(one < other for one, other in pairwise(ends))
