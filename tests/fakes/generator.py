"""A language model that writes what it was told to."""

from __future__ import annotations

import re
from collections.abc import Callable

from desktop.application.job import CancelToken
from desktop.application.ports import Prompt
from desktop.domain.errors import CofferError


class ScriptedGenerator:
    """Writes `text` word by word; `fail_with` is raised after the words before it, `before_word` may interfere."""

    def __init__(self, text: str = "Hello there.", *, context_tokens: int = 2048) -> None:
        self.text = text
        self.identity = "scripted-1"
        self.context_tokens = context_tokens
        self.fail_with: CofferError | None = None
        self.before_word: Callable[[int], None] = lambda _: None
        self.prompts: list[Prompt] = []
        self.grammars: list[str] = []
        self.closed = False

    def prepare(self, cancel: CancelToken) -> None:
        cancel.raise_if_cancelled()

    def count_tokens(self, text: str) -> int:
        return len(re.findall(r"\w+|[^\w\s]", text))

    def generate(self, prompt: Prompt, *, max_tokens: int, cancel: CancelToken, on_text: Callable[[str], None], grammar: str = "") -> str:
        self.prompts.append(prompt)
        self.grammars.append(grammar)
        written = ""
        for number, word in enumerate(re.findall(r"\S+\s*", self.text)[:max_tokens]):
            self.before_word(number)
            cancel.raise_if_cancelled()
            on_text(word)
            written += word
        if self.fail_with is not None:
            raise self.fail_with
        return written

    def close(self) -> None:
        self.closed = True
