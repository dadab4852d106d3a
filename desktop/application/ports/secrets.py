"""The port of what keeps keys."""

from __future__ import annotations

from typing import Protocol


class SecretStore(Protocol):
    """Keeps secrets by name, encrypted. Raises KeychainUnavailable, and PassphraseNeeded while it is locked."""

    def get(self, name: str) -> str | None:
        """The secret of this name; None if there is none."""
        ...

    def put(self, name: str, secret: str) -> None:
        """Keep a secret."""
        ...

    def remove(self, name: str) -> None:
        """Keep it no longer; nothing happens where there is none."""
        ...
