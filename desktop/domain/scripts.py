"""Scripts: in which one a text is written, and whether whoever knows some languages can read it."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

_SCRIPTS = {
    "ar": ("ARABIC",), "be": ("CYRILLIC",), "bg": ("CYRILLIC",), "bn": ("BENGALI",), "el": ("GREEK",), "fa": ("ARABIC",),
    "he": ("HEBREW",), "hi": ("DEVANAGARI",), "hy": ("ARMENIAN",), "ja": ("CJK", "HIRAGANA", "KATAKANA"), "ka": ("GEORGIAN",),
    "ko": ("HANGUL",), "ru": ("CYRILLIC",), "sr": ("CYRILLIC", "LATIN"), "th": ("THAI",), "uk": ("CYRILLIC",), "ur": ("ARABIC",),
    "zh": ("CJK",),
}  # fmt: skip
_OTHERWISE = ("LATIN",)


def readable_share(text: str, languages: Collection[str]) -> float:
    """The share of a text's letters that are of a script in which one of the languages (ISO 639-1) is written.

    1 where no language is named, which means all of them, or where the text has no letters.
    """
    letters = [unicodedata.name(letter, "").split(" ")[0] for letter in unicodedata.normalize("NFKC", text) if letter.isalpha()]
    if not languages or not letters:
        return 1.0
    known = {script for language in languages for script in _SCRIPTS.get(language, _OTHERWISE)}
    return sum(letter in known for letter in letters) / len(letters)
