"""Twins: (nearly) the same text in several documents, told by the words they share."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from heapq import nsmallest
from itertools import chain
from zlib import crc32

from desktop.application.retrieve.words import word_terms

_RUN = 4
"""Words in a run; texts are compared by the runs they share."""
_FEWEST_RUNS = 12
"""A shorter text is a twin only of one with the very same words: little is enough to change what it says."""
_SHARED = 0.9
_SKETCH = 8
"""Runs by which likely twins are found; texts that share nine in ten runs all but surely share one of these."""

Runs = frozenset[int]


@dataclass(slots=True)
class Twins:
    """Texts seen so far, by a number of the caller's; a text is told what it is the twin of."""

    _runs: dict[int, Runs] = field(default_factory=dict)
    _by_sketch: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))

    def twin_of(self, number: int, text: str) -> int | None:
        """The first text seen that is (nearly) this one; if there is none, this one is kept under `number`."""
        runs = _runs(text)
        sketch = nsmallest(_SKETCH, runs)
        candidates = dict.fromkeys(chain.from_iterable(self._by_sketch.get(each, ()) for each in sketch))
        for candidate in candidates:
            if _alike(runs, self._runs[candidate]):
                return candidate
        self._runs[number] = runs
        for each in sketch:
            self._by_sketch[each].append(number)
        return None


def _runs(text: str) -> Runs:
    terms = word_terms(text)
    if len(terms) < _RUN:
        return frozenset({crc32(" ".join(terms).encode("utf-8", "surrogatepass"))}) if terms else frozenset()
    return frozenset(crc32(" ".join(terms[at : at + _RUN]).encode("utf-8", "surrogatepass")) for at in range(len(terms) - _RUN + 1))


def _alike(one: Runs, other: Runs) -> bool:
    if min(len(one), len(other)) < _FEWEST_RUNS:
        return one == other
    return len(one & other) >= _SHARED * len(one | other)
