"""Which documents and facts a picture of the graph was made of, and its tables on their way out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from desktop.application.csv_tables import as_csv, write_table
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.ports import GraphReader
from desktop.domain.graph import EdgeQuery
from desktop.domain.graph_rows import NODE_COLUMNS, TIE_COLUMNS, NodeRow, TieRow
from desktop.domain.graph_view import MENTIONS, Tie, document_of
from desktop.domain.leaving import Exit, Outgoing, Release

_EVERY = 1_000_000


class PictureSources:
    """Looks up what was said where; whatever leaves passes the gate with all of it.

    A row leaves only if every document that it counts may: the count alone would tell of the others.
    """

    def __init__(self, graph: GraphReader, gate: MarkingGate) -> None:
        self._graph = graph
        self._gate = gate

    def made_of(self, context: JobContext, keys: Iterable[str], ties: Sequence[Tie]) -> tuple[str, ...]:
        """The documents and facts that nodes and ties come from."""
        nodes, between = self.of_nodes(context, keys), self._of_ties(ties)
        return tuple(dict.fromkeys(each for found in (*nodes.values(), *between.values()) for each in found))

    def of_nodes(self, context: JobContext, keys: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """By the key of each node; one that no text mentions, such as a fact's subject, counts as made of something unknown."""
        found: dict[str, tuple[str, ...]] = {}
        for key in keys:
            context.cancel.raise_if_cancelled()
            if own := document_of(key):
                found[key] = (own,)
                continue
            found[key] = tuple(each.document_id for each in self._graph.timeline(self._graph.same_as([key]))) or ("",)
        return found

    def examine(self, context: JobContext, exit_: Exit, name: str, keys: Iterable[str], ties: Sequence[Tie]) -> Release:
        """Whether a picture with these nodes and ties may leave, as a whole."""
        return self._gate.examine(exit_, [Outgoing(name, self.made_of(context, keys, ties))])

    def write_nodes(self, context: JobContext, rows: Sequence[NodeRow], target: Path) -> Release:
        """Write those rows that may leave to a CSV file; returns what was held back."""
        sources = self.of_nodes(context, [each.key for each in rows])
        return self._write(NODE_COLUMNS, rows, [Outgoing(each.name, sources[each.key]) for each in rows], target)

    def write_ties(self, rows: Sequence[TieRow], target: Path) -> Release:
        """Write those rows that may leave to a CSV file; returns what was held back."""
        sources = self._of_ties([each.tie for each in rows])
        items = [Outgoing(f"{each.source} {each.relationship} {each.target}", sources[each.tie.key]) for each in rows]
        return self._write(TIE_COLUMNS, rows, items, target)

    def _write(self, columns: Sequence[str], rows: Sequence[object], items: Sequence[Outgoing], target: Path) -> Release:
        release = self._gate.examine(Exit.CSV, items)
        write_table(as_csv(columns, [rows[place] for place in release.allowed]), target)
        return release

    def _of_ties(self, ties: Sequence[Tie]) -> Mapping[tuple[str, str, str], tuple[str, ...]]:
        """By the ends of each tie; one whose sentences are gone from the index counts as made of something unknown."""
        entities = {end for tie in ties if tie.relationship != MENTIONS for end in (tie.source, tie.target)}
        own = {each: self._graph.same_as([each]) for each in entities}
        every = sorted({each for same in own.values() for each in same})
        stated: dict[tuple[str, str, str], set[str]] = {}
        edges = self._graph.edges_among(every, EdgeQuery(co_occurring=True, limit=_EVERY)) if every else ()
        for edge in self._graph.with_evidence(edges, _EVERY):
            documents = stated.setdefault((edge.source, str(edge.relationship), edge.target), set())
            documents.update(each.document_id for each in edge.evidence)
        found: dict[tuple[str, str, str], tuple[str, ...]] = {}
        for tie in ties:
            if tie.relationship == MENTIONS:
                found[tie.key] = (document_of(tie.source),)
                continue
            ends = ((one, tie.relationship, other) for one in own[tie.source] for other in own[tie.target])
            found[tie.key] = tuple(sorted(set().union(*(stated.get(each, set()) for each in ends)))) or ("",)
        return found
