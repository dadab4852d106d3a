"""Batch lookup: what the vault knows of each thing on a pasted list."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop.domain.entity import EntityType
from desktop.domain.passage import Passage


class Standing(StrEnum):
    """What a lookup comes to: documents mention it, none does, or none does and it stands on a warning list."""

    KNOWN = "known"
    UNKNOWN = "unknown"
    WARNED = "warned"


@dataclass(frozen=True, slots=True)
class LookupRow:
    """One thing of a pasted list: `text` as it stands there, in which `line` (from 1), and what it was read as.

    `type` is None where it was read as plain words; `value` is the canonical form that was looked for, `also` the other names
    of the same thing that were looked for with it. `warnings` names the warning lists on which it stands, whether
    documents mention it or not. `documents` and `mentions` count where it was found, `at_least` says that there are more
    than were counted. `spellings` are the forms in which it stands there, `first_seen` and `last_seen` the earliest and latest
    date of those documents (published, else imported; ISO 8601). `passages` are the best few. `remarks` are sentences about what is
    near it, as where a URL is unknown and its host is not, and about dates that are days of import.
    """

    line: int
    text: str
    type: EntityType | None
    value: str
    also: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    documents: int = 0
    mentions: int = 0
    at_least: bool = False
    first_seen: str | None = None
    last_seen: str | None = None
    spellings: tuple[str, ...] = ()
    passages: tuple[Passage, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def made_of(self) -> tuple[str, ...]:
        """The documents that its counts tell of, as far as it names them; of what is unknown, `?` stands for the rest."""
        named = tuple(dict.fromkeys(each.document_id for each in self.passages))
        return named if len(named) >= self.documents and not self.at_least else (*named, "?")

    @property
    def standing(self) -> Standing:
        """Known if documents mention it; else warned if it stands on a warning list."""
        if self.documents:
            return Standing.KNOWN
        return Standing.WARNED if self.warnings else Standing.UNKNOWN


@dataclass(frozen=True, slots=True)
class LookupResult:
    """A row for each thing on the list, in its order; the same thing again is another row with the same findings.

    `passed_over` are the numbers of lines in which there was nothing to look up: empty ones and comments.
    """

    rows: tuple[LookupRow, ...]
    passed_over: tuple[int, ...]
    seconds: float

    def totals(self) -> dict[Standing, int]:
        """How many rows there are of each standing, zeros included."""
        return {standing: sum(row.standing is standing for row in self.rows) for standing in Standing}
