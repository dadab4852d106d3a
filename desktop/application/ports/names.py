"""The port of what things are called."""

from __future__ import annotations

from typing import Protocol


class KnownNames(Protocol):
    """Knows which names stand for the same actor or malware."""

    def other_names(self, name: str) -> tuple[str, ...]:
        """The other names of what `name` stands for; empty if it is unknown, or disputed between several."""
        ...

    def disputed_names(self, name: str) -> tuple[str, ...]:
        """The main names of whatever some sources call `name` while others do not."""
        ...
