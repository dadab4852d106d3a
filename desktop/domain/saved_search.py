"""What an analyst keeps of searching: saved searches, which may watch, pinned passages, and the history."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.passage import Passage, Query


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query kept under a name, which is unlike every other's whatever its case.

    One that is `watched` tells of documents that came since it was last looked at (`looked_at`, ISO 8601 in UTC). `seen` are the ids of
    matching documents that were imported shortly before and known then.
    """

    name: str
    query: Query
    created_at: str
    watched: bool = False
    looked_at: str = ""
    seen: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Watch:
    """What a watched search has to tell: ids of the documents that match it and are new, newest first."""

    search: SavedSearch
    documents: tuple[str, ...]

    @property
    def count(self) -> int:
        """How many there are, for a badge."""
        return len(self.documents)


@dataclass(frozen=True, slots=True)
class Pin:
    """A passage that was pinned: where it stood, its words, the query that found it, and a person's note. `id` tells it from others."""

    id: str
    document_id: str
    title: str
    start: int
    end: int
    quote: str
    query: str
    pinned_at: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class PinnedPassage:
    """A pin and its passage as the document has it today; None where its words no longer stand there or the document is gone.

    `tags` are those of the document; None if it is gone.
    """

    pin: Pin
    passage: Passage | None
    tags: tuple[str, ...] | None = None

    def in_case(self, case: str) -> bool:
        """Whether it has to do with a case: its document carries the tag, or is gone, so that nothing says that it has not."""
        return not case or self.tags is None or case in self.tags


@dataclass(frozen=True, slots=True)
class PastSearch:
    """A search that was made, when (ISO 8601 in UTC), and how many hits it showed."""

    query: Query
    asked_at: str
    hits: int
