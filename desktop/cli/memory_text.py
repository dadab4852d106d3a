"""Facts as text for people."""

from __future__ import annotations

from desktop.domain.fact import Fact, FactEvent, FactStatus, QuoteState
from desktop.domain.fact_sheet import FactRow, FactSheet
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


def sheet_text(sheet: FactSheet) -> str:
    """A fact with its sources and what is known about it today."""
    fact = sheet.fact
    lines = [*sheet.warnings, fact.name, *([fact.description] if fact.description else []), "", sheet.text.rstrip("\n"), ""]
    lines += [f"States: {fact.statement}"] if fact.statement else []
    higher = f", with its sources {sheet.effective}" if sheet.effective is not fact.tlp else ""
    lines.append(f"TLP:{fact.tlp}{higher}" + (f"; {fact.grade} ({grade_meaning(fact.grade)})" if fact.grade else ""))
    lines += [f"Confidence: {parse_likelihood(fact.confidence).text}"] if fact.confidence else []
    lines += (
        [f"Valid {fact.valid_from or 'always'} to {fact.valid_until or 'further notice'}"] if fact.valid_from or fact.valid_until else []
    )
    lines += [f"It is {each}." for each in _remarks(fact)] + (["It is past its date: due for review."] if fact.is_due(sheet.today) else [])
    lines += (
        [f"{len(fact.sources)} source{'s'[: len(fact.sources) != 1]}, {sheet.independent} independent:"]
        if fact.sources
        else ["It names no source."]
    )
    for each in sheet.sources:
        source = each.source
        lines.append(f"  {source.document}:{source.start}-{source.end}{_STATES[each.anchor.state]}: {' '.join(source.quote.split())}")
    lines += [f"It seems to contradict {each.id}: {each.statement}." for each in sheet.against]
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
