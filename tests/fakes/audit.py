"""An audit log in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop.application.ports import AuditEntry
from desktop.domain.audit import AuditQuery, AuditRecord


class MemoryAuditLog:
    """Keeps what was done."""

    def __init__(self) -> None:
        self.entries: list[AuditEntry] = []
        self.wrong: list[str] = []

    def append(self, action: str, subject: str, **details: Any) -> None:
        self.append_all([AuditEntry(action, subject, details)])

    def append_all(self, entries: Sequence[AuditEntry]) -> None:
        self.entries += entries

    def records(self, query: AuditQuery) -> list[AuditRecord]:
        numbered = enumerate(self.entries, start=1)
        return [
            AuditRecord(number, f"2026-12-01T08:00:{number:02d}Z", each.actor, each.action, each.subject, each.details)
            for number, each in reversed(list(numbered))
            if query.subject in ("", each.subject)
            and each.subject.startswith(query.under)
            and (not query.actions or each.action in query.actions)
            and query.actor in ("", each.actor)
            and query.text in f"{each.action} {each.subject}"
        ][: query.limit]

    def problems(self) -> list[str]:
        return self.wrong

    def done(self) -> list[tuple[str, str]]:
        """(action, subject) of every entry."""
        return [(each.action, each.subject) for each in self.entries]
