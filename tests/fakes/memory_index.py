"""An index in memory, as far as ingest asks for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop.application.ports import DocumentQuery, FileStamp, IndexCounts, IndexState, PendingText
from desktop.domain.chunk import Chunk, content_hash
from desktop.domain.document import Document, DocumentSummary
from desktop.domain.errors import CofferError
from desktop.domain.ledger import LedgerRow
from desktop.domain.vector import Vector


class MemoryIndex:
    """Writer and reader in one; `fail_with` is raised by the next document put."""

    def __init__(self) -> None:
        self.rows: list[LedgerRow] = []
        self.jobs: set[str] = set()
        self.bodies: dict[str, str] = {}
        self.chunks_of: dict[str, list[tuple[int, Chunk]]] = {}
        self.vectors: dict[int, Vector] = {}
        self.embedder: tuple[str, int] | None = None
        self.fail_with: CofferError | None = None
        self.damage: list[str] = []
        self._documents: dict[str, Document] = {}
        self._states: dict[str, IndexState] = {}
        self._next = 1

    def put_document(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        if self.fail_with is not None:
            raise self.fail_with
        self._documents[document.id], self.bodies[document.id] = document, body
        self._states[document.id] = IndexState(stamp, content_hash(body))
        self.chunks_of[document.id] = [(self._next + offset, chunk) for offset, chunk in enumerate(chunks)]
        self._next += len(chunks)

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        for each in document_ids:
            for table in (self._documents, self.bodies, self._states, self.chunks_of):
                table.pop(each, None)

    def put_vectors(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        self.vectors.update(vectors)

    def use_embedder(self, identity: str, dimensions: int) -> None:
        if self.embedder != (identity, dimensions):
            self.vectors.clear()
        self.embedder = (identity, dimensions)

    def append_ledger(self, job: str, row: LedgerRow) -> None:
        self.jobs.add(job)
        self.rows.append(row)

    def clear(self) -> None:
        self.remove_documents(list(self._documents))
        self.vectors.clear()

    def counts(self) -> IndexCounts:
        return IndexCounts(len(self._documents), sum(map(len, self.chunks_of.values())), len(self.vectors))

    def document_for(self, sha256: str) -> str | None:
        return next((each.id for each in self._documents.values() if each.source_sha256 == sha256), None)

    def document_states(self) -> dict[str, IndexState]:
        return dict(self._states)

    def documents(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        chosen = [each for each in self._documents.values() if query.text.lower() in each.title.lower()]
        ordered = sorted(chosen, key=lambda each: str(getattr(each, query.sort)), reverse=query.descending)
        return tuple(DocumentSummary(each, len(self.bodies[each.id]), len(self.chunks_of[each.id])) for each in ordered)

    def count_documents(self, query: DocumentQuery) -> int:
        return len(self.documents(replace(query, limit=1_000_000)))

    def pending_texts(self, limit: int) -> list[PendingText]:
        waiting = [
            PendingText(number, chunk.embedded_text(self._documents[name].title))
            for name, chunks in self.chunks_of.items()
            for number, chunk in chunks
            if number not in self.vectors
        ]
        return waiting[:limit]

    def count_pending(self) -> int:
        return len(self.pending_texts(1_000_000))

    def ledger(self, limit: int = 1000) -> tuple[LedgerRow, ...]:
        return tuple(reversed(self.rows))[:limit]

    def problems(self) -> list[str]:
        return list(self.damage)
