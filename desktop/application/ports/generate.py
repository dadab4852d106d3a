"""The port of a language model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from desktop.application.job import CancelToken


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a language model is given: `system`, then `user`. Evidence stands before the question."""

    system: str
    user: str


class Generator(Protocol):
    """A language model on this machine, in a process of its own."""

    @property
    def identity(self) -> str:
        """The model's name, shown with an answer."""
        ...

    @property
    def context_tokens(self) -> int:
        """Most tokens of prompt and answer together."""
        ...

    def count_tokens(self, text: str) -> int:
        """How many tokens a text is."""
        ...

    def generate(self, prompt: Prompt, *, max_tokens: int, cancel: CancelToken, on_text: Callable[[str], None], grammar: str = "") -> str:
        """Write at temperature 0, calling `on_text` with each new piece; returns the whole text.

        `grammar` is GBNF. Raises Cancelled, ModelUnavailable, WorkerDied.
        """
        ...

    def close(self) -> None:
        """End the worker process."""
        ...
