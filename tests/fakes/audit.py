"""An audit log in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop.application.ports import AuditEntry


class MemoryAuditLog:
    """Keeps what was done."""

    def __init__(self) -> None:
        self.entries: list[AuditEntry] = []

    def append(self, action: str, subject: str, **details: Any) -> None:
        self.append_all([AuditEntry(action, subject, details)])

    def append_all(self, entries: Sequence[AuditEntry]) -> None:
        self.entries += entries

    def problems(self) -> list[str]:
        return []

    def done(self) -> list[tuple[str, str]]:
        """(action, subject) of every entry."""
        return [(each.action, each.subject) for each in self.entries]
