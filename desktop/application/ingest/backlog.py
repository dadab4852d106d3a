"""Vectors for the chunks that have none yet."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.application.job import JobContext, Progress
from desktop.application.ports import Embedder, IndexReader, IndexWriter
from desktop.domain.errors import ModelUnavailable

_SLICE = 16
"""Texts between two looks at the cancel token: a quarter of a second's work."""

_SETTLED_AT = 5000
"""New vectors after which those that belong elsewhere are taken there."""


@dataclass(frozen=True, slots=True)
class EmbeddingReport:
    """How many chunks got a vector, and how many still wait."""

    embedded: int
    remaining: int


class EmbeddingBacklog:
    """Embeds what waits. What is done is kept whenever it stops, so the next run goes on from there."""

    def __init__(self, writer: IndexWriter, reader: IndexReader, embedder: Embedder | None) -> None:
        self._writer = writer
        self._reader = reader
        self._embedder = embedder

    def pending(self) -> int:
        """How many chunks wait for a vector."""
        return self._reader.count_pending()

    def embed_pending(self, context: JobContext) -> EmbeddingReport:
        """Embed all that waits, also what comes in meanwhile; vectors of another model are dropped and made anew.

        Raises Cancelled between two slices, ModelUnavailable where there is no model to embed with.
        """
        context.cancel.raise_if_cancelled()
        embedder = self._embedder
        if embedder is None:
            raise ModelUnavailable(
                "There is no embedding model, so nothing can be searched by meaning.", "Keyword search and grep work without it."
            )
        self._writer.use_embedder(embedder.identity, embedder.dimensions)
        self._writer.settle_vectors(context.cancel)
        done = settled = 0
        while texts := self._reader.pending_texts(_SLICE):
            context.report(Progress("embed", done, done + self.pending()))
            context.cancel.raise_if_cancelled()
            vectors = embedder.embed_passages([each.text for each in texts])
            self._writer.put_vectors([(each.chunk, vector) for each, vector in zip(texts, vectors, strict=True)])
            done += len(texts)
            if done - settled >= _SETTLED_AT:
                self._writer.settle_vectors(context.cancel)
                settled = done
        self._writer.settle_vectors(context.cancel)
        context.report(Progress("embed", done, done))
        return EmbeddingReport(done, self.pending())
