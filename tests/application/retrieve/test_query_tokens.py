"""The pieces of a typed query."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.query_tokens import Kind, tokenise


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a (b OR c) -def", [Kind.WORD, Kind.OPEN, Kind.WORD, Kind.OR, Kind.WORD, Kind.CLOSE, Kind.NOT, Kind.WORD]),
        ("ORDER NOTE ANDROID or", [Kind.WORD] * 4),
        ("a) (b", [Kind.WORD, Kind.WORD]),
        ("spear-phishing - x", [Kind.WORD, Kind.WORD, Kind.WORD]),
        ('"a b" NEAR("c d" e, 4) title:x tag:y', [Kind.PHRASE, Kind.NEAR, Kind.TITLE, Kind.FILTER]),
        ("tlp:purple subtitle:x", [Kind.WORD, Kind.WORD]),
    ],
)
def test_kinds(text: str, pieces: list[Kind]) -> None:
    assert [token.kind for token in tokenise(text)] == pieces


def test_what_a_piece_says() -> None:
    near, word, path = tokenise('NEAR("c d" e, 4) f(x)y, C:\\Program Files\\a.exe')
    assert (near.parts, near.distance) == (("c d", "e"), 4)
    assert (word.said, path.said) == ("f(x)y,", "C:\\Program Files\\a.exe")
