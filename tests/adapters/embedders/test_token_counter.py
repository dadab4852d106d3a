"""Offsets that tokens end at, on the real tokenizer."""

from itertools import pairwise
from pathlib import Path

import pytest
from tokenizers import Tokenizer

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


@pytest.mark.parametrize(
    "text",
    [
        "Headlace, Headlace and (Headlace)\tHEADLACE\r\nHeadlace",
        "a\u00a0b a\x0bb a\x0cb a\x85b a\u2028b a\u3000b a\ufeffb a\x00b",  # spaces to some, nothing to others
        "Cafe\u0301 e\u0301\u0301 \u0301 İstanbul Σίσυφος ﬁle １２ न्यूज़",
        "自民党が攻撃した APT28による 한국어를",
        "[SEP] x[MASK]y [ SEP ] ##ing",
        "x" * 101 + " " + "x" * 100,
        "hxxps://evil[.]com/" + "a1" * 60 + " | --- | " * 3,
    ],
)
def test_a_text_is_cut_as_the_engine_cuts_it_whole(counter: TokenCounter, text: str) -> None:
    engine = Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    engine.no_truncation()
    engine.no_padding()
    ends = [end for _, end in engine.encode(text, add_special_tokens=False).offsets]
    assert list(counter.token_ends(text)) == ends
    assert list(counter.token_ends(text)) == ends, "now that its words are known"


def test_what_is_remembered_does_not_grow_without_end(counter: TokenCounter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_counter, "MOST_KNOWN", 10)
    text = " ".join(f"w{number}" for number in range(40))
    assert [list(counter.token_ends(text)) for _ in range(2)] == [list(counter.token_ends(f"{text} ")) for _ in range(2)]
