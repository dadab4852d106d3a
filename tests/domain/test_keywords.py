"""What a keyword search asks for, as a value."""

from __future__ import annotations

from desktop.domain.keywords import AllOf, AnyOf, Beginning, KeywordQuery, Near, Phrase, Titled, leaves


def test_what_a_passage_may_show() -> None:
    clause = AllOf((AnyOf(("a", Titled(Phrase("b c")))), Near(("d", "e f"))), without=("g",))
    assert leaves(clause) == ("a", Phrase("b c"), Phrase("d"), Phrase("e f"))


def test_everything_sought() -> None:
    assert KeywordQuery(("a",), (Phrase("b"),), "c", ("d",)).sought == (Phrase("b"), "a", Beginning("c"))
    assert KeywordQuery().sought == ()


def test_for_a_person() -> None:
    query = KeywordQuery((Beginning("evil.com/a*"), Beginning("be*")), (), "", (AnyOf(("x", AllOf(("y",), ("z",)))),))
    assert str(query) == "any of: evil.com/a*, be…; none of: (x or (y but not z))"
