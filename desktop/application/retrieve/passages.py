"""Passages of what was found: the page of a search, on which no document and no text stands too often."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from desktop.application.ports import IndexedChunk, IndexReader, KeywordQuery
from desktop.application.retrieve.fusion import FusedChunk
from desktop.application.retrieve.highlighting import Highlighter
from desktop.application.retrieve.twins import Twins
from desktop.domain.passage import Passage, Route, RouteScore, Twin

_AROUND = 4
"""Chunks before and after one in which a twin of it may go on: another format may be cut into chunks several times as long."""


@dataclass(frozen=True, slots=True)
class Page:
    """How many passages are wanted, at most how many of one document (0: any), and whether twins are folded into one."""

    limit: int
    per_document: int = 0
    fold_twins: bool = False


@dataclass(slots=True)
class _Placed:
    """A chunk that has its place on the page, and the twins folded into it."""

    fused: FusedChunk
    indexed: IndexedChunk
    twins: list[Twin] = field(default_factory=list)


class PassageReader:
    """Reads the texts of chunks and makes passages of them."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader

    def page(
        self,
        chunks: Sequence[FusedChunk],
        words: KeywordQuery,
        page: Page,
        *,
        texts: Mapping[int, IndexedChunk] = MappingProxyType({}),
        keep_score: bool = False,
    ) -> tuple[Passage, ...]:
        """The first passages of a fused list; `texts` have been read already.

        With `keep_score` the one route's own score is shown, not what fusion makes of it.
        """
        highlighter = Highlighter(words)
        of_document = Counter(chunk.document_id for chunk in chunks)
        return tuple(
            _passage(each, highlighter, of_document[each.fused.document_id] - 1, keep_score=keep_score)
            for each in self._placed(chunks, page, texts)
        )

    def _placed(self, chunks: Sequence[FusedChunk], page: Page, texts: Mapping[int, IndexedChunk]) -> list[_Placed]:
        placed: dict[int, _Placed] = {}
        taken: defaultdict[str, int] = defaultdict(int)
        twins = Twins(lambda chunk: self._around(placed[chunk].indexed))
        for fused, indexed in self._read(chunks, page.limit, texts):
            if len(placed) == page.limit:
                break
            if page.per_document and taken[fused.document_id] >= page.per_document:
                continue
            first = twins.twin_of(fused.chunk, fused.document_id, indexed.chunk.text) if page.fold_twins else None
            if first is not None:
                placed[first].twins.append(Twin(indexed.document_id, indexed.title, indexed.chunk.start, indexed.chunk.end))
                continue
            placed[fused.chunk] = _Placed(fused, indexed)
            taken[fused.document_id] += 1
        return list(placed.values())

    def _around(self, indexed: IndexedChunk) -> Iterator[str]:
        """The texts near a chunk in its document, and its own."""
        return (each.chunk.text for each in self._reader.chunks_around(indexed.document_id, indexed.chunk.position, _AROUND))

    def _read(
        self, chunks: Sequence[FusedChunk], at_once: int, texts: Mapping[int, IndexedChunk]
    ) -> Iterator[tuple[FusedChunk, IndexedChunk]]:
        """Chunks with their texts, in order; those that have gone meanwhile are passed over."""
        for begin in range(0, len(chunks), at_once):
            block = chunks[begin : begin + at_once]
            unread = [chunk.chunk for chunk in block if chunk.chunk not in texts]
            found = {each.id: each for each in self._reader.chunks(unread)} if unread else {}
            for fused in block:
                indexed = texts.get(fused.chunk) or found.get(fused.chunk)
                if indexed is not None:
                    yield fused, indexed


def to_passage(indexed: IndexedChunk, score: float, highlighter: Highlighter) -> Passage:
    """A chunk as a passage, with what the words of a query match in it."""
    chunk = indexed.chunk
    spans = highlighter.spans(chunk.text)
    return Passage(indexed.document_id, indexed.title, chunk.position, chunk.page, chunk.start, chunk.end, chunk.text, score, matches=spans)


def _passage(placed: _Placed, highlighter: Highlighter, more: int, *, keep_score: bool) -> Passage:
    fused = placed.fused
    score = next(iter(fused.routes.values())).score if keep_score else fused.score
    passage = to_passage(placed.indexed, score, highlighter)
    return replace(
        passage, routes=_explained(fused, passage.text, passage.matches), more=more, twins=tuple(placed.twins), signals=fused.signals
    )


def _explained(fused: FusedChunk, text: str, spans: Sequence[tuple[int, int]]) -> dict[Route, RouteScore]:
    """The routes that found a chunk, with a reason where they gave none themselves."""
    words = ", ".join(dict.fromkeys(text[start:end].lower() for start, end in spans))
    said = {Route.KEYWORD: f"words: {words}" if words else "words of the title or the headings", Route.VECTOR: "near in meaning"}
    return {route: found if found.why else replace(found, why=said.get(route, "")) for route, found in fused.routes.items()}
