from __future__ import annotations

import pytest

from desktop.domain.shown_name import shown_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("report \u202egpj.exe", "report \\u202egpj.exe"),
        ("a\u2067b\u2069.txt", "a\\u2067b\\u2069.txt"),
        ("\u2067\u062a\u0642\u0631\u064a\u0631\u2069.md", "\u2067\u062a\u0642\u0631\u064a\u0631\u2069.md"),
        ("\u062a\u202egpj.exe", "\u062a\\u202egpj.exe"),
        ("Отчёт 1.pdf", "Отчёт 1.pdf"),
    ],
)
def test_what_turns_letters_round_is_shown_as_a_code(name: str, shown: str) -> None:
    assert shown_name(name) == shown
