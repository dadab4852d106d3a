"""What the commands around searching print, as JSON."""

from __future__ import annotations

from dataclasses import asdict

from desktop.cli.shapes import Json, hit_shape
from desktop.domain.golden import CaseQueries, GoldenQuery, QualityReport
from desktop.domain.lookup import LookupResult, LookupRow
from desktop.domain.passage import Query
from desktop.domain.saved_search import PastSearch, PinnedPassage, SavedSearch, Watch
from desktop.domain.why import WhyNot


def lookup_shape(result: LookupResult) -> Json:
    """What `lookup` prints."""
    return {
        "rows": [_row_shape(row) for row in result.rows],
        "totals": {standing.value: count for standing, count in result.totals().items()},
        "passed_over": list(result.passed_over),
        "seconds": result.seconds,
    }


def _row_shape(row: LookupRow) -> Json:
    return {
        "line": row.line,
        "text": row.text,
        "type": row.type.value if row.type else None,
        "value": row.value,
        "also": list(row.also),
        "standing": row.standing.value,
        "warnings": list(row.warnings),
        "documents": row.documents,
        "mentions": row.mentions,
        "at_least": row.at_least,
        "first_seen": row.first_seen,
        "last_seen": row.last_seen,
        "spellings": list(row.spellings),
        "remarks": list(row.remarks),
        "passages": [hit_shape(each) for each in row.passages],
    }


def why_shape(told: WhyNot) -> Json:
    """What `why` prints."""
    return {
        "query": told.query,
        "document_id": told.document_id,
        "title": told.title,
        "rank": told.rank,
        "document_rank": told.document_rank,
        "shown": told.shown,
        "excluded_by": list(told.excluded_by),
        "present": list(told.present),
        "absent": list(told.absent),
        "routes": {
            each.route.value: {name: getattr(each, name) for name in ("weight", "rank", "looked", "score", "best", "said")}
            for each in told.routes
        },
        "passage": hit_shape(told.passage) if told.passage else None,
        "sentences": list(told.sentences),
    }


def query_shape(query: Query) -> Json:
    """A query with all that limits it."""
    shape = asdict(query)
    return shape | {"routes_off": sorted(query.routes_off), "unwidened": sorted(query.unwidened)}


def saved_shape(search: SavedSearch) -> Json:
    """A saved search."""
    return {
        "name": search.name,
        "query": query_shape(search.query),
        "created_at": search.created_at,
        "watched": search.watched,
        "looked_at": search.looked_at or None,
        "note": search.note,
    }


def watch_shape(watch: Watch) -> Json:
    """What is new in a watched search."""
    return {"name": watch.search.name, "query": watch.search.query.text, "new": watch.count, "documents": list(watch.documents)}


def pin_shape(pinned: PinnedPassage) -> Json:
    """A pin, and where its passage is today."""
    return asdict(pinned.pin) | {"passage": hit_shape(pinned.passage) if pinned.passage else None}


def past_shape(past: PastSearch) -> Json:
    """A search that was made."""
    return {"query": query_shape(past.query), "asked_at": past.asked_at, "hits": past.hits}


def golden_shape(golden: GoldenQuery) -> Json:
    """A golden query."""
    return {"query": golden.query, "expected": list(golden.expected), "note": golden.note}


def golden_list_shape(found: CaseQueries) -> Json:
    """The golden queries of a case, and what of others is left out."""
    listed = [golden_shape(each) | {"of_other_cases": found.left_out.get(each.query, 0)} for each in found.queries]
    return {"golden": listed, "of_other_cases": found.queries_elsewhere}


def quality_shape(report: QualityReport) -> Json:
    """What `quality` prints."""
    return {
        "k": report.k,
        "modes": {
            each.mode.value: {
                "recall": each.recall,
                "mrr": each.mrr,
                "seconds": each.seconds,
                "queries": [asdict(found) for found in each.found],
            }
            for each in report.modes
        },
        "missing": {query: list(documents) for query, documents in report.missing.items()},
    }
