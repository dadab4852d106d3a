"""Many phrases sought at once by an Aho-Corasick automaton."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind


class AutomatonMatcher:
    """An automaton of all phrases."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._automaton = AhoCorasick(phrases, MatchKind.Standard, store_patterns=False, implementation=Implementation.ContiguousNFA)

    def matches(self, text: str) -> list[tuple[int, int, int]]:
        """Every occurrence, overlapping ones too, as (which phrase, start, end), by start, then by end."""
        return sorted(self._automaton.find_matches_as_indexes(text, overlapping=True), key=itemgetter(1, 2))
