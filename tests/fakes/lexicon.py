"""The lexicon in memory."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.ports import LexiconTable


class Tables:
    """A LexiconStore of lists."""

    def __init__(self) -> None:
        self.lines: dict[LexiconTable, list[dict[str, str]]] = {each: [] for each in LexiconTable}

    def rows(self, table: LexiconTable) -> list[dict[str, str]]:
        return list(self.lines[table])

    def change(self, table: LexiconTable, add: Sequence[dict[str, str]], remove: Sequence[dict[str, str]]) -> None:
        self.lines[table] = [each for each in self.lines[table] if each not in remove] + list(add)
