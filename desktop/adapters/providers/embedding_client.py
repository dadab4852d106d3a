"""The caller's side of a provider's worker: vectors from a server that a person configured."""

from __future__ import annotations

import time
from collections.abc import Sequence

from desktop.adapters.worker_process.client import WorkerProcess, worker_command
from desktop.adapters.worker_process.limits import WorkerLimits
from desktop.application.job import CancelToken
from desktop.application.ports.secrets import SecretStore
from desktop.domain.errors import CofferError, ProviderFailed
from desktop.domain.provider import Provider, ProviderTrial
from desktop.domain.vector import Vector

REST_SECONDS = 20.0
"""After a failure questions are not sent for so long: each search would otherwise wait for a server that does not answer."""

_SECONDS = 240.0
_SECONDS_FOR_QUERY = 6.0
_LIMITS = WorkerLimits(memory_bytes=2**30)
_WORD = "ready"
_PREFIXES = {"nomic-embed": ("search_query: ", "search_document: "), "e5-": ("query: ", "passage: ")}
"""What models want before a question and before a passage, by what their names hold; servers leave it to whoever asks."""
_INSTRUCTED = "instruct"


class ProviderEmbedder:
    """The RemoteEmbedder behind an address; its key is asked of the keychain when it is needed and kept nowhere.

    `dimensions` is what is known of its vectors from before, 0 if nothing is. Questions have a process of their own, so that nobody who
    searches waits for what is embedded in the background.
    """

    def __init__(self, provider: Provider, secrets: SecretStore, dimensions: int = 0, command: Sequence[str] | None = None) -> None:
        self._provider = provider
        self._secrets = secrets
        self._known = dimensions
        started = command or worker_command("provide", provider.address.text)
        self._passages, self._queries = (WorkerProcess(started, _LIMITS) for _ in range(2))
        self._failure: CofferError | None = None
        self._rests_until = 0.0

    @property
    def identity(self) -> str:
        """Model, host, address, and what stands before each text."""
        model, address = "_".join(self._provider.model.split()), self._provider.address
        prefixes = self._prefixes
        manner = f" query={prefixes[0]!r} document={prefixes[1]!r}" if any(prefixes) else ""
        return f"{model}@{address.host} provider {address.text}{manner}"

    @property
    def dimensions(self) -> int:
        """Numbers in a vector, as the first reply told; 0 until one was seen."""
        return self._known

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        """One unit vector for each text, in order; a person waits for that of a query, so it is asked for but once, and shortly."""
        if not query:
            return self._call(self._passages, texts, query=False)
        if self._failure and time.monotonic() < self._rests_until:
            raise ProviderFailed(self._failure.message, f"It is asked again after {REST_SECONDS:.0f} seconds. {self._failure.hint}".strip())
        try:
            found = self._call(self._queries, texts, query=True)
        except CofferError as error:
            self._failure, self._rests_until = error, time.monotonic() + REST_SECONDS
            raise
        self._failure = None
        return found

    def try_out(self, cancel: CancelToken, key: str | None = None) -> ProviderTrial:
        """Have a vector made of one word, with this key or the one that is kept."""
        started = time.monotonic()
        self._call(self._passages, [_WORD], query=False, cancel=cancel, key=key)
        return ProviderTrial(f"{self._known:,} numbers a vector", time.monotonic() - started)

    def close(self) -> None:
        """End the worker processes."""
        self._passages.close()
        self._queries.close()

    @property
    def _prefixes(self) -> tuple[str, str]:
        name = self._provider.model.lower()
        if _INSTRUCTED in name:
            return "", ""
        return next((both for part, both in _PREFIXES.items() if part in name), ("", ""))

    def _call(
        self, worker: WorkerProcess, texts: Sequence[str], *, query: bool, cancel: CancelToken | None = None, key: str | None = None
    ) -> list[Vector]:
        kept = self._secrets.get(self._provider.address.text) if key is None else key
        prefix = self._prefixes[0 if query else 1]
        clean = [f"{prefix}{text}".encode("utf-8", "replace").decode() for text in texts]
        args = {"model": self._provider.model, "texts": clean, "query": query, "key": kept or ""}
        if query:
            args |= {"attempts": 1, "seconds": _SECONDS_FOR_QUERY}
        reply = worker.call("embed", args, timeout=2 * _SECONDS_FOR_QUERY if query else _SECONDS, cancel=cancel)
        width = int(reply.result["dimensions"])
        if self._known and width != self._known:
            raise ProviderFailed(
                f"{self._provider.name} gives vectors of {width:,} numbers where it gave {self._known:,}: another model of that name.",
                "Choose the bundled model for search by meaning, then this one again: all vectors are made anew.",
            )
        self._known = width
        return [reply.blob[at : at + 4 * width] for at in range(0, len(reply.blob), 4 * width)]
