"""What was done to a vault: the lines of its audit log, and which of them are looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from desktop.domain.fact import indexed_id


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """A line of the log: its number (from 1), when (ISO 8601), who did what to what."""

    number: int
    at: str
    actor: str
    action: str
    subject: str
    details: dict[str, Any]

    @property
    def concerned(self) -> tuple[str, ...]:
        """The documents and facts that it tells of: what was changed, and what is named beside it."""
        named = [self.details.get(key) for key in ("supersedes", "superseded_by", "parent")]
        together = self.details.get("with")
        facts = map(indexed_id, map(str, together)) if isinstance(together, list | tuple) else ()
        return tuple(dict.fromkeys([self.subject, *(each for each in named if isinstance(each, str)), *facts]))


@dataclass(frozen=True, slots=True)
class AuditQuery:
    """Which lines: of this subject or of those that begin like `under`, with these actions, by this actor, with `text` in them.

    Days are ISO 8601, inclusive.
    """

    subject: str = ""
    under: str = ""
    actions: tuple[str, ...] = ()
    actor: str = ""
    since: str = ""
    until: str = ""
    text: str = ""
    limit: int = 1_000_000


@dataclass(frozen=True, slots=True)
class AuditFacets:
    """What the lines of a log can be told apart by, and how many there are."""

    lines: int
    actions: tuple[str, ...]
    actors: tuple[str, ...]
