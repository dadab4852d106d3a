"""Reports: selected facts, answers and graphs as a text for others, through the gate, with what was held back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from desktop.application.answer.threads import Threads
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.memory.facts import Memory
from desktop.application.outgoing_files import write_out
from desktop.application.ports import AuditLog, FactQuery, TextReader
from desktop.application.ports.extract import EntityExtractor
from desktop.application.ports.reports import DrawsGraph, RendersReport, ReportTemplates
from desktop.application.reporting.report_graphs import ReportGraphs
from desktop.application.reporting.report_items import Item, ItemReader, numbered
from desktop.application.reporting.report_markdown import markdown_files
from desktop.application.reporting.report_values import ReportValues
from desktop.domain.answer import AnswerKind
from desktop.domain.entity import Mention
from desktop.domain.errors import UsageError
from desktop.domain.fact import FactView, indexed_id
from desktop.domain.leaving import Exit, Withheld
from desktop.domain.named_graph import graph_of
from desktop.domain.report import Report, ReportChoice, ReportFormat, ReportRequest, ReportTemplate, answer_name


def _now() -> datetime:
    return datetime.now(UTC)


class Reports:
    """What the command line and the dialog of reports ask for; `actor` signs them."""

    def __init__(
        self,
        memory: Memory,
        threads: Threads,
        texts: TextReader,
        gate: MarkingGate,
        templates: ReportTemplates,
        extractor: EntityExtractor,
        docx: RendersReport,
        pdf: RendersReport,
        draws: DrawsGraph,
        audit: AuditLog,
        graphs: ReportGraphs,
        *,
        actor: str = "",
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._memory = memory
        self._threads = threads
        self._items = ItemReader(memory, threads)
        self._texts = texts
        self._gate = gate
        self._templates = templates
        self._extractor = extractor
        self._docx = docx
        self._pdf = pdf
        self._draws = draws
        self._audit = audit
        self._graphs = graphs
        self._actor = actor
        self._clock = clock

    def templates(self) -> tuple[ReportTemplate, ...]:
        """The templates that there are."""
        return self._templates.all()

    def choices(self, case: str = "") -> tuple[ReportChoice, ...]:
        """What a report may be made of, of a case if one is named: the facts that hold, then the answers and graphs that are kept."""
        tags = (case,) if case else ()
        facts = [
            ReportChoice(indexed_id(row.fact.id), row.fact.name, " · ".join(filter(None, (f"TLP:{row.fact.tlp}", row.fact.grade))))
            for row in self._memory.rows(FactQuery(view=FactView.CURRENT, tags=tags))
        ]
        answers = [
            ReportChoice(answer_name(head.id, number), turn.answer.question, f"answer of {turn.asked_at[:10]}")
            for head in self._threads.all(tags)
            for number, turn in enumerate(self._threads.read(head.id).turns, start=1)
            if turn.answer.kind is not AnswerKind.NOT_FOUND
        ]
        return (*facts, *answers, *self._graphs.choices(case))

    def graph_item(self, name: str) -> str:
        """How a report names the graph that a person calls so; UsageError where there is none."""
        return self._graphs.item_name(name)

    def compose(self, context: JobContext, request: ReportRequest) -> Report:
        """Put it into words, without what may not leave; nothing is written, so this is the dry run as well."""
        items, held = self._gather(context, request)
        release = self._gate.examine(Exit.REPORT, [each.outgoing for each in items], request.tlp_max)
        allowed = numbered([items[place] for place in release.allowed])
        found: dict[str, Sequence[Mention]] = {}

        def find(text: str) -> Sequence[Mention]:
            context.cancel.raise_if_cancelled()
            if text not in found:
                found[text] = self._extractor.extract(text, context.cancel).mentions if text.strip() else ()
            return found[text]

        made = ReportValues(self._texts, find)
        values = made.of(allowed)
        title = " ".join(request.title.split()) or _title(allowed)
        values |= {
            "title": made.line(title),
            "summary": made.paragraphs(request.summary),
            "marking": f"TLP:{release.marking}",
            "date": f"{self._clock().astimezone(UTC):%Y-%m-%d %H:%M} UTC",
            "author": made.line(self._actor),
        }
        text = self._templates.fill(request.template, values) if allowed else ""
        withheld = (*release.withheld, *held)
        return Report(
            title, release.marking, release.limit, text, len(allowed), len(values["sources"]), withheld,
            tuple(each for each in made.pictures(allowed) if f"]({each.name})" in text),
        )  # fmt: skip

    def _gather(self, context: JobContext, request: ReportRequest) -> tuple[list[Item], list[Withheld]]:
        """What was asked for, in its order, graphs with only those relations that may leave; and the others."""
        items, held = list[Item](), list[Withheld]()
        for name in dict.fromkeys(request.items):
            if graph_of(name) is None:
                items.append(self._items.read(name))
                continue
            left, withheld = self._graphs.read(context, name, request.tlp_max)
            items += [left] if left else []
            held += withheld
        return items, held

    def write(self, report: Report, target: Path, form: ReportFormat | None = None) -> None:
        """Write a report that was composed, in a format, or in that which the ending of the target's name says.

        Raises UsageError where nothing of it may leave, or for another ending; StorageProblem.
        """
        if not report.items:
            raise UsageError("There is nothing in this report.", "Choose facts, answers or graphs that may leave, or another limit.")
        wanted = form or target.suffix.lower().removeprefix(".")
        if wanted not in list(ReportFormat):
            raise UsageError(f"{target.name} is no name for a report.", "It ends in .md, .docx or .pdf; or say the format.")
        report = replace(report, images={each.name: self._draws(each, report.marking) for each in report.pictures})
        match wanted:
            case ReportFormat.DOCX:
                files = [(target, self._docx(report))]
            case ReportFormat.PDF:
                files = [(target, self._pdf(report))]
            case _:
                files = markdown_files(report, target)
        write_out(files, "Choose another place for the report.")
        marked = {"tlp": str(report.marking), "tlp_max": str(report.limit)}
        self._audit.append("report", target.name, title=report.title, items=report.items, **marked)


def _title(items: Sequence[Item]) -> str:
    return items[0].title if len(items) == 1 else f"Report on {len(items)} findings"
