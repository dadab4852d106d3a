"""The one way a stored document gets into the index."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.ingest.chunking import chunk_markdown
from desktop.application.ingest.plain_tokenizer import PlainTokenizer
from desktop.application.ports import FileStamp, IndexWriter, StoredDocument, Tokenizer
from desktop.application.settings import ChunkSettings
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document
from desktop.domain.errors import ModelUnavailable


class DocumentIndexer:
    """Cuts documents into chunks and puts them into the index."""

    def __init__(self, writer: IndexWriter, tokenizer: Tokenizer, settings: ChunkSettings) -> None:
        self._writer = writer
        self._tokenizer = tokenizer
        self._settings = settings

    def chunk(self, body: str) -> list[Chunk]:
        """A body's chunks; without the embedder's tokenizer sizes are an estimate, for keyword search needs no model."""
        try:
            return chunk_markdown(body, self._tokenizer, self._settings.tokens, self._settings.overlap)
        except ModelUnavailable:
            return chunk_markdown(body, PlainTokenizer(), self._settings.tokens, self._settings.overlap)

    def put(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        """Add or replace a document whose chunks are there already."""
        self._writer.put_document(document, body, chunks, stamp)

    def index(self, stored: StoredDocument, stamp: FileStamp) -> int:
        """Add or replace a document as its file holds it; returns how many chunks it has."""
        chunks = self.chunk(stored.body)
        self.put(stored.document, stored.body, chunks, stamp)
        return len(chunks)
