"""Golden queries: what an analyst expects searches to find, and how well each mode finds it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop.application.job import JobContext, Progress
from desktop.application.ports import AuditLog, IndexReader, SearchStore
from desktop.application.retrieve.searcher import Searcher
from desktop.domain.errors import UsageError
from desktop.domain.golden import CaseQueries, Found, GoldenQuery, ModeQuality, QualityReport
from desktop.domain.passage import Filters, Mode, Query

MODES = (Mode.KEYWORD, Mode.VECTOR, Mode.HYBRID, Mode.BLENDED)
DEPTH = 10


class GoldenQueries:
    """Keeps golden queries in a file of the vault, and measures searches by them."""

    def __init__(self, searches: SearchStore, searcher: Searcher, reader: IndexReader, audit: AuditLog) -> None:
        self._searches = searches
        self._searcher = searcher
        self._reader = reader
        self._audit = audit

    def all(self) -> tuple[GoldenQuery, ...]:
        """The golden queries, in the order they were marked."""
        return self._searches.golden()

    def of_case(self, case: str) -> CaseQueries:
        """Those that have to do with a case: a document that they expect carries its tag, or none of them is there any more."""
        queries = self.all()
        if not case:
            return CaseQueries(queries)
        expected = tuple({each for golden in queries for each in golden.expected})
        there, within = (self._among(expected, tags) for tags in ((), (case,)))
        kept = {golden: tuple(each for each in golden.expected if each in within or each not in there) for golden in queries}
        left_out = {golden.query: len(golden.expected) - len(documents) for golden, documents in kept.items() if documents}
        return CaseQueries(
            tuple(replace(golden, expected=documents) for golden, documents in kept.items() if documents),
            sum(not documents for documents in kept.values()),
            {query: count for query, count in left_out.items() if count},
        )

    def expect(self, query: str, document_ids: Sequence[str], note: str | None = None) -> GoldenQuery:
        """Mark documents as expected of a query, besides those that are; UsageError where nothing is given."""
        query = " ".join(query.split())
        if not query or not document_ids:
            raise UsageError("A golden query needs a query and at least one document that it should find.")
        before = next((each for each in self.all() if each.query == query), GoldenQuery(query, ()))
        expected = tuple(dict.fromkeys((*before.expected, *document_ids)))
        return self._keep(GoldenQuery(query, expected, before.note if note is None else note))

    def forget(self, query: str, document_ids: Sequence[str] = ()) -> None:
        """Take documents from a golden query, or all of it; UsageError if there is none such."""
        query = " ".join(query.split())
        before = next((each for each in self.all() if each.query == query), None)
        if before is None:
            raise UsageError(f"There is no golden query {query!r}.", "`coffer golden list` names them all.")
        left = tuple(each for each in before.expected if each not in document_ids) if document_ids else ()
        if left:
            self._keep(GoldenQuery(query, left, before.note))
            return
        self._searches.keep_golden([each for each in self.all() if each.query != query])
        self._audit.append("golden-query-removed", query)

    def measure(self, context: JobContext, modes: Sequence[Mode] = MODES, k: int = DEPTH, case: str = "") -> QualityReport:
        """Recall@k and MRR of each mode over all golden queries; `emit` gives each mode's figures as they come. Raises Cancelled.

        With a case, searches are made in it, and only what has to do with it is expected of them.
        """
        queries = [each for each in self.of_case(case).queries if each.expected]  # a file from elsewhere may hold one that expects nothing
        filters = Filters(tags=(case,) if case else ())
        measured = []
        for at, mode in enumerate(modes):
            started = time.perf_counter()
            found = []
            for done, golden in enumerate(queries, start=1):
                context.cancel.raise_if_cancelled()
                found.append(self._found(context, golden, Query(golden.query, mode, k, filters, per_document=1)))
                context.report(Progress("quality", at * len(queries) + done, len(modes) * len(queries), golden.query))
            measured.append(_quality(mode, found, time.perf_counter() - started))
            context.emit(measured[-1])
        return QualityReport(k, tuple(measured), self._missing(queries), case)

    def _found(self, context: JobContext, golden: GoldenQuery, query: Query) -> Found:
        result = self._searcher.search(context, query)
        documents = list(dict.fromkeys(hit.document_id for hit in result.hits))
        ranks = {each: documents.index(each) + 1 for each in golden.expected if each in documents}
        recall = len(ranks) / len(golden.expected)
        return Found(golden.query, ranks, recall, 1 / min(ranks.values()) if ranks else 0.0, result.fallback)

    def _missing(self, queries: Iterable[GoldenQuery]) -> dict[str, tuple[str, ...]]:
        there = self._among(tuple({each for golden in queries for each in golden.expected}))
        gone = {golden.query: tuple(each for each in golden.expected if each not in there) for golden in queries}
        return {query: missing for query, missing in gone.items() if missing}

    def _among(self, documents: tuple[str, ...], tags: tuple[str, ...] = ()) -> frozenset[str]:
        return self._reader.filtered_documents(Filters(documents=documents, tags=tags, superseded=True)) if documents else frozenset()

    def _keep(self, golden: GoldenQuery) -> GoldenQuery:
        kept = {each.query: each for each in self.all()}
        kept[golden.query] = golden
        self._searches.keep_golden(list(kept.values()))
        self._audit.append("golden-query", golden.query, expected=list(golden.expected))
        return golden


def _quality(mode: Mode, found: Sequence[Found], seconds: float) -> ModeQuality:
    count = len(found) or 1
    recall, mrr = (sum(values) / count for values in ([each.recall for each in found], [each.reciprocal_rank for each in found]))
    return ModeQuality(mode, recall, mrr, seconds, tuple(found))
