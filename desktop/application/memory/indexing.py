"""The one way a fact gets into the index."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ports import FactIndex, FactStore, FileStamp, StoredFact
from desktop.domain.chunk import Chunk
from desktop.domain.fact import ListedFact, memory_list


class FactIndexer:
    """Cuts facts into chunks, puts them into the index, and keeps MEMORY.md in step with it."""

    def __init__(self, store: FactStore, index: FactIndex, indexer: DocumentIndexer) -> None:
        self._store = store
        self._index = index
        self._indexer = indexer
        self._listed: list[ListedFact] | None = None

    def put(self, facts: Sequence[StoredFact]) -> None:
        """Add or replace facts as their files hold them."""
        self._index.put([self._prepared(each) for each in facts])
        self._strike([each.fact.id for each in facts])
        if self._listed is not None:
            for each in facts:
                if each.fact.counts:
                    insort(self._listed, ListedFact.of(each.fact.id, each.fact.name, each.fact.description))

    def remove(self, fact_ids: Sequence[str]) -> None:
        """Take facts out."""
        self._index.remove(fact_ids)
        self._strike(fact_ids)

    def list_anew(self) -> bool:
        """Bring MEMORY.md in line with the index; returns whether it had to be written.

        What it says is remembered, for nobody wants to wait for ten thousand lines because of one.
        """
        if self._listed is None:
            self._listed = sorted(ListedFact.of(*each) for each in self._index.listed())
        return self._store.write_list(memory_list(self._listed), create=bool(self._listed))

    def forget_list(self) -> None:
        """Ask the index for all lines the next time: it was made anew."""
        self._listed = None

    def _strike(self, fact_ids: Sequence[str]) -> None:
        if self._listed is not None:
            gone = frozenset(fact_ids)
            self._listed = [each for each in self._listed if each.fact_id not in gone]

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
