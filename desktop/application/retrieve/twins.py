"""Twins: the same text in several documents, told by the words they share.

One report in two formats is cut into chunks at other places, with other markup and other hyphens: so what counts is whether
all that a passage says stands in another document in one place, word for word, not whether two chunks are alike: one number, one
name, one "not" or one marking is enough to say something else, and what is folded away is not read.
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
_OVERLAPPING = 0.5
"""So much of the shorter of two texts must stand in the other before it is worth looking around it."""

_LEADS_TO = re.compile(r"(?<=\])\(([^()\s]*)(?:\s\"[^\"]*\")?\)")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,15}(?:\s+[\w:-]+=(?:\"[^\"<>]*\"|'[^'<>]*'))*\s*/?>|<!(?:--|[a-zA-Z])[^<>]*>")
"""No tag is what merely stands in angle brackets: an address, a name to be filled in."""
_LINKED = re.compile(r"\w{2,10}:[^\"'<>]+")
_BULLET = re.compile(r"^[ \t>#]*[-*+•▪‣◦][ \t]+", re.MULTILINE)
_LIST_NUMBER = re.compile(r"(?:\A|(?<=[.:;!?\n]\n))[ \t>#]*\d{1,3}[.)][ \t]+")
"""Where a line breaks in the midst of a sentence, what begins the next is part of it and no number of a list."""
_HYPHEN = re.compile(r"(?<=\w)[-\u00ad\u2010\u2011]\s*(?=[^\W\d])|(?<=[^\W\d])[-\u00ad\u2010\u2011]\s*(?=\d)")
_SIGNS = str.maketrans({sign: f" {word} " for sign, word in {"%": "percent", "$": "dollar", "€": "euro", "£": "pound", "¥": "yen"}.items()})
"""Signs that say what a number is of; whatever else is no word may differ from format to format."""

Runs = frozenset[int]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A text that others are compared with."""

    document_id: str
    runs: Runs
    links: frozenset[str]


@dataclass(slots=True)
class Twins:
    """Texts seen so far, by a number of the caller's; a text is told what it is the twin of.

    `around` gives the texts that stand in the same document near a text that was seen, by its number.
    """

    around: Callable[[int], Iterable[str]]
    _kept: dict[int, _Kept] = field(default_factory=dict)
    _with_run: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    _wider: dict[int, _Kept] = field(default_factory=dict)
    _copies: set[tuple[str, str]] = field(default_factory=set)

    def twin_of(self, number: int, document_id: str, text: str) -> int | None:
        """The text seen of another document that says all of this one; if there is none, this one is kept under `number`."""
        own = _Kept(document_id, _runs(text), _links(text))
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
        if own.runs == kept.runs:
            return _lead_alike(own, kept)
        if len(own.runs) < _FEWEST_RUNS:
            likely = (kept.document_id, own.document_id) in self._copies
        else:
            likely = shared >= _OVERLAPPING * min(len(own.runs), len(kept.runs))
        return likely and own.runs <= (stretch := self._stretch(candidate)).runs and _lead_alike(own, stretch)

    def _stretch(self, number: int) -> _Kept:
        """A text with what stands around it."""
        if number not in self._wider:
            kept, wider = self._kept[number], "\n\n".join(self.around(number))
            self._wider[number] = _Kept(kept.document_id, kept.runs | _runs(wider), kept.links | _links(wider))
        return self._wider[number]


def _lead_alike(own: _Kept, other: _Kept) -> bool:
    """Whether links lead to the same; some formats keep none."""
    return not own.links or not other.links or own.links <= other.links


def _links(text: str) -> frozenset[str]:
    """Where the links in a text lead to, those within a document left out."""
    targets = [*_LEADS_TO.findall(text), *chain.from_iterable(map(_LINKED.findall, _TAG.findall(text)))]
    return frozenset(refang(each) for each in targets if ":" in each)


def _runs(text: str) -> Runs:
    terms = word_terms(_bare(text))
    if len(terms) < _RUN:
        return frozenset({crc32(" ".join(terms).encode("utf-8", "surrogatepass"))}) if terms else frozenset()
    return frozenset(crc32(" ".join(terms[at : at + _RUN]).encode("utf-8", "surrogatepass")) for at in range(len(terms) - _RUN + 1))


def _bare(text: str) -> str:
    """The text without what a format adds to it: what links lead to, tags, marks of lists, hyphens and line breaks within words."""
    without_targets = _LEADS_TO.sub("", text)
    without_marks = _BULLET.sub("", _LIST_NUMBER.sub("", _TAG.sub(" ", without_targets)))
    return refang(unspaced(_HYPHEN.sub("", without_marks))).translate(_SIGNS)
