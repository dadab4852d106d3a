"""Where in a passage the words of a query stand, in whatever form, spelling or script."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from desktop.application.refanging import Refanged, refang, refang_with_places
from desktop.application.retrieve.exact_terms import Asked, ask_exact, beginning_of, find_exact
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.stemming import beginning
from desktop.application.retrieve.words import WORD, Word, any_paired, term, words
from desktop.domain.keywords import Beginning, Clause, KeywordQuery, Phrase, leaves

Span = tuple[int, int]

_CHARACTER = re.compile(r".[\u3099\u309a\uff9e\uff9f]*", re.DOTALL)  # with its voicing marks


@dataclass(frozen=True, slots=True)
class _Sequence:
    """Words or single characters that must follow each other; the last one may be a beginning."""

    parts: tuple[str, ...]
    open_end: bool = False


class Highlighter:
    """Marks the words, phrases and indicators of one query; use one for all passages."""

    def __init__(self, query: KeywordQuery) -> None:
        self._forms: set[str] = set()
        self._stems: set[str] = set()
        self._beginnings: set[str] = set()
        self._sequences: dict[str, list[_Sequence]] = defaultdict(list)
        self._exact: set[str] = set()
        self._exact_beginnings: set[str] = set()
        self._judged: dict[str, tuple[bool, bool]] = {}
        for clause in query.sought:
            for leaf in leaves(clause):
                self._learn(leaf)
        self._stems_begin = tuple({beginning(each) for each in self._stems})

    def spans(self, text: str) -> tuple[Span, ...]:
        """Spans of `text` in order, none overlapping."""
        return _merge([*self._indicators(text), *self._words(text)])

    def _learn(self, leaf: Clause) -> None:
        match leaf:
            case Beginning(text):
                if asked := beginning_of(refang(text)):
                    self._learn_exact(asked)
                else:
                    self._learn_words(text, open_end=True)
            case Phrase(text):
                self._learn_words(text)
            case str():
                if asked := ask_exact(refang(leaf)):
                    self._learn_exact(asked)
                else:
                    self._learn_text(leaf)

    def _learn_exact(self, asked: Asked) -> None:
        self._exact.update(asked.terms)
        self._exact_beginnings.update(asked.beginnings)

    def _learn_text(self, text: str) -> None:
        """A word counts in all its forms; of a run of characters, every two neighbours do."""
        atoms = [atom.folded for atom in _atoms(refang(text))]
        if len(atoms) == 1:
            self._stems.add(term(atoms[0]))
        elif any(word.paired for word in words(text)):
            for pair in pairwise(atoms):
                self._sequences[pair[0]].append(_Sequence(pair))
        else:
            self._learn_words(text)

    def _learn_words(self, text: str, *, open_end: bool = False) -> None:
        parts = tuple(atom.folded for atom in _atoms(refang(text)))
        if len(parts) > 1:
            self._sequences[parts[0]].append(_Sequence(parts, open_end))
        elif parts:
            (self._beginnings if open_end else self._forms).add(parts[0])

    def _indicators(self, text: str) -> Iterator[Span]:
        if not self._exact and not self._exact_beginnings:
            return
        refanged = refang_with_places(text)
        beginnings = tuple(self._exact_beginnings)
        for found in find_exact(refanged.text):
            if any(each in self._exact or each.startswith(beginnings) for each in found.terms):
                yield refanged.original(found.start, found.end)

    def _words(self, text: str) -> Iterator[Span]:
        if not (self._forms or self._stems or self._beginnings or self._sequences):
            return
        refanged = refang_with_places(text)
        if any_paired(refanged.text):
            yield from self._parted(refanged)
            return
        begun = False
        for match in WORD.finditer(refanged.text):
            counts, begins = self._judge(match[0])
            begun |= begins
            if counts:
                yield refanged.original(match.start(), match.end())
        if begun:
            yield from self._parted(refanged)

    def _judge(self, word: str) -> tuple[bool, bool]:
        """Whether a word as it stands counts, and whether a sequence may begin with it; most words of a page stand there often."""
        known = self._judged.get(word)
        if known is None:
            folded = fold(word)
            known = self._judged[word] = self._counts(folded), folded in self._sequences
        return known

    def _parted(self, refanged: Refanged) -> Iterator[Span]:
        """Of words and single characters: those that count, and the sequences."""
        atoms = list(_atoms(refanged.text))
        for at, atom in enumerate(atoms):
            if self._counts(atom.folded):
                yield refanged.original(atom.start, atom.end)
            for sequence in self._sequences.get(atom.folded, ()):
                following = atoms[at : at + len(sequence.parts)]
                if _stands(sequence, following):
                    yield refanged.original(atom.start, following[-1].end)

    def _counts(self, folded: str) -> bool:
        if folded in self._forms or (self._beginnings and folded.startswith(tuple(self._beginnings))):
            return True
        return folded.startswith(self._stems_begin) and term(folded) in self._stems


def _atoms(text: str) -> Iterator[Word]:
    """The words of a text; characters of a run without spaces one by one."""
    for word in words(text):
        if not word.paired:
            yield word
            continue
        for character in _CHARACTER.finditer(text, word.start, word.end):
            if folded := fold(character[0]):
                yield Word(character.start(), character.end(), folded)


def _stands(sequence: _Sequence, following: list[Word]) -> bool:
    if len(following) < len(sequence.parts):
        return False
    *firsts, last = (word.folded for word in following)
    *wanted, end = sequence.parts
    return firsts == wanted and (last.startswith(end) if sequence.open_end else last == end)


def _merge(spans: list[Span]) -> tuple[Span, ...]:
    """The spans in order; those that overlap, or follow each other within a run of characters, become one."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)
