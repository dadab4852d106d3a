"""Markdown to chunks: blocks whole where they fit, with exact offsets, counted in the embedder's tokens."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from desktop.application.ingest.blocks import Block, Kind, read_blocks
from desktop.application.job import CancelToken
from desktop.application.ports import Tokenizer
from desktop.domain.chunk import Chunk

SECTION_LEVEL = 3
"""A heading of this level or above begins a chunk of its own."""

CHARACTERS_A_TOKEN = 16
"""More than prose ever has: a tokenizer may count a megabyte without spaces as one unknown word."""

_SENTENCE = re.compile(r"""[.!?…]["'”’)\]*_]*\s+|[。！？]["”’」』）]*""")
_LINE = re.compile(r"\n")
_WORD = re.compile(r"\s+")
_CUTS = {Kind.PROSE: (_SENTENCE, _LINE, _WORD), Kind.HEADING: (_WORD,), Kind.LINES: (_LINE, _SENTENCE, _WORD)}
_OVERLAPS = {Kind.PROSE: (_SENTENCE, _WORD), Kind.HEADING: (), Kind.LINES: (_LINE,)}


def chunk_markdown(body: str, tokenizer: Tokenizer, max_tokens: int, overlap: int, cancel: CancelToken | None = None) -> list[Chunk]:
    """Cut a body into chunks of at most `max_tokens`; all of it but page marks and blank space is in one of them.

    A chunk never crosses a page mark. Two chunks share text, up to `overlap` tokens of it, only where a block had to
    be cut. Raises Cancelled between two chunks.
    """
    packer = _Packer(body, _Measure(tokenizer.token_ends(body), max_tokens), min(overlap, max_tokens // 4))
    stretches = groupby(read_blocks(body), key=lambda block: block.stretch)
    spans = (span for _, blocks in stretches for span in packer.pack(blocks))
    chunks = []
    for position, span in enumerate(spans):
        if cancel is not None:
            cancel.raise_if_cancelled()
        chunks.append(Chunk(position, span.start, span.end, body[span.start : span.end], span.page, span.path))
    return chunks


class _Measure:
    """How many tokens lie between two offsets."""

    def __init__(self, ends: Sequence[int], most: int) -> None:
        self._ends = ends
        self._most = most
        self._most_characters = most * CHARACTERS_A_TOKEN

    def count(self, start: int, end: int) -> int:
        return bisect_right(self._ends, end) - bisect_right(self._ends, start)

    def fits(self, start: int, end: int) -> bool:
        return end - start <= self._most_characters and self.count(start, end) <= self._most

    def is_tiny(self, start: int, end: int) -> bool:
        return end - start <= self._most_characters and self.count(start, end) < self._most // 4

    def limit(self, start: int, end: int) -> int:
        """The furthest offset up to `end` that a chunk from `start` may reach."""
        first_beyond = bisect_right(self._ends, start) + self._most
        if first_beyond < len(self._ends):
            end = min(end, self._ends[first_beyond - 1])
            if self._ends[first_beyond] == end:  # several tokens of one character
                end = self._ends[max(0, bisect_left(self._ends, end) - 1)]
        return max(start + 1, min(end, start + self._most_characters))

    def fair_share(self, start: int, end: int, overlap: int) -> int:
        """Where the first of the fewest equal pieces of a stretch would end, each but the first repeating `overlap` tokens."""
        tokens = self.count(start, end)
        pieces = max(ceil((tokens - overlap) / (self._most - overlap)), ceil((end - start) / self._most_characters))
        return self.after(start, ceil((tokens + (pieces - 1) * overlap) / pieces))

    def after(self, start: int, tokens: int) -> int:
        """The end of so many tokens from `start`."""
        at = bisect_right(self._ends, start) + tokens - 1
        return self._ends[at] if 0 <= at < len(self._ends) else start

    def before(self, end: int, tokens: int) -> int:
        """Where the last so many tokens up to `end` begin, but never far away."""
        at = bisect_right(self._ends, end) - tokens - 1
        return max(self._ends[at] if at >= 0 else 0, end - self._most_characters // 4)


@dataclass(slots=True)
class _Span:
    """A chunk in the making: `kind` is of its last block; headings that stand last begin at `tail`."""

    start: int
    end: int
    kind: Kind
    page: int | None
    path: tuple[str, ...]
    tail: int | None

    @classmethod
    def of(cls, block: Block) -> _Span:
        tail = block.start if block.kind is Kind.HEADING else None
        return cls(block.start, block.end, block.kind, block.page, block.path, tail)

    @property
    def only_headings(self) -> bool:
        return self.tail == self.start

    def extend(self, block: Block) -> None:
        """Take in the next block; the path becomes that of the first block that is no heading."""
        if self.only_headings:
            self.path = block.path
        if block.kind is not Kind.HEADING:
            self.tail = None
        elif self.tail is None:
            self.tail = block.start
        self.end, self.kind = block.end, block.kind


class _Packer:
    def __init__(self, body: str, measure: _Measure, overlap: int) -> None:
        self._body = body
        self._measure = measure
        self._overlap = overlap

    def pack(self, blocks: Iterable[Block]) -> Iterator[_Span]:
        """The chunks of one page: small neighbours together, headings with what they head, long blocks cut."""
        span: _Span | None = None
        for block in blocks:
            if span is None:
                span = _Span.of(block)
            elif self._belongs(span, block):
                span.extend(block)
            else:
                following = _Span.of(block)
                if span.tail is not None and block.kind is not Kind.HEADING:
                    following.start, span.end = span.tail, span.tail
                yield from self._finished(span)
                span = following
            while not self._measure.fits(span.start, span.end):
                cut = self._cut(span)
                yield from self._finished(_Span(span.start, cut, span.kind, span.page, span.path, None))
                span.start, span.tail = self._resume(span, cut), None
        if span is not None:
            yield from self._finished(span)

    def _belongs(self, span: _Span, block: Block) -> bool:
        if span.only_headings:
            return True
        if block.kind is Kind.HEADING and block.level <= SECTION_LEVEL and not self._measure.is_tiny(span.start, span.end):
            return False
        return self._measure.fits(span.start, block.end)

    def _finished(self, span: _Span) -> Iterator[_Span]:
        """The span without blank space around it; nothing if there is nothing else."""
        text = self._body[span.start : span.end]
        span.start += len(text) - len(text.lstrip())
        span.end -= len(text) - len(text.rstrip())
        if span.start < span.end:
            yield span

    def _cut(self, span: _Span) -> int:
        """Where to end the first piece of a span that is too long: near its fair share, at the best kind of place."""
        limit = self._measure.limit(span.start, span.end)
        fair = min(limit, self._measure.fair_share(span.start, span.end, self._overlap))
        least = span.start + (fair - span.start) // 2
        for pattern in _CUTS[span.kind]:
            places = [min(match.end(), limit) for match in pattern.finditer(self._body, least, min(limit + 1, span.end))]
            if places:
                return next((place for place in places if place >= fair), places[-1])
        return limit

    def _resume(self, span: _Span, cut: int) -> int:
        """Where the next piece begins: some words before the cut, at the start of a sentence if there is one."""
        begin = self._measure.before(cut, self._overlap)
        if begin <= span.start:
            return cut
        for pattern in _OVERLAPS[span.kind]:
            match = pattern.search(self._body, begin, cut)
            if match and match.end() < cut:
                return match.end()
        return cut
