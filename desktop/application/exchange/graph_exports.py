"""The graph given out: a selection, a case or everything, as GraphML, tables, a Navigator layer or STIX, through the gate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from desktop.application.csv_tables import write_tables
from desktop.application.exchange.graph_parts import GraphParts
from desktop.application.exchange.graph_tables import edge_table, graphml, node_table
from desktop.application.exchange.navigator_layer import navigator_layer, scored
from desktop.application.exchange.stix_exchange import ExportChoice, StixExchange
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.outgoing_files import write_out
from desktop.application.ports import AuditLog, GraphReader
from desktop.domain.entity import EntityType
from desktop.domain.graph import EdgeQuery
from desktop.domain.graph_export import ExportFormat, ExportReport, ExportScope, GraphPart
from desktop.domain.leaving import Exit
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters

_ALL = 1_000_000
_NAMED = 5


class GraphExports:
    """What the window and the command line give out of the graph."""

    def __init__(self, parts: GraphParts, graph: GraphReader, stix: StixExchange, gate: MarkingGate, audit: AuditLog) -> None:
        self._parts = parts
        self._graph = graph
        self._stix = stix
        self._gate = gate
        self._audit = audit

    def export(
        self, context: JobContext, form: ExportFormat, scope: ExportScope, target: Path, tlp_max: Marking | None = None
    ) -> ExportReport:
        """Write a part of the graph to files; StorageProblem if that cannot be done.

        Nothing that was made of documents marked above the limit is in it, nor is it counted. Tables are two files, `…-nodes.csv` and
        `…-edges.csv`.
        """
        if form is ExportFormat.STIX:
            return self._export_stix(context, scope, target, tlp_max)
        part = self._parts.gather(context, form.exit, self._widened(form, scope), tlp_max)
        if form is ExportFormat.CSV:
            report = self._write_tables(part, target)
        elif form is ExportFormat.GRAPHML:
            report = _reported(part, [_write(graphml(part), target)])
        else:
            report = self._write_layer(part, scope, target)
        self._audit.append("export", target.name, form=str(form), nodes=report.nodes, edges=report.edges, withheld=report.withheld)
        return report

    def _widened(self, form: ExportFormat, scope: ExportScope) -> ExportScope:
        """For a layer, the techniques that a selection is connected with belong to it."""
        if form is not ExportFormat.NAVIGATOR or not scope.entities:
            return scope
        own = self._graph.same_as(scope.entities)
        edges = self._graph.edges(own, EdgeQuery(types=(EntityType.ATTACK_PATTERN,), limit=_ALL))
        ends = (end for edge in edges for end in (edge.source, edge.target))
        return replace(scope, entities=tuple(dict.fromkeys((*own, *ends))))

    def _write_tables(self, part: GraphPart, target: Path) -> ExportReport:
        files = ExportFormat.CSV.files(target)
        write_tables(list(zip(files, (node_table(part), edge_table(part)), strict=True)))
        return _reported(part, files)

    def _write_layer(self, part: GraphPart, scope: ExportScope, target: Path) -> ExportReport:
        techniques, without = scored(part, scope)
        named = f"{', '.join(without[:_NAMED])}{' …' if len(without) > _NAMED else ''}"
        dropped = (f"{len(without):,} techniques have no ATT&CK number: {named}.",) if without else ()
        written = _write(navigator_layer(techniques, target.stem, part), target)
        return replace(_reported(part, [written]), nodes=len(techniques), edges=0, dropped=dropped)

    def _export_stix(self, context: JobContext, scope: ExportScope, target: Path, tlp_max: Marking | None) -> ExportReport:
        limit, (_, release) = self._gate.limit(Exit.STIX, tlp_max), self._parts.examine(Exit.STIX, scope, tlp_max)
        filters = Filters(tags=scope.tags, documents=scope.documents)
        choice = ExportChoice(None if limit is Marking.RED and tlp_max is None else limit, filters, scope.entities)
        report = self._stix.export(context, target, choice)
        left_out = (*report.changed, *report.dropped)
        return ExportReport((str(target),), report.kept, 0, release.marking, len(release.withheld), left_out)


def _reported(part: GraphPart, files: Sequence[Path]) -> ExportReport:
    return ExportReport(tuple(map(str, files)), len(part.nodes), len(part.edges), part.marking, part.withheld)


def _write(content: bytes, target: Path) -> Path:
    write_out([(target, content)], "Choose another place, or free some space.")
    return target
