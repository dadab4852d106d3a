"""The one way a stored document gets into the index."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from desktop.application.ingest.chunking import chunk_markdown
from desktop.application.ingest.plain_tokenizer import PlainTokenizer
from desktop.application.job import CancelToken
from desktop.application.ports import FileStamp, IndexWriter, StoredDocument, Tokenizer
from desktop.application.settings import ChunkSettings
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document
from desktop.domain.errors import ModelUnavailable

QUICKLY_STORED = 1_000_000
"""Characters that are indexed while a person waits."""
_PIECE = 200_000
"""Characters between two looks at the cancel token: some tenths of a second's work."""


class DocumentIndexer:
    """Cuts documents into chunks and puts them into the index."""

    def __init__(self, writer: IndexWriter, tokenizer: Tokenizer, settings: ChunkSettings) -> None:
        self._writer = writer
        self._tokenizer = tokenizer
        self._settings = settings

    def chunk(self, body: str, cancel: CancelToken | None = None) -> list[Chunk]:
        """A body's chunks; without the embedder's tokenizer sizes are an estimate, for keyword search needs no model.

        Raises Cancelled soon after `cancel`, however long the body is.
        """
        cancel = cancel or CancelToken()
        try:
            return self._chunk(body, self._tokenizer, cancel)
        except ModelUnavailable:
            return self._chunk(body, PlainTokenizer(), cancel)

    def put(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp, cancel: CancelToken | None = None) -> None:
        """Add or replace a document whose chunks are there already; Cancelled while a long one is written, and then nothing of it is."""
        if cancel is not None and len(body) > QUICKLY_STORED:
            chunks = _StoppableChunks(chunks, cancel)
        self._writer.put_document(document, body, chunks, stamp)

    def index(self, stored: StoredDocument, stamp: FileStamp) -> int:
        """Add or replace a document as its file holds it; returns how many chunks it has."""
        chunks = self.chunk(stored.body)
        self.put(stored.document, stored.body, chunks, stamp)
        return len(chunks)

    def _chunk(self, body: str, tokenizer: Tokenizer, cancel: CancelToken) -> list[Chunk]:
        return chunk_markdown(body, _Stoppable(tokenizer, cancel), self._settings.tokens, self._settings.overlap, cancel)


class _Stoppable:
    """A Tokenizer that counts a long text piece by piece, each up to the end of a line, and stops between two of them."""

    def __init__(self, tokenizer: Tokenizer, cancel: CancelToken) -> None:
        self._tokenizer = tokenizer
        self._cancel = cancel

    def token_ends(self, text: str) -> Sequence[int]:
        if len(text) <= _PIECE:
            return self._tokenizer.token_ends(text)
        ends = array("I")
        for start, end in _pieces(text):
            self._cancel.raise_if_cancelled()
            ends.extend(start + token_end for token_end in self._tokenizer.token_ends(text[start:end]))
        return ends


class _StoppableChunks(Sequence[Chunk]):
    """Chunks that whoever writes them goes through one by one, until someone cancels."""

    def __init__(self, chunks: Sequence[Chunk], cancel: CancelToken) -> None:
        self._chunks = chunks
        self._cancel = cancel

    def __len__(self) -> int:
        return len(self._chunks)

    @overload
    def __getitem__(self, at: int) -> Chunk: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Chunk]: ...

    def __getitem__(self, at: int | slice) -> Chunk | Sequence[Chunk]:
        return self._chunks[at]

    def __iter__(self) -> Iterator[Chunk]:
        for chunk in self._chunks:
            self._cancel.raise_if_cancelled()
            yield chunk


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while len(text) - start > _PIECE:
        end = text.rfind("\n", start, start + _PIECE) + 1 or text.rfind(" ", start, start + _PIECE) + 1
        if end <= start:
            end = start + _PIECE
        yield start, end
        start = end
    yield start, len(text)
