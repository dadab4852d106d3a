"""One form for all spellings of a word."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.folding import fold


def test_folding_what_is_folded_changes_nothing() -> None:
    letters = [chr(code) for code in range(0x30000) if not 0xD800 <= code < 0xE000]
    assert [letter for letter in letters if fold(fold(letter)) != fold(letter)] == []


@pytest.mark.parametrize(
    ("spellings", "folded"),
    [
        (("Café", "CAFE\u0301", "ｃａｆé"), "cafe"),
        (("İstanbul", "ISTANBUL", "ıstanbul"), "istanbul"),
        (("Straße", "STRASSE"), "strasse"),
        (("Ёлка", "елка"), "елка"),
        (("й", "и\u0306"), "й"),  # another letter, not a decorated one
        (("ΣΊΣΥΦΟΣ", "σίσυφος"), "σισυφοσ"),
        (("مُحَمَّد", "محمد", "محـمد"), "محمد"),
        (("کتاب", "كتاب"), "كتاب"),
        (("می\u200cخواهم", "ميخواهم"), "ميخواهم"),
        (("שָׁלוֹם", "שלום"), "שלום"),
        (("क़लम", "कलम"), "कलम"),
        (("हिन्दी",), "हिन्दी"),
        (("ｶﾞｲﾄﾞ", "ガイド"), "ガイド"),
        (("勒索軟體", "勒索软体"), "勒索软体"),
        (("２０２４", "٢٠٢٤", "۲۰۲۴", "२०२४"), "2024"),
        (("ﬁle", "FILE"), "file"),
        (("pass\u00adword", "pass\u200bword"), "password"),
    ],
)
def test_spellings_that_a_person_would_not_tell_apart(spellings: tuple[str, ...], folded: str) -> None:
    assert {fold(spelling) for spelling in spellings} == {folded}
