"""English stems by Porter's algorithm (An algorithm for suffix stripping, Program 14(3), 1980).

A short syllable is what Porter's later Snowball stemmer for English calls so: a word of a vowel and a consonant is one
too, or `use` would become `us`, which a country and a word of its own share.
"""

from __future__ import annotations

import re
from functools import lru_cache

_VOWEL = "(?:[aeiou]|(?<=[^aeiou])y)"
_CONSONANT = "(?:[^aeiouy]|^y|(?<=[aeiou])y)"
_MEASURED = re.compile(f"{_VOWEL}+{_CONSONANT}+")
_HAS_VOWEL = re.compile(_VOWEL)
_DOUBLED = re.compile(r"([^aeiouylsz])\1$")
_SHORT_SYLLABLE = re.compile(f"(?:{_CONSONANT}[aeiouy][^aeiouwxy]|^[aeiouy][^aeiouy])$")
_ALPHABETIC = re.compile(r"[a-z]{3,40}")
_SECOND = (
    ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("bli", "ble"), ("alli", "al"),
    ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate"), ("ator", "ate"), ("alism", "al"),
    ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"), ("logi", "log"),
)  # fmt: skip
_THIRD = (("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""))
_FOURTH = (
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize",
)  # fmt: skip
_KNOWN_STEMS = 200_000
_KEPT = 2
"""Letters at the beginning that no step changes, unless they are all that is left: `ays` becomes `ai`."""


@lru_cache(_KNOWN_STEMS)
def stem(word: str) -> str:
    """The stem of a folded word; the word itself if it is not of three or more Latin letters."""
    if not _ALPHABETIC.fullmatch(word):
        return word
    return _final_e(_fourth(_replaced(_replaced(_final_y(_past(_plural(word))), _SECOND), _THIRD)))


def beginning(stemmed: str) -> str:
    """What every word with this stem begins with: most words can so be told apart from those that have it without finding their own."""
    return stemmed[:_KEPT] if len(stemmed) > _KEPT else stemmed[:1]


def _measure(text: str) -> int:
    return len(_MEASURED.findall(text))


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            rest = word.removesuffix(ending)
            return _mended(rest) if _HAS_VOWEL.search(rest) else word
    return word


def _mended(rest: str) -> str:
    if rest.endswith(("at", "bl", "iz")):
        return rest + "e"
    if _DOUBLED.search(rest):
        return rest[:-1]
    return rest + "e" if _measure(rest) == 1 and _SHORT_SYLLABLE.search(rest) else rest


def _final_y(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _HAS_VOWEL.search(word[:-1]) else word


def _replaced(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    """The word with the longest of the endings exchanged, if enough stands before it."""
    ending, other = max(((one, other) for one, other in endings if word.endswith(one)), key=lambda pair: len(pair[0]), default=("", ""))
    rest = word.removesuffix(ending)
    return rest + other if ending and _measure(rest) else word


def _fourth(word: str) -> str:
    ending = max((each for each in _FOURTH if word.endswith(each)), key=len, default="")
    rest = word.removesuffix(ending)
    if ending == "ion" and not rest.endswith(("s", "t")):
        return word
    return rest if ending and _measure(rest) > 1 else word


def _final_e(word: str) -> str:
    if word.endswith("e"):
        rest = word[:-1]
        if _measure(rest) > 1 or (_measure(rest) == 1 and not _SHORT_SYLLABLE.search(rest)):
            word = rest
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
