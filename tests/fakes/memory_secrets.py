"""Secrets in memory."""

from __future__ import annotations

from collections.abc import Mapping


class MemorySecrets:
    def __init__(self, **kept: str) -> None:
        self.kept = dict(kept)

    def get(self, name: str) -> str | None:
        return self.kept.get(name)

    def put(self, name: str, secret: str) -> None:
        self.kept[name] = secret

    def remove(self, name: str) -> None:
        self.kept.pop(name, None)


class MemoryState:
    """Texts by name, in memory."""

    def __init__(self, **kept: str) -> None:
        self.kept = dict(kept)

    def read(self) -> dict[str, str]:
        return dict(self.kept)

    def write(self, state: Mapping[str, str]) -> None:
        self.kept = dict(state)
