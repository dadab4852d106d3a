"""Named graphs in a report: the relations that they show, each with the sentences that state it, and only those that may leave."""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace

from desktop.application.gate import MarkingGate
from desktop.application.graph.named_graphs import NamedGraphs
from desktop.application.graph.picture_sources import PictureSources
from desktop.application.graph.telling import Telling
from desktop.application.graph.timelines import Timelines
from desktop.application.job import JobContext
from desktop.application.reporting.report_items import Item, Shown, graph_item
from desktop.application.reporting.report_pictures import Kept, ReportPictures
from desktop.domain.errors import UsageError
from desktop.domain.graph_rows import shown_tie_rows
from desktop.domain.graph_timeline import Timeline, Within
from desktop.domain.graph_view import MENTIONS
from desktop.domain.leaving import Exit, Outgoing, Withheld
from desktop.domain.marking import Marking
from desktop.domain.named_graph import GraphHead, graph_of, trashed_graph
from desktop.domain.report import ReportChoice

_EVERY = 10_000
_ALTOGETHER = 10_000_000


class ReportGraphs:
    """Reads named graphs as they are opened: on what the vault holds by now."""

    def __init__(self, named: NamedGraphs, timelines: Timelines, telling: Telling, sources: PictureSources, gate: MarkingGate) -> None:
        self._named = named
        self._gate = gate
        self._pictures = ReportPictures(sources, gate)
        self._timelines = timelines
        self._telling = telling

    def choices(self, case: str = "") -> tuple[ReportChoice, ...]:
        """The graphs that a report may be made of, of a case if one is named."""
        heads = self._named.heads(case)
        return tuple(ReportChoice(trashed_graph(each.file), each.name, f"graph of {_counted(each.nodes, 'node')}") for each in heads)

    def item_name(self, name: str) -> str:
        """How a report names the graph that a person calls so; UsageError where there is none."""
        wanted = " ".join(name.split()).casefold()
        return trashed_graph(self._head(name, lambda each: " ".join(each.name.split()).casefold() == wanted).file)

    def read(self, context: JobContext, name: str, wanted: Marking | None) -> tuple[Item | None, tuple[Withheld, ...]]:
        """What may leave of a graph: its relations, the claims first (that a document mentions something is none), and its picture.

        What is held back is listed; None where there were relations and none may leave.
        """
        file = graph_of(name)
        opened = self._named.open(context, self._head(name, lambda each: each.file == file).name)
        view = opened.view
        timeline = self._timelines.of(context, list(view.nodes), view.as_of) if view.period else None
        within = timeline.within(view.period) if timeline and view.period else None
        ties = [each.tie for each in shown_tie_rows(view, within) if each.tie.relationship != MENTIONS]
        told = self._telling.evidence(context, ties, view.as_of, _EVERY, _ALTOGETHER)
        labels = {key: node.label for key, node in view.nodes.items()}
        relations = tuple(Shown(each.tie, labels[each.tie.source], labels[each.tie.target], each.sentences) for each in told)
        item, held = narrowed(self._gate, graph_item(name, opened.name, relations), wanted)
        if item is not None and timeline and view.period:
            leaving = self._leaving(timeline, wanted)
            within = leaving.within(view.period)
            item, outside = self._in_time(item, within, timeline.documents.keys() - leaving.documents.keys(), timeline)
            held = (*held, *outside)
        if item is None:
            return None, held
        drawn, undrawn = self._pictures.of(context, Kept(opened.name, view, within, item.relations or ()), wanted)
        return replace(item, drawn=drawn), (*held, *undrawn)

    def _leaving(self, timeline: Timeline, wanted: Marking | None) -> Timeline:
        """A timeline with only the documents that may leave."""
        outgoing = [Outgoing(each, (each,)) for each in timeline.documents]
        allowed = self._gate.examine(Exit.REPORT, outgoing, wanted).allowed
        return replace(timeline, documents={outgoing[place].name: timeline.documents[outgoing[place].name] for place in allowed})

    def _in_time(self, item: Item, within: Within, barred: Set[str], timeline: Timeline) -> tuple[Item | None, tuple[Withheld, ...]]:
        """Without the relations that only what may not leave states in the stretch of time: that they are there would tell of it."""
        relations = item.relations or ()
        kept = tuple(each for each in relations if each.tie.key in within.ties)
        held = []
        for each in relations:
            if each.tie.key not in within.ties:
                because = tuple(sorted(timeline.of_ties.get(each.tie.key, frozenset()) & barred))
                name = f"{item.title}: {each.words}, in the stretch of time that the graph keeps to"
                held.append(Withheld(name, self._gate.effective(because), because))
        return graph_item(item.name, item.title, kept) if kept or not held else None, tuple(held)

    def _head(self, name: str, is_meant: Callable[[GraphHead], bool]) -> GraphHead:
        heads = self._named.heads()
        found = next(filter(is_meant, heads), None)
        if found is None:
            known = ", ".join(each.name for each in heads)
            hint = f"There are: {known}." if known else "Keep one in the Graph pane first."
            raise UsageError(f"There is no graph named {name!r} in this vault.", hint)
        return found


def narrowed(gate: MarkingGate, item: Item, wanted: Marking | None) -> tuple[Item | None, tuple[Withheld, ...]]:
    """A graph as only the sentences that may leave state it; None where some were there and none may. What is held back is listed."""
    limit, kept, held = gate.limit(Exit.REPORT, wanted), list[Shown](), list[Withheld]()
    for each in item.relations or ():
        name = f"{item.title}: {each.words}"
        if not each.sentences:
            held.append(Withheld(f"{name}, which nothing in the vault states any more", Marking.RED, ()))
            continue
        outgoing = [Outgoing(said.document_id, (said.document_id,)) for said in each.sentences]
        release = gate.examine(Exit.REPORT, outgoing, limit)
        if release.withheld:
            count, total = len(release.withheld), len(each.sentences)
            part = f", {count:,} of {_counted(total, 'sentence')}" if release.allowed else ""
            because = tuple(dict.fromkeys(place.name for place in release.withheld))
            held.append(Withheld(name + part, Marking.highest(place.marking for place in release.withheld), because))
        if release.allowed:
            kept.append(each.narrowed_to(tuple(each.sentences[place] for place in release.allowed)))
    left = graph_item(item.name, item.title, tuple(kept)) if kept or not held else None
    return left, tuple(held)


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
