"""The JSON shapes of the graph, and the graph as text for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from desktop.application.graph.exploring import Connections
from desktop.cli.shapes import Json
from desktop.domain.candidate import Candidate, CandidateKind
from desktop.domain.graph import Edge, EntitySummary, Graph, NamedEntity
from desktop.domain.graph_export import ExportReport

_QUOTE = 200


def entity_shape(entity: EntitySummary) -> Json:
    """One of `entities`, and a node."""
    shape: Json = {
        "entity_id": entity.id,
        "type": entity.type.value,
        "value": entity.value,
        "aliases": list(entity.aliases),
        "documents": entity.documents,
        "mentions": entity.mentions,
    }
    return shape | ({"identity_class": entity.identity_class} if entity.identity_class else {})


def edge_shape(edge: Edge) -> Json:
    """An edge with the evidence that was asked for."""
    return {
        "source": edge.source,
        "relationship": edge.relationship.value,
        "target": edge.target,
        "status": edge.status.value,
        "negated": edge.negated,
        "confidence": edge.confidence,
        "sentences": edge.sentences,
        "documents": edge.documents,
        "first_seen": edge.first_seen,
        "last_seen": edge.last_seen,
        "evidence": [
            {
                "document_id": each.document_id,
                "start": each.start,
                "end": each.end,
                "quote": each.quote,
                "confidence": each.confidence,
                "by": each.by,
                "status": each.status.value,
            }
            for each in edge.evidence
        ],
    }


def graph_shape(graph: Graph) -> Json:
    """Nodes and edges."""
    return {
        "nodes": [entity_shape(each) for each in graph.nodes],
        "edges": [edge_shape(each) for each in graph.edges],
        "total": graph.total,
    }


def connections_shape(found: Connections) -> Json:
    """Nodes and edges, and each way as the entities on it, in order."""
    return graph_shape(found.graph) | {"paths": [list(way.entities) for way in found.ways], "co_occurring": found.co_occurring}


def candidate_shape(candidate: Candidate) -> Json:
    """Something to judge, with why it was found."""
    shape: Json = {
        "kind": str(candidate.kind),
        "statement": candidate.statement,
        "source": _end_shape(candidate.subject),
        "relationship": str(candidate.relationship) if candidate.relationship else None,
        "target": _end_shape(candidate.object) if candidate.object else None,
        "negated": candidate.negated,
        "confidence": candidate.confidence,
        "places": candidate.places,
        "documents": candidate.documents,
        "by": candidate.by,
        "status": "derived",
        "spellings": list(candidate.spellings),
    }
    return shape | ({"candidates": [_end_shape(each) for each in candidate.options]} if candidate.options else {})


def candidates_text(found: tuple[Candidate, ...], left: Mapping[CandidateKind, int]) -> str:
    """A line a candidate, and how many are left."""
    lines = [f"{each.confidence:.2f} {each.places:>5}  {each.statement}  [{each.by}]" for each in found]
    return "\n".join([*lines, f"left: {', '.join(f'{count:,} {kind}' for kind, count in left.items())}"])


def _end_shape(entity: NamedEntity) -> Json:
    return {"entity_id": entity.id or None, "type": entity.type.value, "value": entity.value}


def export_shape(report: ExportReport) -> Json:
    """What was given out of the graph."""
    return asdict(report) | {"files": list(report.files), "marking": str(report.marking), "dropped": list(report.dropped)}


def export_text(report: ExportReport) -> str:
    """What was written, how it is marked, and what was left out."""
    edges = f" and {report.edges:,} edges" if report.edges else ""
    held = [f"{report.withheld:,} documents were held back because of their markings."] if report.withheld else []
    return "\n".join(
        [f"{report.nodes:,} nodes{edges} in {' and '.join(report.files)} (TLP:{report.marking}).", *held, *report.dropped[:20]]
    )


def entities_text(entities: tuple[EntitySummary, ...], total: int) -> str:
    """A line an entity."""
    lines = [f"{each.documents:>5} {each.mentions:>6}  {each.id}  {each.value}" for each in entities]
    shown = f"{len(entities):,} of {total:,}" if len(entities) < total else f"{total:,}"
    return "\n".join([*lines, f"{shown} entities (documents, mentions, id, name)"])


def graph_text(graph: Graph) -> str:
    """A line an edge, and the sentences below it."""
    lines = [line for edge in graph.edges for line in _edge_lines(edge, _names(graph))]
    shown = f"Showing {len(graph.edges):,} of {graph.total:,} relations." if graph.total > len(graph.edges) else ""
    return "\n".join(filter(None, [*lines, shown])) or "No relation is known; --co-occurring shows what stands in the same sentences."


def connections_text(found: Connections) -> str:
    """A line a way, then its edges with their sentences."""
    if not found.ways:
        return "They are not connected by what the documents say."
    names = _names(found.graph)
    ways = [" → ".join(names.get(each, each) for each in way.entities) for way in found.ways]
    notice = ["No relation connects them; these merely stand in the same sentences."] if found.co_occurring else []
    return "\n".join([*notice, *ways, "", *(line for edge in found.graph.edges for line in _edge_lines(edge, names))])


def _names(graph: Graph) -> dict[str, str]:
    return {each.id: each.value for each in graph.nodes}


def _edge_lines(edge: Edge, names: dict[str, str]) -> list[str]:
    said = f"does not: {edge.relationship}" if edge.negated else edge.relationship.value
    sources = f"{edge.sentences:,} sentence{'s' if edge.sentences > 1 else ''}, {edge.first_seen} to {edge.last_seen}, {edge.status}"
    head = f"{names.get(edge.source, edge.source)} [{said}] {names.get(edge.target, edge.target)}  ({sources})"
    return [head, *(f"    {each.document_id}:{each.start}-{each.end}  {short_quote(each.quote)}" for each in edge.evidence)]


def short_quote(quote: str) -> str:
    """A sentence on one line, the beginning of a long one."""
    line = " ".join(quote.split())
    return line if len(line) <= _QUOTE else f"{line[: _QUOTE - 1]}…"
