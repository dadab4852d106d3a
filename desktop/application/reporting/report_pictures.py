"""The picture of a named graph in a report: what was kept, without the nodes and lines that may not leave."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from desktop.application.gate import MarkingGate
from desktop.application.graph.picture_sources import PictureSources
from desktop.application.job import JobContext
from desktop.application.reporting.report_items import DrawnGraph, Shown
from desktop.domain.graph_picture import draw
from desktop.domain.graph_rows import shown_keys
from desktop.domain.graph_timeline import Within
from desktop.domain.graph_view import MENTIONS, GraphView
from desktop.domain.leaving import Exit, Outgoing, Withheld
from desktop.domain.marking import Marking


@dataclass(frozen=True, slots=True)
class Kept:
    """A named graph as it was kept; `within` is what has evidence in the stretch of time that it looks at.

    `relations` are those that may leave.
    """

    title: str
    view: GraphView
    within: Within | None
    relations: tuple[Shown, ...]


class ReportPictures:
    """Takes out of a view what the gate holds back."""

    def __init__(self, sources: PictureSources, gate: MarkingGate) -> None:
        self._sources = sources
        self._gate = gate

    def of(self, context: JobContext, kept: Kept, wanted: Marking | None) -> tuple[DrawnGraph | None, tuple[Withheld, ...]]:
        """What may be drawn, None where nothing is left, and the nodes that are held back.

        A node is drawn if a relation that may leave has it as an end, or a document that may leave mentions it.
        """
        view, stated = kept.view, {end for each in kept.relations for end in (each.tie.source, each.tie.target)}
        behind = self._sources.of_nodes(context, shown_keys(view))
        ranks = self._ranks(behind, self._gate.limit(Exit.REPORT, wanted))
        open_ = {key: [each for each in documents if each in ranks] for key, documents in behind.items()}
        nodes = {key: replace(view.nodes[key], documents=len(found)) for key, found in open_.items() if found or key in stated}
        mentions = [each for each in view.ties if each.relationship == MENTIONS and each.source in nodes and each.target in nodes]
        ties = (*(each.tie for each in kept.relations), *mentions)
        collected = {key: where for key, where in view.collected.items() if key in nodes}
        picture = draw(replace(view, nodes=nodes, ties=ties, collected=collected), kept.within)
        spots = {each.key: view.spots[each.key] for each in picture.nodes if each.key in view.spots}
        held = tuple(
            Withheld(f"{kept.title}: {view.nodes[key].label}", self._gate.effective(documents), documents)
            for key, documents in behind.items()
            if key not in nodes
        )
        made_of = dict.fromkeys(min(open_[key], key=ranks.__getitem__) for key in nodes if key not in stated)
        return (DrawnGraph(picture, spots, tuple(made_of)) if spots else None), held

    def _ranks(self, behind: Mapping[str, tuple[str, ...]], limit: Marking) -> dict[str, int]:
        """How strictly each document is marked that may leave."""
        documents = list(dict.fromkeys(each for found in behind.values() for each in found))
        ranks: dict[str, int] = {}
        for marking in sorted(Marking.up_to(limit), key=lambda each: each.rank):
            release = self._gate.examine(Exit.REPORT, [Outgoing(each, (each,)) for each in documents], marking)
            for place in release.allowed:
                ranks.setdefault(documents[place], marking.rank)
        return ranks
