"""Ordinary words, as opposed to words that somebody coined."""

from __future__ import annotations

import re
from collections.abc import Iterable

from desktop.application.extraction.folding import name_key

_PREFIX = re.compile(
    r"(?:anti|counter|cross|cyber|de|dis|geo|hyper|inter|micro|mis|multi|non|over|pre|re|semi|sub|super|trans|un|under)(?=[a-z]{4})"
)
_SUFFIX = re.compile(
    r"(?:tion|sion|ology|onomy|ography|ment|ness|ility|ivity|able|ible|ical|ially|ingly|edly|ified|ified|ated|ized|ised|izing|ising|ating|ism|"
    r"ability|scripts?|ware)$"
)
_SHORTEST_STEM = 3


class PlainWords:
    """Knows the commonest words, and takes what is regularly made of words for one."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(words)

    def are_all_of(self, name: str) -> bool:
        """Whether a name consists of nothing but ordinary words, hyphened ones too."""
        return not any(self._is_odd(word) for word in re.split(r"[ -]", name))

    def __contains__(self, word: str) -> bool:
        key = name_key(word)
        return key in self._words or key.removesuffix("s") in self._words or self._is_made(key)

    def _is_odd(self, word: str) -> bool:
        """Unknown, or with capitals inside though not all are capitals."""
        return word not in self or (not word.isupper() and any(each.isupper() for each in word[1:]))

    def _is_made(self, key: str) -> bool:
        if _SUFFIX.search(key) and len(key) > _SHORTEST_STEM + 3:
            return True
        prefix = _PREFIX.match(key)
        return prefix is not None and key[prefix.end() :] in self._words
