"""The ports of what counts tokens and makes vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.domain.marking import Marking
from desktop.domain.provider import ProviderTrial
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

    @property
    def limit(self) -> Marking | None:
        """The highest marking of what it may be given; None if that is anything, because it runs on this machine."""
        ...

    def embed_passages(self, texts: Sequence[str], *, made_of: Sequence[str] = (), urgent: bool = False) -> list[Vector]:
        """One unit vector for each text, in order; `urgent` where a person waits for them.

        `made_of` names the documents and facts that they are from: what may not be given raises ModelUnavailable.
        """
        ...

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query."""
        ...

    def close(self) -> None:
        """End the worker process."""
        ...


class RemoteEmbedder(Protocol):
    """A provider's model; whatever it is given leaves this machine, so nobody but the gate gives it anything."""

    @property
    def identity(self) -> str:
        """As an Embedder has it; asking for it reaches nothing."""
        ...

    @property
    def dimensions(self) -> int:
        """Numbers in a vector, as the first reply told; 0 until one was seen. Asking for it reaches nothing."""
        ...

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """One unit vector for each text, in order; a person waits for that of a query.

        Raises ProviderFailed, KeychainUnavailable, PassphraseNeeded, WorkerDied.
        """
        ...

    def try_out(self, cancel: CancelToken, key: str | None = None) -> ProviderTrial:
        """Have a vector made of one word, with this key or the one that is kept. Raises as `embed` does, and Cancelled."""
        ...

    def close(self) -> None:
        """End the worker process."""
        ...
