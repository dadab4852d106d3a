"""Facts of a vault in memory, with the real use cases on top."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.plain_tokenizer import PlainTokenizer
from desktop.application.memory.facts import Memory
from desktop.application.memory.history import FactHistory
from desktop.application.memory.indexing import FactIndexer
from desktop.application.memory.notes import NoteImport
from desktop.application.settings import ChunkSettings
from desktop.domain.fact import FactDraft
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.memory_facts import MemoryFactIndex, MemoryFacts
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore


class FactsVault:
    """What a test reaches by name: the files, the index, the log, the documents that facts quote."""

    def __init__(self) -> None:
        self.files, self.index, self.audit, self.documents = MemoryFacts(), MemoryFactIndex(), MemoryAuditLog(), MemoryStore()
        indexer = FactIndexer(self.files, self.index, DocumentIndexer(MemoryIndex(), PlainTokenizer(), ChunkSettings()))
        self.memory = Memory(
            self.files, self.index, indexer, self.documents, self.audit, actor="Ana", clock=lambda: datetime(2026, 12, 1, 8, tzinfo=UTC)
        )
        self.history = FactHistory(self.memory, self.audit)
        self.notes = NoteImport(self.memory, self.files, "Ana")

    def keep(self, text: str, **fields: Any) -> str:
        """Remember something; returns its id."""
        return self.memory.remember(FactDraft(text, **fields)).fact.id
