"""Ways in the order of time, as JSON and as text for people."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.application.graph.ordered_ways import OrderedFinding
from desktop.cli.graph_shapes import entity_shape, short_quote
from desktop.cli.shapes import Json
from desktop.domain.graph import EntitySummary
from desktop.domain.graph_card import OrderedWays, WayStep


def ordered_shape(found: OrderedFinding, nodes: Sequence[EntitySummary]) -> Json:
    """Nodes and edges as of any path, and each way as its steps, with the direction it goes in; `undated` ways hold only if dates fit."""
    steps = {step.tie.key: step for ways in (found.there, found.back) for way in ways.ways for step in way}
    return {
        "nodes": [entity_shape(each) for each in nodes],
        "edges": [_edge(each) for each in steps.values()],
        "ways": [
            {"source": ways.start, "target": ways.end, "undated": ways.undated, "steps": [_edge(step) for step in way]}
            for ways in (found.there, found.back)
            for way in ways.ways
        ],
        "co_occurring": any(not each.tie.is_claim for each in steps.values()),
    }


def ordered_text(found: OrderedFinding, nodes: Sequence[EntitySummary]) -> str:
    """A line a step, with its date and its sentence below it."""
    names = {each.id: each.value for each in nodes}
    lines = [line for ways in (found.there, found.back) for line in _way_lines(ways, names)]
    merely = any(not step.tie.is_claim for ways in (found.there, found.back) for way in ways.ways for step in way)
    notice = ["No relation connects them; these merely stand in the same sentences."] if merely else []
    return "\n".join([*notice, *lines]) or "No way between them keeps to the order of time."


def _way_lines(ways: OrderedWays, names: dict[str, str]) -> list[str]:
    doubt = ", if what bears no date fits where it stands" if ways.undated else ""
    lines = []
    for number, way in enumerate(ways.ways, start=1):
        lines.append(f"{names.get(ways.start, ways.start)} → {names.get(ways.end, ways.end)}, way {number}{doubt}")
        for step in way:
            tie, said = step.tie, step.sentence
            ends = names.get(tie.source, tie.source), names.get(tie.target, tie.target)
            lines.append(f"  {step.date or 'no date':<10}  {ends[0]} [{tie.relationship}] {ends[1]}")
            lines.append(f"      {said.document_id}:{said.start}-{said.end}  {short_quote(said.quote)}")
    return lines


def _edge(step: WayStep) -> Json:
    said = step.sentence
    return {
        "source": step.tie.source,
        "relationship": step.tie.relationship,
        "target": step.tie.target,
        "status": str(step.tie.status),
        "date": step.date or None,
        "evidence": [{"document_id": said.document_id, "start": said.start, "end": said.end, "quote": said.quote}],
    }
