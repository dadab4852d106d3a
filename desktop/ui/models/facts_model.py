"""The list of facts as a Qt model."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import shorten

from PySide6.QtCore import QObject
from PySide6.QtGui import QFont

from desktop.domain.fact import Fact, FactStatus
from desktop.domain.fact_sheet import FactRow
from desktop.ui.models.blocks_model import BlocksModel, Column, Index, Role
from desktop.ui.models.documents_model import local_time
from desktop.ui.theme import colours, icon

COLUMNS: tuple[Column[FactRow], ...] = (
    Column("Fact", lambda row: row.fact.name, "name"),
    Column("Grade", lambda row: row.fact.grade or "", "grade"),
    Column("Marking", lambda row: f"TLP:{row.fact.tlp}", "tlp"),
    Column("Type", lambda row: row.fact.type, "type"),
    Column("Valid until", lambda row: row.fact.valid_until or "", "valid_until"),
    Column("Sources", lambda row: f"{len(row.fact.sources)}" if row.fact.sources else "", numeric=True),
    Column("Changed", lambda row: local_time(row.fact.updated_at), "updated_at"),
)
MOST_QUOTES, LONGEST_QUOTE = 4, 240
NAME, GRADE, MARKING, TYPE, VALID_UNTIL, SOURCES, CHANGED = range(len(COLUMNS))


class FactsModel(BlocksModel[FactRow]):
    """Rows of facts; `today` (ISO 8601) decides which are due for review."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, self._describe, parent)
        self.today = ""

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """What a cell shows; a sign where somebody should look, and a line through what another fact took the place of."""
        if role in (Role.DecorationRole, Role.FontRole) and index.isValid() and index.column() == NAME:
            row = self.row_at(index.row())
            if role == Role.DecorationRole:
                return icon("warning", colours().warning) if row and concerns(row, self.today) else None
            return _struck() if row and (row.fact.superseded_by or row.fact.status is FactStatus.REJECTED) else None
        return super().data(index, role)

    def rows_of(self, fact_ids: Collection[str]) -> list[int]:
        """Rows of facts, in order, of those that have been fetched."""
        wanted = frozenset(fact_ids)
        return self.rows_where(lambda each: each.fact.id in wanted)

    def _describe(self, row: FactRow) -> str:
        fact = row.fact
        lines = [fact.name, fact.description, fact.statement, f"TLP:{fact.tlp}", f"Grade {fact.grade}" if fact.grade else ""]
        lines += [f"Tags: {', '.join(fact.tags)}" if fact.tags else "", *standing(fact), *concerns(row, self.today)]
        return "\n".join(dict.fromkeys(filter(None, lines)))


def standing(fact: Fact) -> list[str]:
    """Why a fact does not count, as sentences."""
    said = [] if fact.status is FactStatus.ACCEPTED else [f"It is {fact.status}."]
    return said + ([f"It was superseded by {fact.superseded_by}."] if fact.superseded_by else [])


def concerns(row: FactRow, today: str) -> list[str]:
    """Why somebody should look at a fact, as sentences."""
    found = ["Another fact seems to contradict it."] if row.contradicted else []
    if row.broken_sources:
        found.append(f"{row.broken_sources} of its quotes no longer stand in their documents.")
    return found + ([f"It was valid until {row.fact.valid_until}: due for review."] if today and row.fact.is_due(today) else [])


def _struck() -> QFont:
    font = QFont()
    font.setStrikeOut(True)
    return font


def quoted_sources(quotes: Sequence[str]) -> list[str]:
    """What stands at the places that a fact is to be taken from, a line each."""
    shown = [f"“{shorten(each, LONGEST_QUOTE, placeholder=' …')}”" for each in quotes[:MOST_QUOTES]]
    if len(quotes) == 1:
        return [f"Source: {shown[0]}"]
    left = [f"and {len(quotes) - MOST_QUOTES} more."] if len(quotes) > MOST_QUOTES else []
    return [*(f"Source {number} of {len(quotes)}: {each}" for number, each in enumerate(shown, 1)), *left]
