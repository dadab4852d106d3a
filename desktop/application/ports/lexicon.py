"""The port of the lexicon's files."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol


class LexiconTable(StrEnum):
    """The tables of the lexicon."""

    ALLOW = "allow"
    DENY = "deny"
    ALIASES = "aliases"


class LexiconStore(Protocol):
    """The three tables, which a person may edit with any other program too."""

    def rows(self, table: LexiconTable) -> list[dict[str, str]]:
        """The lines of a table, in its order, as values by column; empty ones are left out."""
        ...

    def change(self, table: LexiconTable, add: Sequence[dict[str, str]], remove: Sequence[dict[str, str]]) -> None:
        """Add lines at the end and take out those that say exactly this; all others, and further columns, stay as they are.

        Raises StorageProblem, and UsageError where the table cannot be understood.
        """
        ...
