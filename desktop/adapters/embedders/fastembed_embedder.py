"""Texts to vectors by fastembed, its engine in a worker process."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from importlib import metadata
from pathlib import Path

from desktop.adapters.embedders.model_folder import ModelFolder, read_model_folder
from desktop.adapters.embedders.token_counter import TokenCounter
from desktop.adapters.worker_process.client import WorkerProcess, worker_command
from desktop.adapters.worker_process.limits import LOW_PRIORITY, WorkerLimits
from desktop.domain.embedding_model import EmbeddingModel
from desktop.domain.errors import ModelUnavailable, WorkerDied
from desktop.domain.vector import Vector

THREADS = 2

_TEXTS_A_CALL = 8
_QUERIES_KEPT = 64
_SECONDS_A_CALL = 120.0
_LIMITS = WorkerLimits(memory_bytes=2 * 2**30, nice=LOW_PRIORITY)


class FastembedEmbedder:
    """The Embedder of one model folder; any thread may call, and what a person waits for goes first.

    Nothing is loaded before it is needed. Whatever needs the model raises ModelUnavailable where its files are
    missing or damaged.
    """

    def __init__(
        self, folder: Path, *, languages: Sequence[str] = (), threads: int = THREADS, command: Sequence[str] | None = None
    ) -> None:
        self._folder = folder
        self._languages = tuple(languages)
        self._asked: OrderedDict[str, Vector] = OrderedDict()
        self._worker = WorkerProcess(command or worker_command("embed", str(folder), str(threads)), _LIMITS)
        self._counter = TokenCounter(folder)
        self._read: ModelFolder | None = None
        self._turn = threading.Condition()
        self._urgent = 0

    @cached_property
    def identity(self) -> str:
        """Model, its file's hash, fastembed's version, pooling, batch policy, prefixes."""
        told = self._told
        path = self._folder / told.model_file
        try:
            with path.open("rb") as model:
                digest = hashlib.file_digest(model, "sha256").hexdigest()
        except OSError as error:
            raise _unavailable(f"The embedding model {path} could not be read: {error.strerror}.") from error
        major, minor = metadata.version("fastembed").split(".")[:2]
        return f"{self._folder.name}@{digest[:12]} fastembed-{major}.{minor} {told.manner} batch-1"

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""
        return self._told.dimensions

    @property
    def languages(self) -> tuple[str, ...]:
        """What was stated, else what the folder says."""
        with suppress(ModelUnavailable):
            return self._languages or self._told.languages
        return self._languages

    def token_ends(self, text: str) -> Sequence[int]:
        """For each token the offset (code points) at which it ends; no special tokens."""
        return self._counter.token_ends(text)

    @property
    def limit(self) -> None:
        """None: what it is given stays on this machine."""

    def embed_passages(self, texts: Sequence[str], *, made_of: Sequence[str] = (), urgent: bool = False) -> list[Vector]:  # noqa: ARG002
        """One unit vector for each text, in order; `urgent` where a person waits for them."""
        if urgent:
            with self._first():
                return self._embed(texts, self._told.document_prefix)
        vectors: list[Vector] = []
        for start in range(0, len(texts), _TEXTS_A_CALL):
            with self._turn:
                self._turn.wait_for(lambda: self._urgent == 0)
            vectors += self._embed(texts[start : start + _TEXTS_A_CALL], self._told.document_prefix)
        return vectors

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query; one that was asked lately is not made again."""
        with self._first():
            vector = self._asked.get(text) or self._embed([text], self._told.query_prefix)[0]
        self._asked[text] = vector
        while len(self._asked) > _QUERIES_KEPT:
            self._asked.popitem(last=False)
        return vector

    def close(self) -> None:
        """End the worker process."""
        self._worker.close()

    @contextmanager
    def _first(self) -> Iterator[None]:
        """Whoever is not urgent waits until the block has ended."""
        with self._turn:
            self._urgent += 1
        try:
            yield
        finally:
            with self._turn:
                self._urgent -= 1
                self._turn.notify_all()

    def _embed(self, texts: Sequence[str], prefix: str) -> list[Vector]:
        clean = [f"{prefix}{text}".encode("utf-8", "replace").decode() for text in texts]
        try:
            reply = self._worker.call("embed", {"texts": clean}, timeout=_SECONDS_A_CALL)
        except WorkerDied:  # whatever ended it may have been somebody else's doing, like a machine short of memory: once more
            reply = self._worker.call("embed", {"texts": clean}, timeout=_SECONDS_A_CALL)
        size = 4 * self.dimensions
        if len(reply.blob) != size * len(texts):
            raise _unavailable(f"The embedding model in {self._folder} gives vectors of another length than its config.json says.")
        return [reply.blob[at : at + size] for at in range(0, len(reply.blob), size)]

    @property
    def _told(self) -> ModelFolder:
        """What the folder says, read once it is whole."""
        if self._read is None:
            self._read = read_model_folder(self._folder)
        return self._read


def _unavailable(message: str) -> ModelUnavailable:
    return ModelUnavailable(message, "Fetch it again with packaging/fetch_models.py. Keyword search and grep work without it.")


def describe_embedder(folder: Path) -> EmbeddingModel:
    """What a folder says of the model in it, of which nothing is run; ModelUnavailable if it is none."""
    told, embedder = read_model_folder(folder), FastembedEmbedder(folder)
    return EmbeddingModel(folder.name, embedder.identity, told.dimensions, told.manner, told.languages)
