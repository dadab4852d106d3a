"""The port of searching files without an index."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from desktop.application.job import CancelToken


@dataclass(frozen=True, slots=True)
class GrepMatch:
    """A matching line of a document's file: offsets in code points within the whole file text."""

    document_id: str
    line_start: int
    line_end: int
    spans: tuple[tuple[int, int], ...] = field(default=())


class Grep(Protocol):
    """Regular expressions over the files, no index needed."""

    def search(self, pattern: str, folder: Path, limit: int, cancel: CancelToken) -> list[GrepMatch]:
        """Matching lines by document id, then in order; a pattern that is no valid expression is sought as it stands."""
        ...

    def is_expression(self, pattern: str) -> bool:
        """Whether a pattern is a valid regular expression."""
        ...
