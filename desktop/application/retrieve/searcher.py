"""Searching: a query in one of five modes becomes passages."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import DocumentStore, Embedder, Grep, IndexReader, KeywordQuery
from desktop.application.retrieve.fusion import FusedChunk, fuse
from desktop.application.retrieve.grepping import Grepping
from desktop.application.retrieve.highlighting import Highlighter
from desktop.application.retrieve.intent import classify
from desktop.application.retrieve.policy import POLICIES
from desktop.application.retrieve.query import read_query
from desktop.application.retrieve.routes import UNINDEXED, Findings, Request, Routes
from desktop.application.retrieve.transliteration import transliterated
from desktop.application.settings import SearchSettings
from desktop.domain.intent import Classification
from desktop.domain.passage import Mode, Passage, Query, Route, SearchResult

_LEAST_DEPTH = 100
_DEPTH_PER_HIT = 2
_WEIGHTS: Mapping[Mode, Mapping[Route, float]] = {
    Mode.KEYWORD: {Route.KEYWORD: 1.0},
    Mode.VECTOR: {Route.VECTOR: 1.0},
    Mode.HYBRID: {Route.KEYWORD: 1.0, Route.VECTOR: 1.0},
}
_ROUTES = {Route.KEYWORD, Route.VECTOR}


@dataclass(frozen=True, slots=True)
class _Outcome:
    hits: tuple[Passage, ...] = ()
    fallback: Mode | None = None
    notice: str = ""
    intent: Classification | None = None
    asked: str = ""


class Searcher:
    """Finds passages; a mode that is not available falls back to keyword and says so."""

    def __init__(
        self, reader: IndexReader, store: DocumentStore, grep: Grep, embedder: Embedder | None, docs: Path, settings: SearchSettings
    ) -> None:
        self._reader = reader
        self._routes = Routes(reader, embedder)
        self._grepping = Grepping(grep, store, reader, docs)
        self._settings = settings

    def search(self, context: JobContext, query: Query) -> SearchResult:
        """The best passages for a query, of which any text is legal; raises Cancelled when told to stop."""
        started = time.perf_counter()
        outcome = self._outcome(query, context.cancel) if query.text.strip() and query.limit > 0 else _Outcome()
        if query.mode is Mode.BLENDED:
            outcome = replace(outcome, intent=outcome.intent or classify(query.text))
        seconds = time.perf_counter() - started
        return SearchResult(query.text, query.mode, outcome.hits, seconds, outcome.fallback, outcome.notice, outcome.intent, outcome.asked)

    def prepare(self, context: JobContext) -> int:
        """Make searches by meaning quick where there are many vectors; returns the bytes of memory that takes.

        Worth a moment when a vault is opened or many queries are to come; without it they are as right, and slower.
        """
        return self._reader.hold_vectors(context.cancel)

    def _outcome(self, query: Query, cancel: CancelToken) -> _Outcome:
        if query.mode is Mode.GREP:
            found = self._grepping.find(query, cancel)
            return _Outcome(found.passages, notice=found.notice, asked=found.pattern)
        intent = classify(query.text) if query.mode is Mode.BLENDED else None
        weights = POLICIES[intent.intent].weights if intent else _WEIGHTS[query.mode]
        parsed = read_query(query.text, query.filters)
        words = transliterated(parsed.words, self._reader) if query.transliterate else parsed.words
        fused_routes = len(weights) > 1
        depth = max(_LEAST_DEPTH, _DEPTH_PER_HIT * query.limit) if fused_routes else query.limit
        findings = self._routes.find(Request(parsed.text, words, depth, parsed.filters, cancel), _ROUTES & weights.keys())
        chunks = fuse(findings.lists, _weighed(weights, findings))[: query.limit]
        hits = self._passages(chunks, words, keep_score=not fused_routes or bool(findings.missing))
        return _Outcome(hits, Mode.KEYWORD if findings.missing else None, _notice(query.mode, findings), intent, str(words))

    def _passages(self, chunks: Sequence[FusedChunk], words: KeywordQuery, *, keep_score: bool) -> tuple[Passage, ...]:
        """With `keep_score` the one route's own score is shown, not what fusion makes of its rank."""
        highlighter = Highlighter(words)
        found = {each.id: each for each in self._reader.chunks([chunk.chunk for chunk in chunks])}
        passages = []
        for fused in chunks:
            if indexed := found.get(fused.chunk):
                chunk = indexed.chunk
                score = next(iter(fused.routes.values())).score if keep_score else fused.score
                passages.append(
                    Passage(
                        indexed.document_id, indexed.title, chunk.position, chunk.page, chunk.start, chunk.end, chunk.text,
                        score, fused.routes, highlighter.spans(chunk.text),
                    )
                )  # fmt: skip
        return tuple(passages)


def _weighed(weights: Mapping[Route, float], findings: Findings) -> dict[Route, float]:
    """The weights as this search can honour them: vectors count as far as they have been made."""
    if findings.missing:
        return {Route.KEYWORD: 1.0}
    return {route: weight * findings.embedded if route is Route.VECTOR else weight for route, weight in weights.items()}


def _notice(mode: Mode, findings: Findings) -> str:
    if findings.missing:
        return f"{findings.missing} These passages were found by their words only."
    return " ".join(filter(None, (findings.notice, UNINDEXED if mode is Mode.BLENDED else "")))
