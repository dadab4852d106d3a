"""Many phrases sought at once by an Aho-Corasick automaton."""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

_HALVES = re.compile("[\ud800-\udfff]")


class AutomatonMatcher:
    """An automaton of all phrases."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._automaton = AhoCorasick(phrases, MatchKind.Standard, store_patterns=False, implementation=Implementation.ContiguousNFA)

    def matches(self, text: str) -> list[tuple[int, int, int]]:
        """Every occurrence, overlapping ones too, as (which phrase, start, end), by start, then by end."""
        try:
            found = self._automaton.find_matches_as_indexes(text, overlapping=True)
        except UnicodeEncodeError:  # half a character, as text from elsewhere may hold, which the engine cannot take
            found = self._automaton.find_matches_as_indexes(_HALVES.sub("\ufffd", text), overlapping=True)
        return sorted(found, key=itemgetter(1, 2))
