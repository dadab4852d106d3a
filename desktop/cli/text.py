"""Results as text for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from desktop.application.extraction.extraction import Extraction
from desktop.application.ingest.reconversion import ReconversionReport
from desktop.domain.answer import Answer, AnswerSentence, Citation
from desktop.domain.document import DocumentSummary
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import Ledger, LedgerRow, Outcome, count_outcomes
from desktop.domain.passage import Expansion, Passage, SearchResult
from desktop.domain.snippet import snippet

SNIPPET = 240


def ledger_text(ledger: Ledger, notice: str) -> str:
    """Every file that needs a look, then the totals."""
    lines = [_row_text(row) for row in ledger.rows if _needs_a_look(row)]
    said = f"{_totals_text(ledger.totals()) or 'nothing given'} in {ledger.seconds:.1f} s"
    return "\n".join([*lines, said, *([notice] if notice else [])])


def reconversion_text(report: ReconversionReport, notice: str) -> str:
    """Every document that stayed as it was, and why; then how many were converted."""
    refused = [f"{each.document_id}: {each.error.message} {each.error.hint}".strip() for each in report.refused]
    return "\n".join([*refused, f"{len(report.changes.documents)} converted again.", *([notice] if notice else [])])


def rows_text(rows: Sequence[LedgerRow]) -> str:
    """A line a file, then the totals."""
    return "\n".join([*map(_row_text, rows), _totals_text(count_outcomes(rows)) or "no such rows"])


def elsewhere_text(count: int) -> str:
    """How many there are that the case leaves out; nothing where it leaves out none."""
    return f"{count:,} of other cases are not shown." if count else ""


def jobs_text(jobs: Sequence[ImportJob], case: str = "") -> str:
    """A line an import, newest first."""
    return "\n".join(map(_job_text, jobs)) or (f"Nothing was imported to the case {case}." if case else "Nothing was imported yet.")


def _job_text(job: ImportJob) -> str:
    waiting = f"; {job.waiting} still wait (`coffer import --resume`)" if job.waiting else ""
    return f"{job.id}  {job.files} files: {_totals_text(job.totals) or 'none read'}{waiting}  {', '.join(job.given)}"


def _totals_text(totals: Mapping[Outcome, int]) -> str:
    return ", ".join(f"{count} {outcome}" for outcome, count in totals.items() if count)


def _row_text(row: LedgerRow) -> str:
    return f"{row.outcome}: {row.path}" + (f" ({row.reason})" if row.reason else "")


def _needs_a_look(row: LedgerRow) -> bool:
    return row.outcome is not Outcome.IMPORTED or bool(row.reason)


def documents_text(rows: Sequence[DocumentSummary]) -> str:
    """A line a document."""
    return "\n".join(f"{row.document.id}  {row.document.source_format}  {row.document.tlp}  {row.document.title}" for row in rows)


def result_text(result: SearchResult) -> str:
    """Hits with their place, a snippet and the routes that found them."""
    head = f"{len(result.hits)} hits, {result.fallback or result.mode}, {result.seconds:.3f} s"
    notice = [result.notice] if result.notice else []
    widened = [line for each in result.expansions for line in _widened_text(each)]
    return "\n".join([head, *notice, *widened, *(_hit_text(number, hit) for number, hit in enumerate(result.hits, 1))])


def _widened_text(expansion: Expansion) -> Iterator[str]:
    if also := [each for each in expansion.also if each not in expansion.disputed]:
        yield f"{expansion.name} is also called {', '.join(also)}."
    if expansion.disputed:
        yield f"Some sources or documents say {expansion.name} of {', '.join(expansion.disputed)} too; these were looked for as well."


def _hit_text(number: int, hit: Passage) -> str:
    routes = ", ".join(f"{route} {found.rank}" for route, found in hit.routes.items())
    more = f"  (+{hit.more} more here)" if hit.more else ""
    twins = "".join(f"\n   the same in {twin.title}, {twin.document_id}:{twin.start}-{twin.end}" for twin in hit.twins)
    place = f"{hit.document_id}:{hit.start}-{hit.end}"
    return f"\n{number}. {hit.title}{_page(hit.page)}  [{routes}]{more}\n   {place}\n   {snippet(hit, SNIPPET).text}{twins}"


def answer_text(answer: Answer) -> str:
    """Sentences with numbered citations, the sources below, and what was removed; else why nothing is said and what comes near."""
    numbers: dict[Citation, int] = {}
    lines = [_sentence_text(each, numbers) for each in answer.sentences]
    if not lines:
        lines = [" ".join(["The documents do not say.", answer.notice]).strip()]
        if answer.near:
            lines += ["What comes near:", *(_sentence_text(each, numbers) for each in answer.near)]
    sources = [
        f"[{number}] {each.document_id}:{each.start}-{each.end}{_page(each.page)}, {each.verdict}: {' '.join(each.quote.split())}"
        for each, number in numbers.items()
    ]
    removed = [f"Removed: {each.text} ({each.reason})" for each in answer.removed]
    said = [*answer.conflicts, *([f"Rests on: {answer.grounds}"] if answer.grounds else [])]
    notice = [answer.notice] if answer.notice and answer.sentences else []
    return "\n".join([*lines, *(["", *sources] if sources else []), *removed, *said, *notice])


def _sentence_text(sentence: AnswerSentence, numbers: dict[Citation, int]) -> str:
    marks = "".join(f"[{numbers.setdefault(each, len(numbers) + 1)}]" for each in sentence.citations)
    return f"{sentence.text} {marks}"


def extraction_text(extraction: Extraction) -> str:
    """A line a mention and a relation."""
    mentions = [
        f"{each.start}-{each.end}  {each.type}  {each.value}" + (f"  ({'; '.join(each.notes)})" if each.notes else "")
        for each in extraction.mentions
    ]
    relations = [
        f"{each.source} {'not ' if each.negated else ''}{each.relationship} {each.target}: {' '.join(each.quote.split())}"
        for each in extraction.relations
    ]
    return "\n".join([*mentions, *relations]) or "Nothing was found."


def _page(page: int | None) -> str:
    return f", page {page}" if page is not None else ""
