"""Twins: (nearly) the same text in several documents, told by the words they share.

One report in two formats is cut into chunks at other places, with other markup and other hyphens: so what counts is whether
all that a passage says stands in another document in one place, not whether two chunks are alike.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from zlib import crc32

from desktop.application.refanging import refang
from desktop.application.retrieve.words import unspaced, word_terms

_RUN = 4
"""Words in a run; texts are compared by the runs they share."""
_FEWEST_RUNS = 12
"""A shorter text is a twin only of one with the very same words: little is enough to change what it says."""
_SHARED = 0.9
_OVERLAPPING = 0.5
"""So much of the shorter of two texts must stand in the other before it is worth looking around it."""

_LEADS_TO = re.compile(r"(?<=\])\([^()\s]*(?:\s\"[^\"]*\")?\)")
_TAG = re.compile(r"</?[a-zA-Z!][^<>]*>")
_LIST_MARK = re.compile(r"^[ \t>#]*(?:\d{1,3}[.)]|[-*+•▪‣◦])[ \t]+", re.MULTILINE)
_HYPHEN = re.compile(r"(?<=\w)[-\u00ad\u2010\u2011]\s*(?=\w)")

Runs = frozenset[int]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A text that others are compared with."""

    document_id: str
    runs: Runs


@dataclass(slots=True)
class Twins:
    """Texts seen so far, by a number of the caller's; a text is told what it is the twin of.

    `around` gives the texts that stand in the same document near a text that was seen, by its number.
    """

    around: Callable[[int], Iterable[str]]
    _kept: dict[int, _Kept] = field(default_factory=dict)
    _with_run: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _wider: dict[int, Runs] = field(default_factory=dict)
    _copies: set[tuple[str, str]] = field(default_factory=set)

    def twin_of(self, number: int, document_id: str, text: str) -> int | None:
        """The text seen of another document that says (nearly) all of this one; if there is none, this one is kept under `number`."""
        own = _Kept(document_id, _runs(text))
        shared = Counter(chain.from_iterable(self._with_run.get(run, ()) for run in own.runs))
        for candidate, count in shared.most_common():
            if self._kept[candidate].document_id != document_id and self._says(candidate, own, count):
                self._copies.add((self._kept[candidate].document_id, document_id))
                return candidate
        self._kept[number] = own
        for run in own.runs:
            self._with_run[run].append(number)
        return None

    def _says(self, candidate: int, own: _Kept, shared: int) -> bool:
        kept = self._kept[candidate]
        shorter = min(len(own.runs), len(kept.runs))
        if own.runs == kept.runs:
            return True
        if len(own.runs) < _FEWEST_RUNS:
            return (kept.document_id, own.document_id) in self._copies and own.runs <= self._stretch(candidate)
        if shared < _OVERLAPPING * shorter:
            return False
        return shared >= _SHARED * len(own.runs) or len(own.runs & self._stretch(candidate)) >= _SHARED * len(own.runs)

    def _stretch(self, number: int) -> Runs:
        """The runs of a text and of what stands around it."""
        if number not in self._wider:
            self._wider[number] = self._kept[number].runs | _runs("\n\n".join(self.around(number)))
        return self._wider[number]


def _runs(text: str) -> Runs:
    terms = word_terms(_bare(text))
    if len(terms) < _RUN:
        return frozenset({crc32(" ".join(terms).encode("utf-8", "surrogatepass"))}) if terms else frozenset()
    return frozenset(crc32(" ".join(terms[at : at + _RUN]).encode("utf-8", "surrogatepass")) for at in range(len(terms) - _RUN + 1))


def _bare(text: str) -> str:
    """The text without what a format adds to it: what links lead to, tags, marks of lists, hyphens and line breaks within words."""
    without_targets = _LEADS_TO.sub("", text)
    return refang(unspaced(_HYPHEN.sub("", _LIST_MARK.sub("", _TAG.sub(" ", without_targets)))))
