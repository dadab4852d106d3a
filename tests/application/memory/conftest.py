"""A vault's memory with its real files and index, and documents in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from desktop.adapters.fact_files import FactFiles
from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.fact_index import SqliteFactIndex
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.plain_tokenizer import PlainTokenizer
from desktop.application.job import JobContext
from desktop.application.memory.anchoring import Anchoring
from desktop.application.memory.facts import Memory
from desktop.application.memory.history import FactHistory
from desktop.application.memory.indexing import FactIndexer
from desktop.application.memory.upkeep import FactUpkeep
from desktop.application.settings import ChunkSettings
from desktop.domain.document import Document
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document, put
from tests.fakes.memory_store import MemoryStore


@dataclass
class Desk:
    """Everything around facts; `day` is moved by hand."""

    paths: VaultPaths
    documents: MemoryStore
    files: FactFiles
    writer: SqliteIndexWriter
    reader: SqliteIndexReader
    index: SqliteFactIndex
    audit: MemoryAuditLog
    memory: Memory
    history: FactHistory
    upkeep: FactUpkeep
    indexer: FactIndexer
    clock: list[datetime] = field(default_factory=list)

    def document(self, name: str, body: str, **fields: object) -> Document:
        """A document in the vault and in its index."""
        document = a_document(name, **fields)
        self.documents.place(document, body)
        put(self.writer, name, body, **fields)
        return document

    def pass_days(self, days: int) -> None:
        self.clock[0] += timedelta(days=days)

    def synchronise(self) -> set[str]:
        return self.upkeep.catch_up(JobContext(), self.upkeep.indexed(), read_all=False)[0]

    def problems(self) -> list[str]:
        return list(self.upkeep.problems(JobContext()))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    paths, clock = VaultPaths(tmp_path), [datetime(2026, 12, 1, 8, tzinfo=UTC)]
    database = Database(paths.index)
    writer, index, audit, documents = SqliteIndexWriter(database), SqliteFactIndex(database), MemoryAuditLog(), MemoryStore()
    files = FactFiles(paths, Marking.CLEAR)
    indexer = FactIndexer(files, index, DocumentIndexer(writer, PlainTokenizer(), ChunkSettings()))
    memory = Memory(files, index, indexer, documents, audit, actor="Ana", clock=lambda: clock[0])
    upkeep = FactUpkeep(files, index, indexer, Anchoring(index, documents), audit)
    reader = SqliteIndexReader(database)
    yield Desk(paths, documents, files, writer, reader, index, audit, memory, FactHistory(memory, audit), upkeep, indexer, clock)
    database.close()
