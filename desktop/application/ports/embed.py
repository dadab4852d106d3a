"""The ports of what counts tokens and makes vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop.domain.vector import Vector


class Tokenizer(Protocol):
    """The embedder's way of counting."""

    def token_ends(self, text: str) -> Sequence[int]:
        """For each token of `text`, in order, the offset (code points) at which it ends; no special tokens."""
        ...


class Embedder(Tokenizer, Protocol):
    """Turns texts into unit vectors."""

    @property
    def identity(self) -> str:
        """Model, version, prefixes, pooling, batch policy: vectors of different identities must not meet."""
        ...

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""
        ...

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that the model understands (ISO 639-1); empty if that is not known, or all of them."""
        ...

    def embed_passages(self, texts: Sequence[str], *, urgent: bool = False) -> list[Vector]:
        """One unit vector for each text, in order; `urgent` where a person waits for them."""
        ...

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query."""
        ...

    def close(self) -> None:
        """End the worker process."""
        ...
