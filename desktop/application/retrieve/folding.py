"""Folding: one form for all spellings of a word that a person would not tell apart when searching.

Width, case, accents, Arabic, Persian and Hebrew points and letter forms, digits of every script, traditional Chinese.
What an accent only decorates is folded; what makes another letter (й, が, the vowel signs of India) stays.
"""

from __future__ import annotations

import re
import unicodedata

from desktop.application.retrieve.han_variants import SIMPLIFIED

_LETTERS = {
    **dict(zip("ıøđłħŧæœþðґ", ("i", "o", "d", "l", "h", "t", "ae", "oe", "th", "d", "г"), strict=True)),
    **dict(zip("آأإٱىیےکگةھہەۃؤئـ", ("ا", "ا", "ا", "ا", "ي", "ي", "ي", "ك", "گ", "ه", "ه", "ه", "ه", "ه", "و", "ي", ""), strict=True)),
}
_KEPT = frozenset("йў")
_FIRST_VOWEL_SIGN = 0x0900  # from here on, marks are vowels and tones rather than decoration
_DECORATION = ((0x1AB0, 0x1B00), (0x1DC0, 0x1E00), (0x20D0, 0x2100), (0xFE00, 0xFE30), (0xE0100, 0xE01F0))
_NUKTA = 7  # the combining class of the dot that tells loan letters of India apart; it is often left out
_LAST_ACCENTED = 0x0590
_GREEK_EXTENDED = range(0x1E00, 0x2000)


class _Folding(dict[int, str]):
    """What each character folds to, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold(chr(code))
        return folded


_FOLDING = _Folding()
_FOREIGN = re.compile(r"[^\x00-\x7f]+")  # by far the most of most texts needs no folding but of case


def fold(text: str) -> str:
    """The text as the index compares it; its length may change."""
    if text.isascii():
        return text.lower()
    return _FOREIGN.sub(_fold_stretch, text.lower())


def _fold_stretch(match: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", match[0]).casefold()).translate(_FOLDING)


def _fold(letter: str) -> str:
    if letter in _LETTERS:
        return _LETTERS[letter]
    if letter in SIMPLIFIED:
        return SIMPLIFIED[letter]
    category = unicodedata.category(letter)
    if category == "Nd":
        return str(unicodedata.digit(letter))
    if category in ("Mn", "Me", "Cf"):
        return "" if _decorates(letter, category) else letter
    if letter in _KEPT or not (ord(letter) < _LAST_ACCENTED or ord(letter) in _GREEK_EXTENDED):
        return letter
    parts = unicodedata.normalize("NFD", letter)
    return _LETTERS.get(parts[0], parts[0]) if all(map(unicodedata.combining, parts[1:])) else letter


def _decorates(mark: str, category: str) -> bool:
    code = ord(mark)
    return (
        category == "Cf"
        or code < _FIRST_VOWEL_SIGN
        or unicodedata.combining(mark) == _NUKTA
        or any(first <= code < end for first, end in _DECORATION)
    )
