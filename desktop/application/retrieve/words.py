"""Words of a text, and which of them a person would call the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

# A defanged dot is no word; an underscore parts words, as it does in the index.
WORD = re.compile(r"[\[({]\s?dot\s?[\])}]|[^\W_]+")

_ENDINGS = frozenset(
    (
        "", "s", "es", "d", "ed", "e", "er", "ers", "ing", "ings", "ion", "ions", "ation", "ations", "y", "ies", "ied", "ly", "al", "or",
        "ors", "able",
    )
)  # fmt: skip
SHORTEST_STEM = 3
"""Letters that two words must share to count as the same, unless they are equal."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text: where it stands, and its folded form."""

    start: int
    end: int
    folded: str


class _Folding(dict[int, str]):
    """One character for one, so that offsets stay; worked out when a character is first met."""

    def __missing__(self, code: int) -> str:
        decomposed = unicodedata.normalize("NFKD", chr(code).lower()).lower()
        folded = decomposed[0] if all(map(unicodedata.combining, decomposed[1:])) else chr(code).lower()
        self[code] = folded if len(folded) == 1 else chr(code)
        return self[code]


_FOLDING = _Folding()


def fold(text: str) -> str:
    """Without case and diacritics, as the index compares; as long as the text itself."""
    return text.lower() if text.isascii() else text.translate(_FOLDING)


def words(text: str) -> Iterator[Word]:
    """The words of a text in order; `hxxp` counts as `http`."""
    return words_of_folded(fold(text))


def words_of_folded(folded: str, start: int = 0) -> Iterator[Word]:
    """The words of a text that is folded already, from an offset on."""
    for match in WORD.finditer(folded, start):
        if match[0][0] not in "[({":
            yield Word(match.start(), match.end(), match[0].replace("hxxp", "http"))


def same_word(one: str, other: str) -> bool:
    """Whether two folded words differ in nothing but an English ending: exploit, exploited, exploitation."""
    if one == other:
        return True
    shared = _shared_prefix(one, other)
    return shared >= SHORTEST_STEM and one[shared:] in _ENDINGS and other[shared:] in _ENDINGS


def _shared_prefix(one: str, other: str) -> int:
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))
