"""Where in a passage the words of a query stand."""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice

from desktop.application.ports import KeywordQuery
from desktop.application.retrieve.words import SHORTEST_STEM, WORD, fold, same_word, words, words_of_folded

Span = tuple[int, int]
Phrase = tuple[str, ...]


class Highlighter:
    """Marks the words and phrases of one query; it remembers what it compared, so use one for all passages."""

    def __init__(self, query: KeywordQuery) -> None:
        texts = (*query.required, *query.terms, query.prefix)
        phrases = dict.fromkeys(phrase for text in texts if (phrase := tuple(word.folded for word in words(text))))
        self._prefix = fold(query.prefix)
        self._by_beginning: dict[str, list[Phrase]] = defaultdict(list)
        for phrase in phrases:
            self._by_beginning[phrase[0][:SHORTEST_STEM]].append(phrase)
        self._starting: dict[str, tuple[Phrase, ...]] = {}

    def spans(self, text: str) -> tuple[Span, ...]:
        """Spans of `text` in order, none overlapping."""
        folded = fold(text)
        return _merge(
            [
                (match.start(), end)
                for match in WORD.finditer(folded)
                for phrase in self._phrases_from(match[0])
                if (end := self._end_of(phrase, folded, match))
            ]
        )

    def _phrases_from(self, word: str) -> tuple[Phrase, ...]:
        known = self._starting.get(word)
        if known is None:
            first = word.replace("hxxp", "http")
            likely = self._by_beginning.get(first[:SHORTEST_STEM], ())
            known = self._starting[word] = tuple(phrase for phrase in likely if self._same(phrase[0], first))
        return known

    def _end_of(self, phrase: Phrase, folded: str, match: re.Match[str]) -> int | None:
        """Where a phrase ends whose first word is at `match`; None if it does not stand there."""
        if len(phrase) == 1:
            return match.end()
        following = list(islice(words_of_folded(folded, match.start()), len(phrase)))
        stands = len(following) == len(phrase) and all(
            self._same(wanted, word.folded) for wanted, word in zip(phrase, following, strict=True)
        )
        return following[-1].end if stands else None

    def _same(self, wanted: str, word: str) -> bool:
        return same_word(wanted, word) or (wanted == self._prefix and word.startswith(wanted))


def _merge(spans: list[Span]) -> tuple[Span, ...]:
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
