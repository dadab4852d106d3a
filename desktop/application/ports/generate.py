"""The port of a language model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.domain.provider import ProviderTrial


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a language model is given: `system`, then `user`. Evidence stands before the question."""

    system: str
    user: str


class Generator(Protocol):
    """A language model, in a process of its own or behind one."""

    @property
    def identity(self) -> str:
        """The model's name, shown with an answer."""
        ...

    @property
    def context_tokens(self) -> int:
        """Most tokens of prompt and answer together."""
        ...

    def prepare(self, cancel: CancelToken) -> None:
        """Make ready to count and to write, which takes a moment where a model has to be loaded.

        Raises Cancelled, ModelUnavailable, WorkerDied.
        """
        ...

    def count_tokens(self, text: str) -> int:
        """How many tokens a text is."""
        ...

    def generate(self, prompt: Prompt, *, max_tokens: int, cancel: CancelToken, on_text: Callable[[str], None], grammar: str = "") -> str:
        """Write at temperature 0, calling `on_text` with each new piece; returns the whole text.

        `grammar` is GBNF. Raises Cancelled, ModelUnavailable (a provider: ProviderFailed), WorkerDied.
        """
        ...

    def close(self) -> None:
        """End the worker process."""
        ...


class RemoteGenerator(Generator, Protocol):
    """A provider's model; whatever is asked of it leaves this machine."""

    def try_out(self, cancel: CancelToken, key: str | None = None) -> ProviderTrial:
        """Ask for one word, with this key or the one that is kept. Raises as `generate` does."""
        ...
