"""A trial of an exit: what of a whole vault may leave by it, and what is held back, without letting anything out."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.gate import MarkingGate
from desktop.application.library import Library
from desktop.application.memory.facts import Memory
from desktop.application.ports import DocumentQuery, FactQuery
from desktop.domain.fact import FactView, indexed_id
from desktop.domain.leaving import Exit, Outgoing, Release
from desktop.domain.marking import Marking


class ExitTrial:
    """Asks the gate about every document and fact, or about some."""

    def __init__(self, library: Library, memory: Memory, gate: MarkingGate) -> None:
        self._library = library
        self._memory = memory
        self._gate = gate

    def examine(self, exit_: Exit, ids: Sequence[str] = (), wanted: Marking | None = None) -> tuple[tuple[str, ...], Release]:
        """The ids that were asked about (all, if none are named), and what of them may leave, by place."""
        asked = tuple(ids) or (*self._documents(), *self._facts())
        return asked, self._gate.examine(exit_, [Outgoing(each, (each,)) for each in asked], wanted)

    def _documents(self) -> list[str]:
        rows = self._library.rows(DocumentQuery(sort="id", descending=False))
        return [row.document.id for row in rows]

    def _facts(self) -> list[str]:
        return [indexed_id(row.fact.id) for row in self._memory.rows(FactQuery(view=FactView.ALL, sort="id", descending=False))]
