"""Phrases sought one after another."""

from __future__ import annotations

from collections.abc import Sequence


class PlainMatcher:
    """Looks at every place for every phrase."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._phrases = phrases

    def matches(self, text: str) -> list[tuple[int, int, int]]:
        """Every occurrence by start, then by end."""
        found = [
            (number, start, start + len(phrase))
            for number, phrase in enumerate(self._phrases)
            for start in range(len(text) - len(phrase) + 1)
            if text.startswith(phrase, start)
        ]
        return sorted(found, key=lambda each: each[1:])
