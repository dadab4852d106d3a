"""The file that a document was made from, where the analyst keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SourceCondition(StrEnum):
    """What a look at the file shows."""

    UNCHANGED = "unchanged"
    CHANGED = "changed"
    GONE = "gone"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class SourceState:
    """A document and the file it was made from, as it is now."""

    document_id: str
    path: str
    state: SourceCondition
