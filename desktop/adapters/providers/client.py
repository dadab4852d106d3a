"""The caller's side of a provider's worker: text from a server that a person configured."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from desktop.adapters.worker_process.client import Piece, WorkerProcess, worker_command
from desktop.adapters.worker_process.limits import WorkerLimits
from desktop.application.job import CancelToken
from desktop.application.ports import Prompt
from desktop.application.ports.secrets import SecretStore
from desktop.domain.provider import Provider, ProviderTrial

CONTEXT_TOKENS = 8192
_CHARACTERS_A_TOKEN = 3
_SECONDS = 240.0
_SECONDS_TO_STOP = 2.0
_LIMITS = WorkerLimits(memory_bytes=2**30)
_TRIAL = ({"role": "user", "content": "Answer with the one word: ready"},)
_TRIAL_TOKENS = 64
_LONGEST_SAID = 80


class ProviderGenerator:
    """A Generator behind an address; its key is asked of the keychain when it is needed and kept nowhere."""

    def __init__(self, provider: Provider, secrets: SecretStore, command: Sequence[str] | None = None) -> None:
        self._provider = provider
        self._secrets = secrets
        address = provider.address.text
        self._worker = WorkerProcess(command or worker_command("provide", address), _LIMITS, cancel_grace=_SECONDS_TO_STOP)

    @property
    def identity(self) -> str:
        """The model's name and where it runs."""
        return self._provider.name

    @property
    def context_tokens(self) -> int:
        """Most tokens of prompt and answer together that are asked of it."""
        return CONTEXT_TOKENS

    def prepare(self, cancel: CancelToken) -> None:
        """There is nothing to load here."""

    def count_tokens(self, text: str) -> int:
        """About how many tokens a text is, rather too many than too few: only the server knows."""
        return len(text) // _CHARACTERS_A_TOKEN + 1

    def generate(self, prompt: Prompt, *, max_tokens: int, cancel: CancelToken, on_text: Callable[[str], None], grammar: str = "") -> str:  # noqa: ARG002
        """Write at temperature 0, calling `on_text` with each new piece; returns the whole text.

        `grammar` is for models on this machine: servers differ in what they know of it. Raises Cancelled, ProviderFailed, WorkerDied.
        """
        messages = ({"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user})
        return self._chat(messages, max_tokens, cancel, on_text)

    def try_out(self, cancel: CancelToken, key: str | None = None) -> ProviderTrial:
        """Ask for one word, with this key or the one that is kept."""
        started = time.monotonic()
        said = self._chat(_TRIAL, _TRIAL_TOKENS, cancel, lambda _: None, key)
        return ProviderTrial(" ".join(said.split())[:_LONGEST_SAID], time.monotonic() - started)

    def close(self) -> None:
        """End the worker process."""
        self._worker.close()

    def _chat(
        self,
        messages: Sequence[dict[str, str]],
        max_tokens: int,
        cancel: CancelToken,
        on_text: Callable[[str], None],
        key: str | None = None,
    ) -> str:
        def take(piece: Piece) -> None:
            on_text(piece["text"])

        kept = self._secrets.get(self._provider.address.text) if key is None else key
        args = {"model": self._provider.model, "messages": list(messages), "max_tokens": max_tokens, "key": kept or ""}
        return str(self._worker.call("chat", args, timeout=_SECONDS, cancel=cancel, on_piece=take).result["text"])
