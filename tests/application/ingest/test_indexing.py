"""Chunks of a stored document, and how soon cutting them stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest

from desktop.application.ingest.chunking import chunk_markdown
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.job import CancelToken
from desktop.application.ports import IndexWriter
from desktop.application.settings import ChunkSettings
from desktop.domain.errors import Cancelled
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.words import WordTokenizer

LONG = "\n\n".join(f"# Part {number}\n\nThe group used tool {number} against a ministry." for number in range(9000))


class Counting(WordTokenizer):
    """Remembers how long the texts were, and cancels at the second."""

    def __init__(self, cancel: CancelToken | None = None) -> None:
        self.lengths: list[int] = []
        self._cancel = cancel

    def token_ends(self, text: str) -> Sequence[int]:
        self.lengths.append(len(text))
        if self._cancel and len(self.lengths) == 2:
            self._cancel.cancel()
        return super().token_ends(text)


def indexer(tokenizer: WordTokenizer) -> DocumentIndexer:
    return DocumentIndexer(cast(IndexWriter, MemoryIndex()), tokenizer, ChunkSettings())


def test_a_long_text_is_counted_in_pieces_with_the_same_chunks() -> None:
    tokenizer = Counting()
    settings = ChunkSettings()
    chunks = indexer(tokenizer).chunk(LONG)
    assert len(tokenizer.lengths) == 3
    assert sum(tokenizer.lengths) == len(LONG)
    assert max(tokenizer.lengths) <= 200_000
    assert chunks == chunk_markdown(LONG, WordTokenizer(), settings.tokens, settings.overlap)


def test_counting_stops_between_two_pieces() -> None:
    cancel = CancelToken()
    tokenizer = Counting(cancel)
    with pytest.raises(Cancelled):
        indexer(tokenizer).chunk(LONG, cancel)
    assert len(tokenizer.lengths) == 2


def test_cutting_stops_between_two_chunks() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        chunk_markdown("words", WordTokenizer(), 220, 24, cancel)


def test_a_text_without_line_ends_or_spaces_is_cut_all_the_same() -> None:
    tokenizer = Counting()
    indexer(tokenizer).chunk("x" * 450_000)
    assert tokenizer.lengths == [200_000, 200_000, 50_000]
