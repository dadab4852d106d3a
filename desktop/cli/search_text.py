"""What the commands around searching print, as text for people."""

from __future__ import annotations

from desktop.cli.text import elsewhere_text
from desktop.domain.golden import CaseQueries, GoldenQuery, QualityReport
from desktop.domain.lookup import LookupResult, LookupRow
from desktop.domain.saved_search import PastSearch, PinnedPassage, SavedSearch, Watch


def lookup_text(result: LookupResult) -> str:
    """A line a thing, then the totals."""
    totals = ", ".join(f"{count} {standing}" for standing, count in result.totals().items() if count)
    passed = f"; {len(result.passed_over)} lines without anything to look up" if result.passed_over else ""
    return "\n".join([*map(_row_text, result.rows), f"{totals or 'nothing to look up'}{passed}"])


def _row_text(row: LookupRow) -> str:
    seen = f"  {row.documents} documents, {'at least ' if row.at_least else ''}{row.mentions} mentions" if row.documents else ""
    when = f", {row.first_seen} to {row.last_seen}" if row.first_seen else ""
    warned = f"  on: {'; '.join(row.warnings)}" if row.warnings else ""
    remarks = "".join(f"  {each}" for each in row.remarks)
    return f"{row.line}: {row.value}  {row.type or 'words'}  {row.standing}{seen}{when}{warned}{remarks}"


def saved_text(search: SavedSearch) -> str:
    """One line."""
    return f"{search.name}: {search.query.text}  [{search.query.mode}{', watched' if search.watched else ''}]"


def watch_text(watch: Watch) -> str:
    """How many are new, and which."""
    return "\n".join([f"{watch.search.name}: {watch.count} new", *(f"  {each}" for each in watch.documents)])


def pin_text(pinned: PinnedPassage) -> str:
    """The place and its words."""
    pin, passage = pinned.pin, pinned.passage
    place = f"{pin.document_id}:{passage.start}-{passage.end}" if passage else f"{pin.document_id}, where these words no longer stand"
    return f"{pin.id}  {place}\n   {' '.join(pin.quote.split())}" + (f"\n   {pin.note}" if pin.note else "")


def past_text(past: PastSearch) -> str:
    """One line."""
    return f"{past.asked_at}  {past.query.text}  [{past.query.mode}]  {past.hits} hits"


def golden_text(golden: GoldenQuery) -> str:
    """The query and what it should find."""
    return "\n".join([golden.query, *(f"  {each}" for each in golden.expected)])


def golden_list_text(found: CaseQueries) -> str:
    """The golden queries of a case, and what of others is left out."""
    listed = [part for each in found.queries for part in (golden_text(each), _left_out(found.left_out.get(each.query, 0))) if part]
    return "\n".join([*(listed or ["There are no golden queries."]), *filter(None, [elsewhere_text(found.queries_elsewhere)])])


def _left_out(count: int) -> str:
    return f"  and {count:,} of other cases" if count else ""


def quality_text(report: QualityReport) -> str:
    """A line a mode, and what cannot be found because it is not there."""
    head = f"{'mode':<10}{f'recall@{report.k}':>12}{'MRR':>8}{'seconds':>10}"
    lines = [f"{each.mode:<10}{each.recall:>12.3f}{each.mrr:>8.3f}{each.seconds:>10.2f}" for each in report.modes]
    gone = [f"Not in this vault, but expected of {query!r}: {', '.join(documents)}" for query, documents in report.missing.items()]
    return "\n".join([head, *lines, *gone])
