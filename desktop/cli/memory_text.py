"""Facts as text for people."""

from __future__ import annotations

from desktop.application.memory.facts import FactReport
from desktop.application.ports import FactRow
from desktop.domain.fact import Fact, FactEvent, FactStatus, QuoteState
from desktop.domain.grading import grade_meaning, parse_likelihood

_STATES = {
    QuoteState.THERE: "",
    QuoteState.MOVED: " (moved within the document)",
    QuoteState.CHANGED: " (the document no longer says this)",
    QuoteState.GONE: " (the document is gone)",
}


def fact_line(row: FactRow) -> str:
    """A fact on one line, with what a person should know about it."""
    fact = row.fact
    remarks = [*_remarks(fact), *(["contradicted"] if row.contradicted else [])]
    remarks += [f"{row.broken_sources} of its quotes gone"] if row.broken_sources else []
    marks = f"{fact.tlp} {fact.grade or '--'}"
    return f"{fact.id}  {marks}  {fact.name}" + (f"  [{', '.join(remarks)}]" if remarks else "")


def report_text(report: FactReport) -> str:
    """A fact with its sources and what is known about it today."""
    fact = report.stored.fact
    lines = [*report.stored.warnings, fact.name, *([fact.description] if fact.description else []), "", report.stored.text.rstrip("\n"), ""]
    lines += [f"States: {fact.statement}"] if fact.statement else []
    higher = f", with its sources {report.effective}" if report.effective is not fact.tlp else ""
    lines.append(f"TLP:{fact.tlp}{higher}" + (f"; {fact.grade} ({grade_meaning(fact.grade)})" if fact.grade else ""))
    lines += [f"Confidence: {parse_likelihood(fact.confidence).text}"] if fact.confidence else []
    lines += (
        [f"Valid {fact.valid_from or 'always'} to {fact.valid_until or 'further notice'}"] if fact.valid_from or fact.valid_until else []
    )
    lines += [f"It is {each}." for each in _remarks(fact)]
    lines += [f"{len(fact.sources)} sources, {report.independent} independent:"] if fact.sources else ["It names no source."]
    for source, anchor in zip(fact.sources, report.anchors, strict=True):
        lines.append(f"  {source.document}:{source.start}-{source.end}{_STATES[anchor.state]}: {' '.join(source.quote.split())}")
    lines += [f"It seems to contradict {each.id}: {each.statement}." for each in report.against]
    return "\n".join(lines)


def event_text(event: FactEvent) -> str:
    """A line of a history."""
    by = "another program" if event.outside else event.actor or "somebody"
    kept = f"  {event.after}" if event.kept else ""
    together = f" (with {', '.join(event.others)})" if event.others else ""
    return f"{event.at}  {event.action} by {by}{together}{kept}"


def _remarks(fact: Fact) -> list[str]:
    remarks = [] if fact.status is FactStatus.ACCEPTED else [str(fact.status)]
    return remarks + ([f"superseded by {fact.superseded_by}"] if fact.superseded_by else [])
