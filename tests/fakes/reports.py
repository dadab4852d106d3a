"""Reports of facts, answers and graphs in memory."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from desktop.application.answer.threads import Threads
from desktop.application.gate import MarkingGate
from desktop.application.graph.descriptions import Descriptions
from desktop.application.graph.named_graphs import NamedGraphs
from desktop.application.graph.picture_sources import PictureSources
from desktop.application.graph.picturing import Picturing
from desktop.application.graph.telling import Telling
from desktop.application.graph.timelines import Timelines
from desktop.application.reporting.report_graphs import ReportGraphs
from desktop.application.reporting.reports import Reports
from desktop.application.settings import MarkingSettings
from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from desktop.domain.report import Report, ReportPicture, ReportTemplate
from tests.fakes.facts_vault import FactsVault
from tests.fakes.indicators import ListedValues
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.memory_graphs import MemoryGraphs
from tests.fakes.memory_packs import MemoryPacks
from tests.fakes.search_desk import IndicatorExtractor
from tests.fakes.searchable_index import SearchableIndex


class PlainTemplates:
    """`flash` says all there is to say, a line each; `broken` cannot be filled."""

    def all(self) -> tuple[ReportTemplate, ...]:
        return (ReportTemplate("broken", "Broken", own=True), ReportTemplate("flash", "Flash"))

    def fill(self, name: str, values: Mapping[str, Any]) -> str:
        if name != "flash":
            raise UsageError(f"The template {name} cannot be filled.", "Mend it.")
        lines = [f"# {values['title']}", values["summary"]]
        lines += [
            f"{each['title']}: {said['text']} {said['citations']}"
            for each in values["items"]
            if each["kind"] != "graph"
            for said in each["said"]
        ]
        columns = ("source", "relationship", "target", "standing")
        lines += [
            f"{' | '.join(str(each[name]) for name in columns)} | {each['sentences']}/{each['documents']} {each['citations']}"
            for graph in values["graphs"]
            for each in graph["relations"]
        ]
        lines += [graph["picture"] for graph in values["graphs"]]
        lines += [f"{each['type']} {each['value']} {each['citations']}" for each in values["indicators"]]
        lines += [
            f"({each['number']}) {each['title']} | {each['grade']} | {each['marking']} | {each['sha256']} | {each['quote']}"
            for each in values["sources"]
        ]
        return "\n".join(filter(None, lines))


def render_plainly(report: Report) -> bytes:
    return f"docx {report.label}\n{report.text}".encode()


def render_as_pdf(report: Report) -> bytes:
    return f"pdf {report.label}\n{report.text}".encode()


def draw_plainly(picture: ReportPicture, marking: Marking) -> bytes:
    drawn = picture.picture
    labels = {each.key: each.label for each in drawn.nodes}
    lines = [f"{labels[each.source]} {', '.join(tie.relationship for tie in each.ties)} {labels[each.target]}" for each in drawn.lines]
    return "\n".join([f"{picture.title} TLP:{marking}", *sorted(labels.values()), *sorted(lines)]).encode()


class GraphsVault:
    """Named graphs over an index in memory; texts are those of the facts' vault."""

    def __init__(
        self, vault: FactsVault, index: SearchableIndex | None = None, kept: MemoryGraphs | None = None, gate: MarkingGate | None = None
    ) -> None:
        self.index = index or SearchableIndex()
        graph = MemoryGraph(self.index)
        self.picturing = Picturing(graph, self.index)
        self.named = NamedGraphs(kept or MemoryGraphs(), self.picturing, vault.audit)
        telling = Telling(graph, vault.documents, self.picturing, Descriptions(MemoryPacks()))
        gate = gate or MarkingGate(vault.index, MarkingSettings())
        self.reported = ReportGraphs(self.named, Timelines(graph), telling, PictureSources(graph, gate), gate)


def reports_of(vault: FactsVault, threads: Threads, gate: MarkingGate, graphs: GraphsVault | None = None) -> Reports:
    extractor = IndicatorExtractor(ListedValues({}))
    return Reports(
        vault.memory,
        threads,
        vault.documents,
        gate,
        PlainTemplates(),
        extractor,
        render_plainly,
        render_as_pdf,
        draw_plainly,
        vault.audit,
        (graphs or GraphsVault(vault, gate=gate)).reported,
        actor="Ana",
        clock=lambda: datetime(2026, 12, 1, 8, tzinfo=UTC),
    )
