"""The one way a fact gets into the index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ports import FactIndex, FactStore, FileStamp, StoredFact
from desktop.domain.chunk import Chunk
from desktop.domain.fact import memory_list


class FactIndexer:
    """Cuts facts into chunks, puts them into the index, and keeps MEMORY.md in step with it."""

    def __init__(self, store: FactStore, index: FactIndex, indexer: DocumentIndexer) -> None:
        self._store = store
        self._index = index
        self._indexer = indexer

    def put(self, facts: Sequence[StoredFact]) -> None:
        """Add or replace facts as their files hold them."""
        self._index.put([self._prepared(each) for each in facts])

    def list_anew(self) -> bool:
        """Bring MEMORY.md in line with the index; returns whether it had to be written."""
        listed = self._index.listed()
        return self._store.write_list(memory_list(listed), create=bool(listed))

    def _prepared(self, stored: StoredFact) -> tuple[StoredFact, FileStamp, list[Chunk]]:
        stamp = self._store.stamp(stored.fact.id)
        return dated(stored, stamp), stamp, self._chunks(stored)

    def _chunks(self, stored: StoredFact) -> list[Chunk]:
        """A fact's chunks, found by its description and its relation as by headings; one without a text has one all the same."""
        above = tuple(filter(None, (stored.fact.description, stored.fact.statement)))
        chunks = self._indexer.chunk(stored.text) or [Chunk(0, 0, 0, "")]
        return [replace(chunk, headings=(*above, *chunk.headings)) for chunk in chunks]


def dated(stored: StoredFact, stamp: FileStamp) -> StoredFact:
    """A fact with dates: one that names none was written down when its file was last changed."""
    if stored.fact.created_at:
        return stored
    at = f"{datetime.fromtimestamp(stamp.modified_ns // 1_000_000_000, UTC):%Y-%m-%dT%H:%M:%SZ}"
    return replace(stored, fact=replace(stored.fact, created_at=at, updated_at=stored.fact.updated_at or at))
