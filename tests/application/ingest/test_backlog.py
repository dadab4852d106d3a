"""Vectors for what waits."""

from __future__ import annotations

import pytest

from desktop.application.ingest.backlog import EmbeddingBacklog, EmbeddingReport
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import FileStamp
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document
from desktop.domain.errors import Cancelled, ModelUnavailable
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.memory_index import MemoryIndex

TEXTS = [f"chunk {number}" for number in range(40)]


@pytest.fixture
def index() -> MemoryIndex:
    index = MemoryIndex()
    chunks = [Chunk(position, position * 10, position * 10 + len(text), text) for position, text in enumerate(TEXTS)]
    index.put_document(Document("a-1", "Title", "a.md", "md", "0" * 64, "fake 1", ""), "", chunks, FileStamp(1, 1))
    return index


def test_every_chunk_gets_the_vector_of_its_embedded_text(index: MemoryIndex) -> None:
    embedder, seen = LetterEmbedder(), list[Progress]()
    report = EmbeddingBacklog(index, index, embedder).embed_pending(JobContext(report=seen.append))
    assert report == EmbeddingReport(embedded=40, remaining=0)
    assert index.embedder == ("letters-1", 27)
    expected = embedder.embed_passages([f"Title\n{text}" for text in TEXTS])
    assert [index.vectors[number] for number, _ in index.chunks_of["a-1"]] == expected
    assert [(each.done, each.total) for each in seen] == [(0, 40), (16, 40), (32, 40), (40, 40)]


def test_vectors_are_taken_where_they_belong_before_between_and_after(index: MemoryIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.application.ingest.backlog._SETTLED_AT", 32)
    EmbeddingBacklog(index, index, LetterEmbedder()).embed_pending(JobContext())
    assert index.settled == 3


def test_a_cancelled_run_is_gone_on_with(index: MemoryIndex) -> None:
    cancel = CancelToken()
    backlog = EmbeddingBacklog(index, index, LetterEmbedder())
    with pytest.raises(Cancelled):
        backlog.embed_pending(JobContext(cancel, report=lambda progress: cancel.cancel() if progress.done else None))
    assert backlog.pending() == 24
    assert backlog.embed_pending(JobContext()) == EmbeddingReport(24, 0)


def test_nothing_waiting_asks_nothing(index: MemoryIndex) -> None:
    embedder = LetterEmbedder()
    backlog = EmbeddingBacklog(index, index, embedder)
    backlog.embed_pending(JobContext())
    embedder.calls.clear()
    assert backlog.embed_pending(JobContext()) == EmbeddingReport(0, 0)
    assert embedder.calls == []


def test_another_model_embeds_everything_anew(index: MemoryIndex) -> None:
    EmbeddingBacklog(index, index, LetterEmbedder()).embed_pending(JobContext())
    assert EmbeddingBacklog(index, index, LetterEmbedder("letters-2")).embed_pending(JobContext()).embedded == 40


def test_without_a_model_what_waits_can_still_be_counted(index: MemoryIndex) -> None:
    backlog = EmbeddingBacklog(index, index, None)
    assert backlog.pending() == 40
    with pytest.raises(ModelUnavailable):
        backlog.embed_pending(JobContext())
