"""A second look at the best of a fused list, by what no single route weighs.

How many of the query's telling words a passage holds; whether the query names its title or a heading above it; how near it is to what
the first hits have in common. Each lifts a passage by a part of what a route's best hit is worth, none takes one away.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum, hypot

from desktop.application.ports import IndexedChunk, IndexReader
from desktop.application.refanging import refang
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.fusion import FusedChunk, best_possible
from desktop.application.retrieve.planning import Plan
from desktop.application.retrieve.stemming import beginning
from desktop.application.retrieve.words import STOPWORDS, term, word_terms
from desktop.domain.passage import Route
from desktop.domain.vector import Vector, numbers, product

LOOKED_AT = 50
WORDS, TITLE, NEARNESS = 0.2, 0.2, 1.0
"""What lifts a passage at most, in parts of the best possible score: all words held, its title named, nearness as far as vectors count."""
_FIRST = 5
"""The first hits, whose middle stands for what the query is about."""
_STEEPNESS = 3
"""A title that is half named is hardly named."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The list in its new order, and the texts that were read for it, by chunk."""

    chunks: list[FusedChunk]
    texts: Mapping[int, IndexedChunk]


class SecondLook:
    """Looks at passages again."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader

    def look(self, chunks: Sequence[FusedChunk], plan: Plan, weights: Mapping[Route, float], asked: Vector | None) -> Looked:
        """The list with its first passages in a new order; `asked` is the query's vector, if vectors took part."""
        first, rest = chunks[:LOOKED_AT], chunks[LOOKED_AT:]
        texts = {each.id: each for each in self._reader.chunks([each.chunk for each in first])}
        terms = _telling(plan)
        held, shares = _held(terms, texts), _Shares(terms)
        near = self._nearness([each.chunk for each in first], asked) if asked else {}
        total = sum(weights.values()) or 1.0
        unit, meaning = best_possible(weights, plan.fusion), NEARNESS * weights.get(Route.VECTOR, 0.0) / total
        lifted = []
        for each in first:
            named = _named(shares, texts[each.chunk]) if each.chunk in texts else 0.0
            words = held.get(each.chunk, 0.0)
            lift = WORDS * words + TITLE * named**_STEEPNESS + meaning * max(0.0, near.get(each.chunk, 0.0))
            lifted.append(replace(each, score=each.score + unit * lift, signals=_said(words, named)))
        lifted.sort(key=lambda each: (-each.score, each.document_id, each.position))
        return Looked([*lifted, *rest], texts)

    def _nearness(self, chunks: Sequence[int], asked: Vector) -> dict[int, float]:
        """How near each chunk is to the middle of the query and the first hits."""
        vectors = {chunk: numbers(vector) for chunk, vector in self._reader.vectors_of(chunks).items()}
        middle = _middle(numbers(asked), [vectors[chunk] for chunk in chunks[:_FIRST] if chunk in vectors])
        return {chunk: product(middle, each) for chunk, each in vectors.items()} if middle else {}


def _telling(plan: Plan) -> frozenset[str]:
    """The words of a query that say what it is about, but for names that have others: any of those will do."""
    names = {term(word) for each in plan.named.expansions for word in word_terms(refang(each.name))}
    return frozenset(term(word) for word in word_terms(refang(plan.text)) if word not in STOPWORDS) - names


def _held(terms: frozenset[str], texts: Mapping[int, IndexedChunk]) -> dict[int, float]:
    """The share of the telling words that each text, its title and its headings hold; a word weighs more the fewer texts hold it."""
    if not terms:
        return {}
    beginnings = tuple(sorted({beginning(word) for word in terms}))
    plain = re.compile(f"(?<![a-z0-9])(?:{'|'.join(map(re.escape, beginnings))})[a-z0-9]*")
    found = {}
    for number, each in texts.items():
        text = " ".join((each.title, *each.chunk.headings, each.chunk.text))
        said = plain.findall(fold(text)) if text.isascii() else (word for word in word_terms(text) if word.startswith(beginnings))
        found[number] = terms.intersection(map(term, said))
    rarity = {word: math.log(1 + (len(texts) + 1) / (1 + sum(word in each for each in found.values()))) for word in terms}
    total = fsum(rarity.values())
    return {number: fsum(rarity[word] for word in each) / total for number, each in found.items()}


class _Shares(dict[str, float]):
    """The share of the words of each title or heading that a query says, worked out when it is first met: many passages share them."""

    def __init__(self, terms: frozenset[str]) -> None:
        super().__init__()
        self._terms = terms

    def __missing__(self, title: str) -> float:
        said = {term(word) for word in word_terms(fold(title)) if word not in STOPWORDS}
        self[title] = share = len(said & self._terms) / len(said) if said else 0.0
        return share


def _named(shares: _Shares, indexed: IndexedChunk) -> float:
    """The share of its title's words, or of a heading's above it, that the query says; the larger of them."""
    return max(shares[each] for each in (indexed.title, *indexed.chunk.headings))


def _middle(asked: tuple[float, ...], first: Sequence[tuple[float, ...]]) -> tuple[float, ...] | None:
    """The unit vector between a query and the mean of some vectors; None where they cancel each other out."""
    if not first:
        return None
    sums = [one + sum(column) / len(first) for one, column in zip(asked, zip(*first, strict=True), strict=True)]
    length = hypot(*sums)
    return tuple(each / length for each in sums) if length else None


def _said(words: float, named: float) -> tuple[str, ...]:
    """What lifted a passage, for a person."""
    return (*(("holds all words",) if words > 1 - 1e-9 else ()), *(("its title is named",) if named == 1 else ()))
