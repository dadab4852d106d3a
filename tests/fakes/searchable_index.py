"""An index in memory that can be searched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from desktop.application.job import CancelToken
from desktop.application.ports import FileStamp, IndexedChunk, KeywordQuery, RankedChunk
from desktop.application.retrieve.words import fold
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document
from desktop.domain.keywords import AllOf, AnyOf, Clause, Titled, leaves
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector, similarity
from tests.fakes.memory_index import MemoryIndex


class SearchableIndex(MemoryIndex):
    """Scores a chunk by how often the words stand in it, and vectors by their cosine; `depths` holds the limits asked."""

    def __init__(self) -> None:
        super().__init__()
        self.depths: list[int] = []

    def put_document(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        old = {chunk.embedded_text(self._documents[document.id].title): number for number, chunk in self.chunks_of.get(document.id, [])}
        super().put_document(document, body, chunks, stamp)
        kept = [(old.pop(chunk.embedded_text(document.title), number), chunk) for number, chunk in self.chunks_of[document.id]]
        self.chunks_of[document.id] = kept
        self._forget(old.values())

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        ids = list(document_ids)
        self._forget(number for each in ids for number, _ in self.chunks_of.get(each, []))
        super().remove_documents(ids)

    def put_vectors(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        present = {each.id for each in self._all()}
        super().put_vectors([(number, vector) for number, vector in vectors if number in present])

    def search_keyword(self, query: KeywordQuery, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        cancel.raise_if_cancelled()
        self.depths.append(limit)
        words = [fold(word) for word in (*_said(query.terms), query.prefix) if word]
        required = [fold(each) for each in _said(query.required)]
        found = []
        for each in self._passing(filters):
            text = fold(f"{each.title}\n{each.chunk.text}")
            score = sum(map(text.count, (*words, *required)))
            titled = fold(each.title)
            if (
                score
                and all(_met(one, text, titled) for one in query.required)
                and not any(_met(one, text, titled) for one in query.excluded)
            ):
                found.append(RankedChunk(each.id, each.document_id, each.chunk.position, float(score)))
        return _best(found, limit)

    def search_vector(self, vector: Vector, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        cancel.raise_if_cancelled()
        self.depths.append(limit)
        return _best(
            [
                RankedChunk(each.id, each.document_id, each.chunk.position, similarity(vector, self.vectors[each.id]))
                for each in self._passing(filters)
                if each.id in self.vectors
            ],
            limit,
        )

    def chunks(self, chunk_ids: Sequence[int]) -> list[IndexedChunk]:
        by_id = {each.id: each for each in self._all()}
        return [by_id[number] for number in chunk_ids if number in by_id]

    def chunk_at(self, document_id: str, offset: int) -> IndexedChunk | None:
        own = [each for each in self._all() if each.document_id == document_id]
        covering = [each for each in own if each.chunk.start <= offset < each.chunk.end]
        before = [each for each in own if each.chunk.start <= offset]
        return (covering or before[-1:] or own or [None])[0]  # type: ignore[list-item]

    def chunks_around(self, document_id: str, position: int, reach: int) -> list[IndexedChunk]:
        own = [each for each in self._all() if each.document_id == document_id]
        return [each for each in own if abs(each.chunk.position - position) <= reach]

    def _all(self) -> list[IndexedChunk]:
        return [
            IndexedChunk(number, name, self._documents[name].title, chunk)
            for name, chunks in self.chunks_of.items()
            for number, chunk in chunks
        ]

    def _passing(self, filters: Filters) -> list[IndexedChunk]:
        passing = self.filtered_documents(filters)
        return [each for each in self._all() if each.document_id in passing]

    def _forget(self, chunks: Iterable[int]) -> None:
        for number in chunks:
            self.vectors.pop(number, None)


def _said(clauses: Iterable[Clause]) -> list[str]:
    return [leaf if isinstance(leaf, str) else leaf.text for clause in clauses for leaf in leaves(clause)]


def _met(clause: Clause, text: str, title: str) -> bool:
    """Whether a folded text, or its folded title where that is asked for, holds what a clause asks for."""
    match clause:
        case Titled(inner):
            return _met(inner, title, title)
        case AnyOf(parts):
            return any(_met(part, text, title) for part in parts)
        case AllOf(parts, without):
            return all(_met(part, text, title) for part in parts) and not any(_met(part, text, title) for part in without)
        case _:
            return all(fold(each) in text for each in _said([clause]))


def _best(found: list[RankedChunk], limit: int) -> list[RankedChunk]:
    return sorted(found, key=lambda each: (-each.score, each.document_id, each.position))[:limit]
