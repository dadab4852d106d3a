"""A provider that answers what it was told to, and remembers with which keys it was tried."""

from __future__ import annotations

from desktop.application.job import CancelToken
from desktop.domain.errors import CofferError
from desktop.domain.provider import Provider, ProviderTrial
from tests.fakes.generator import ScriptedGenerator


class ScriptedProvider:
    def __init__(self) -> None:
        self.failure: CofferError | None = None
        self.tried: list[tuple[Provider, str | None]] = []
        self.made: list[ProviderGenerator] = []

    def generator(self, provider: Provider) -> ProviderGenerator:
        self.made.append(ProviderGenerator(self, provider))
        return self.made[-1]


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
