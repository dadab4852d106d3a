"""The embedding models of a vault: the one that is chosen, and the one whose vectors are searched until those of the chosen are made."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from desktop.application.ports import Embedder
from desktop.application.ports.vectors import NextVectors
from desktop.domain.errors import CofferError, ModelUnavailable
from desktop.domain.marking import Marking
from desktop.domain.vector import Vector


@dataclass(frozen=True, slots=True)
class Chosen:
    """The model that the settings name: where it lies (empty: it comes with Coffer), and itself."""

    source: str
    embedder: Embedder


class ServingEmbedder:
    """The Embedder of whatever searches vectors: always the model that they were made by, also after a change.

    `make` gives the model of a source; it is asked once a source. Where the model before is gone, only words are searched until all
    vectors of the chosen one are made.
    """

    def __init__(self, chosen: Chosen, following: NextVectors, make: Callable[[str], Embedder]) -> None:
        self._chosen = chosen
        self._next = following
        self._make = make
        self._others: dict[str, Embedder] = {}
        self._lock = threading.Lock()

    @property
    def identity(self) -> str:
        """That of the model that serves."""
        return self.serving().identity

    @property
    def dimensions(self) -> int:
        """Those of the model that serves."""
        return self.serving().dimensions

    @property
    def languages(self) -> tuple[str, ...]:
        """Those of the model that serves; of one that is gone nothing is known."""
        with suppress(CofferError):
            return self.serving().languages
        return ()

    def token_ends(self, text: str) -> Sequence[int]:
        """As the chosen model counts: what is cut now is embedded by it sooner or later."""
        return self._chosen.embedder.token_ends(text)

    @property
    def limit(self) -> Marking | None:
        """That of the model that serves; where it is gone, nothing is given to anybody."""
        with suppress(CofferError):
            return self.serving().limit
        return None

    def embed_passages(self, texts: Sequence[str], *, made_of: Sequence[str] = (), urgent: bool = False) -> list[Vector]:
        """By the model that serves."""
        return self.serving().embed_passages(texts, made_of=made_of, urgent=urgent)

    def embed_query(self, text: str) -> Vector:
        """By the model that serves."""
        return self.serving().embed_query(text)

    def serving(self) -> Embedder:
        """The model whose vectors are searched now. ModelUnavailable if it is not there any more."""
        made_by = self._next.serving()
        if made_by is None or made_by.identity == self._chosen.embedder.identity:
            return self._chosen.embedder
        with self._lock:
            if made_by.source not in self._others:
                self._others[made_by.source] = self._make(made_by.source)
        found = self._others[made_by.source]
        if found.identity != made_by.identity:
            raise ModelUnavailable(
                "The vectors in the index were made by a model that is not there any more.",
                "New ones are being made; until then, keyword search and grep work.",
            )
        return found

    def close(self) -> None:
        """End the workers of the models before; the chosen one belongs to whoever made it."""
        for each in self._others.values():
            each.close()
