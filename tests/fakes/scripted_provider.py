"""A provider that answers what it was told to, and remembers with which keys it was tried."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.job import CancelToken
from desktop.domain.errors import CofferError
from desktop.domain.provider import Provider, ProviderTrial
from desktop.domain.vector import Vector
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.generator import ScriptedGenerator


class ScriptedProvider:
    def __init__(self) -> None:
        self.failure: CofferError | None = None
        self.tried: list[tuple[Provider, str | None]] = []
        self.made: list[ProviderGenerator] = []
        self.embedders: list[ProviderEmbedder] = []

    def generator(self, provider: Provider) -> ProviderGenerator:
        self.made.append(ProviderGenerator(self, provider))
        return self.made[-1]

    def embedder(self, provider: Provider, dimensions: int = 0) -> ProviderEmbedder:
        self.embedders.append(ProviderEmbedder(self, provider))
        return self.embedders[-1]


class ProviderEmbedder:
    """Vectors as a LetterEmbedder makes them; `sent` holds what it was given, questions marked by a sign."""

    def __init__(self, server: ScriptedProvider, provider: Provider) -> None:
        self.identity = f"{provider.model}@{provider.address.host}"
        self.sent: list[str] = []
        self._server = server
        self._provider = provider
        self._letters = LetterEmbedder()
        self.dimensions = 0

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        self._fail()
        self.sent += [f"?{text}" if query else text for text in texts]
        self.dimensions = self._letters.dimensions
        return self._letters.embed_passages(texts)

    def try_out(self, cancel: CancelToken, key: str | None = None) -> ProviderTrial:
        cancel.raise_if_cancelled()
        self._server.tried.append((self._provider, key))
        self._fail()
        return ProviderTrial("27 numbers a vector", 0.2)

    def close(self) -> None:
        self._letters.close()

    def _fail(self) -> None:
        if self._server.failure:
            raise self._server.failure


class ProviderGenerator(ScriptedGenerator):
    def __init__(self, server: ScriptedProvider, provider: Provider) -> None:
        super().__init__()
        self.identity = provider.name
        self._server = server
        self._provider = provider

    def try_out(self, cancel: CancelToken, key: str | None = None) -> ProviderTrial:
        cancel.raise_if_cancelled()
        self._server.tried.append((self._provider, key))
        if self._server.failure:
            raise self._server.failure
        return ProviderTrial("ready", 0.4)
