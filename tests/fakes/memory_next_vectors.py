"""Vectors of the next model, beside an index in memory."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.ports import DocumentQuery, PendingText
from desktop.application.ports.vectors import MadeBy
from desktop.domain.marking import Marking
from desktop.domain.vector import Vector
from tests.fakes.memory_index import MemoryIndex


class MemoryNextVectors:
    def __init__(self, index: MemoryIndex) -> None:
        self._index = index
        self._source = ""
        self._made_by: MadeBy | None = None
        self._waiting: dict[int, Vector] = {}

    def serving(self) -> MadeBy | None:
        named = self._index.embedder
        return MadeBy(named[0], named[1], self._source) if named and self._index.vectors else None

    def state_source(self, source: str) -> None:
        self._source = source

    def begin(self, made_by: MadeBy) -> None:
        if self._made_by is None or self._made_by.identity != made_by.identity:
            self._made_by, self._waiting = made_by, {}

    def count_pending(self, up_to: Marking | None = None) -> int:
        return len(self._lacking(up_to)) if self._made_by else 0

    def pending_texts(self, limit: int, after: int, up_to: Marking | None = None) -> list[PendingText]:
        return [each for each in self._lacking(up_to) if each.chunk > after][:limit]

    def put(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        self._waiting |= dict(vectors)

    def adopt(self, source: str, up_to: Marking | None = None) -> bool:
        if self._made_by is None or self._lacking(up_to):
            return False
        here = {each.chunk for each in self._all()}
        waiting, made_by = self._waiting, self._made_by
        self._index.use_embedder(made_by.identity, made_by.dimensions)
        self._index.put_vectors([(chunk, vector) for chunk, vector in waiting.items() if chunk in here])
        self._source = source
        self.give_up()
        return True

    def give_up(self) -> None:
        self._made_by, self._waiting = None, {}

    def _lacking(self, up_to: Marking | None) -> list[PendingText]:
        return [each for each in self._all(up_to) if each.chunk not in self._waiting]

    def _all(self, up_to: Marking | None = None) -> list[PendingText]:
        documents = [row.document for row in self._index.documents(DocumentQuery())]
        titles = {each.id: each.title for each in documents if up_to is None or each.tlp.rank <= up_to.rank}
        chunks = [(name, *each) for name, chunks in self._index.chunks_of.items() if name in titles for each in chunks]
        return sorted(
            (PendingText(number, name, chunk.embedded_text(titles[name])) for name, number, chunk in chunks), key=lambda each: each.chunk
        )
