"""Vectors for the chunks that have none yet."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from desktop.application.ingest.embedders import Chosen, ServingEmbedder
from desktop.application.job import JobContext, Progress
from desktop.application.ports import Embedder, IndexReader, IndexWriter, PendingText
from desktop.application.ports.vectors import MadeBy, NextVectors
from desktop.domain.embedding_model import VectorState
from desktop.domain.errors import ModelUnavailable
from desktop.domain.vector import Vector

_SLICE = 16
"""Texts between two looks at the cancel token: a quarter of a second's work."""

_SENT = 64
"""So many at once where they go to a provider, each time with two lines in the log."""

_SETTLED_AT = 5000
"""New vectors after which those that belong elsewhere are taken there."""


@dataclass(frozen=True, slots=True)
class EmbeddingReport:
    """How many chunks got a vector, and how many still wait."""

    embedded: int
    remaining: int


class EmbeddingBacklog:
    """Embeds what waits. What is done is kept whenever it stops, so the next run goes on from there.

    `change` is what makes another model the one that is searched by, once all its vectors are there.
    """

    def __init__(self, writer: IndexWriter, reader: IndexReader, embedder: Embedder | None, change: ModelChange | None = None) -> None:
        self._writer = writer
        self._reader = reader
        self._embedder = embedder
        self._change = change

    def pending(self) -> int:
        """How many chunks wait for a vector, those included that wait for one of another model."""
        serving = self._change.serving() if self._change and self._change.wanted else self._embedder
        return self._reader.count_pending(serving.limit if serving else None) + (self._change.pending() if self._change else 0)

    def state(self) -> VectorState:
        """By whose vectors the vault is searched, whose are wanted, and how many chunks still wait for those."""
        wanted = self._embedder.identity if self._embedder else ""
        serving = (self._change.serves() if self._change else "") or (wanted if self._reader.counts().vectors else "")
        change = self._change if self._change and self._change.wanted else None
        limit = self._embedder.limit if self._embedder else None
        waiting = change.pending() if change else self._reader.count_pending(limit)
        withheld = self._reader.count_marked_above(limit) if limit else 0
        return VectorState(serving, wanted, waiting, withheld, limit)

    def embed_pending(self, context: JobContext) -> EmbeddingReport:
        """Embed all that waits, also what comes in meanwhile; vectors of another model serve until all of this one's are made.

        Raises Cancelled between two slices, ModelUnavailable where there is no model to embed with.
        """
        context.cancel.raise_if_cancelled()
        embedder = self._embedder
        if embedder is None:
            raise ModelUnavailable(
                "There is no embedding model, so nothing can be searched by meaning.", "Keyword search and grep work without it."
            )
        changed = 0
        if self._change and self._change.wanted:
            changed += self._embed_as_before(context, self._change.serving())
            changed += self._change.make(context)
        self._writer.use_embedder(embedder.identity, embedder.dimensions)
        if self._change:
            self._change.settle()
        self._writer.settle_vectors(context.cancel)
        done = changed + self._embed(context, embedder)
        self._writer.settle_vectors(context.cancel)
        context.report(Progress("embed", done, done))
        return EmbeddingReport(done, self.pending())

    def _embed_as_before(self, context: JobContext, serving: Embedder | None) -> int:
        """Have what came in lately found by meaning already while the change goes on, if the model before is one of this machine."""
        if serving is None or serving.limit is not None:  # whoever chose another one sends nothing more to a provider
            return 0
        return self._embed(context, serving)

    def _embed(self, context: JobContext, embedder: Embedder) -> int:
        """Give each chunk that waits its vector; how many that were."""
        done = settled = 0
        while texts := self._reader.pending_texts(_slice(embedder), embedder.limit):
            context.report(Progress("embed", done, done + self.pending()))
            context.cancel.raise_if_cancelled()
            vectors = _embedded(embedder, texts)
            self._writer.put_vectors([(each.chunk, vector) for each, vector in zip(texts, vectors, strict=True)])
            done += len(texts)
            if done - settled >= _SETTLED_AT:
                self._writer.settle_vectors(context.cancel)
                settled = done
        return done


def _slice(embedder: Embedder) -> int:
    return _SLICE if embedder.limit is None else _SENT


def _embedded(embedder: Embedder, texts: Sequence[PendingText]) -> list[Vector]:
    return embedder.embed_passages([each.text for each in texts], made_of=[each.document_id for each in texts])


class ModelChange:
    """Makes the chosen model the one that vectors are searched by, without a moment in which none can be searched."""

    def __init__(self, following: NextVectors, chosen: Chosen, serving: ServingEmbedder) -> None:
        self._next = following
        self._chosen = chosen
        self._serving = serving

    @property
    def wanted(self) -> bool:
        """Whether the vectors that are searched are another model's."""
        made_by = self._next.serving()
        return made_by is not None and made_by.identity != self._chosen.embedder.identity

    def pending(self) -> int:
        """How many chunks lack a vector of the chosen model; 0 where it is the one that serves."""
        return self._next.count_pending(self._chosen.embedder.limit) or int(self.wanted)

    def serves(self) -> str:
        """The identity of the model whose vectors are searched; empty before there are any."""
        made_by = self._next.serving()
        return made_by.identity if made_by else ""

    def serving(self) -> Embedder | None:
        """The model before; None if it is not there any more."""
        with suppress(ModelUnavailable):
            return self._serving.serving()
        return None

    def make(self, context: JobContext) -> int:
        """Make all vectors of the chosen model, then search by them; how many were made. Raises Cancelled between two slices."""
        embedder = self._chosen.embedder
        limit = embedder.limit
        self._next.begin(MadeBy(embedder.identity, embedder.dimensions, self._chosen.source))
        done = 0
        while not self._next.adopt(self._chosen.source, limit):  # what came in meanwhile, or everything
            after, total = 0, done + self._next.count_pending(limit)
            while texts := self._next.pending_texts(_slice(embedder), after, limit):
                context.report(Progress("embed", done, total))
                context.cancel.raise_if_cancelled()
                vectors = _embedded(embedder, texts)
                self._next.put([(each.chunk, vector) for each, vector in zip(texts, vectors, strict=True)])
                done += len(texts)
                after = texts[-1].chunk
        return done

    def settle(self) -> None:
        """Note where the model lies that serves now, and drop what waits of a change that is not wanted any more."""
        self._next.state_source(self._chosen.source)
        self._next.give_up()
