"""A board given out, as Markdown to read or as a table to calculate with, through the gate: all of it, or nothing.

A board without some of its evidence would speak for another hypothesis than the one that stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from desktop.application.csv_tables import csv_text, write_table
from desktop.application.gate import MarkingGate
from desktop.application.memory.facts import Memory
from desktop.application.outgoing_files import write_out
from desktop.application.ports import AuditLog
from desktop.application.ports.boards import BoardStore
from desktop.domain.ach import Board, Evidence, named_board
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import indexed_id
from desktop.domain.fact_sheet import FactSheet
from desktop.domain.leaving import Exit, Outgoing
from desktop.domain.marking import Marking

MARKDOWN, CSV = ".md", ".csv"
AGAINST = "Weight of what speaks against it"
COLUMNS = ("Evidence", "Fact", "TLP", "Grade", "Weight", "Diagnosticity")
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~!&]")


@dataclass(frozen=True, slots=True)
class _Row:
    """A piece of evidence with what its fact says today; None where that is gone."""

    evidence: Evidence
    sheet: FactSheet | None
    marked: Marking

    @property
    def name(self) -> str:
        return self.sheet.fact.name if self.sheet else f"{self.evidence.fact_id} (gone)"

    @property
    def cells(self) -> tuple[str, ...]:
        grade = (self.sheet.fact.grade or "") if self.sheet else ""
        each = self.evidence
        return (
            self.name,
            each.fact_id,
            f"TLP:{self.marked}",
            grade,
            str(each.weight),
            f"{each.diagnosticity:.0%}",
            *map(str, each.ratings),
        )


class BoardExports:
    """Writes boards to files outside the vault."""

    def __init__(self, store: BoardStore, memory: Memory, gate: MarkingGate, audit: AuditLog) -> None:
        self._store = store
        self._memory = memory
        self._gate = gate
        self._audit = audit

    def export(self, board_id: str, target: Path, tlp_max: Marking | None = None) -> Marking:
        """Write a board as Markdown, or as a table where the file ends in `.csv`; returns how it is marked.

        UsageError if evidence on it is marked above the limit, which names it; StorageProblem if it cannot be written.
        """
        board, as_table = self._store.read(board_id), target.suffix.casefold() == CSV
        exit_ = Exit.CSV if as_table else Exit.REPORT
        rows = [self._row(each) for each in board.evidence]
        release = self._gate.examine(exit_, [Outgoing(board.title, tuple(map(indexed_id, board.fact_ids)))], tlp_max)
        if not release.complete:
            over = "; ".join(f"{each.name} (TLP:{each.marked})" for each in rows if each.marked.rank > release.limit.rank)
            raise UsageError(
                f"“{board.title}” stays here: on it is evidence marked above TLP:{release.limit}, {over}.",
                "Take that evidence off a copy of the board, mark it otherwise if it may leave, or change the limit in the settings.",
            )
        if as_table:
            write_table(csv_text([(*COLUMNS, *board.hypotheses), *_table(board, rows)]), target)
        else:
            write_out([(target, _markdown(board, rows, release.marking).encode())], "Choose another place, or free some space.")
        self._audit.append("export", target.name, form=exit_.value, board=named_board(board.id), tlp=str(release.marking))
        return release.marking

    def _row(self, evidence: Evidence) -> _Row:
        marked = self._gate.effective([indexed_id(evidence.fact_id)])
        try:
            return _Row(evidence, self._memory.sheet(evidence.fact_id), marked)
        except (FactNotFound, UsageError):  # it counts as it was rated, and is called gone
            return _Row(evidence, None, marked)


def _table(board: Board, rows: Sequence[_Row]) -> Iterator[tuple[str, ...]]:
    yield from (each.cells for each in rows)
    yield (AGAINST, *[""] * (len(COLUMNS) - 1), *(f"{each:.1f}" for each in board.inconsistency))


def _markdown(board: Board, rows: Sequence[_Row], marked: Marking) -> str:
    columns = (*COLUMNS, *board.hypotheses)
    lines = [f"TLP:{marked}", "", f"# {_plain(board.title)}", ""]
    lines += [f"Analysis of competing hypotheses, as of {board.updated_at}: the one with the least against it stands; none is proved.", ""]
    lines += [_line(columns), "|" + " --- |" * len(columns), *map(_line, _table(board, rows)), ""]
    lines += ["CC very consistent, C consistent, N neutral, I inconsistent, II very inconsistent, – not rated.", "", "## Sources", ""]
    for number, each in enumerate(rows, 1):
        lines.append(f"{number}. {_plain(each.name)} ({_plain(each.evidence.fact_id)}, TLP:{each.marked})")
        for source in each.sheet.sources if each.sheet else ():
            title = source.title or source.source.document
            lines.append(f"   - {_plain(title)} ({_plain(source.source.document)}): “{_plain(source.source.quote)}”")
    return "\n".join([*lines, "", f"TLP:{marked}", ""])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_plain, cells))} |"


def _plain(text: str) -> str:
    """A text on one line in which nothing is taken for Markdown or HTML."""
    return _SPECIAL.sub(r"\\\g<0>", " ".join(text.split()))
