"""Searching: a query in one of five modes becomes passages."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path

from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import DocumentStore, Embedder, Grep, IndexReader, KeywordQuery, KnownNames
from desktop.application.retrieve.expansion import Named, safely_named, widened
from desktop.application.retrieve.fusion import FusedChunk, fuse
from desktop.application.retrieve.grepping import Grepping
from desktop.application.retrieve.highlighting import Highlighter
from desktop.application.retrieve.intent import classify
from desktop.application.retrieve.policy import POLICIES
from desktop.application.retrieve.query import read_query
from desktop.application.retrieve.routes import UNINDEXED, Findings, Request, Routes
from desktop.application.retrieve.temporal import TimeAsked, time_asked
from desktop.application.retrieve.transliteration import transliterated
from desktop.application.settings import SearchSettings
from desktop.domain.intent import Classification
from desktop.domain.passage import Expansion, Filters, Fusion, Mode, Passage, Query, Route, RouteScore, SearchResult

_LEAST_DEPTH = 100
_DEPTH_PER_HIT = 2
_LEAST_MEANING = 0.1
"""What remains of the vector route's weight where a query is nothing but names, of which an embedder knows little."""
_WEIGHTS: Mapping[Mode, Mapping[Route, float]] = {
    Mode.KEYWORD: {Route.KEYWORD: 1.0},
    Mode.VECTOR: {Route.VECTOR: 1.0},
    Mode.HYBRID: {Route.KEYWORD: 1.0, Route.VECTOR: 1.0},
}


def _today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class _Outcome:
    hits: tuple[Passage, ...] = ()
    fallback: Mode | None = None
    notice: str = ""
    intent: Classification | None = None
    asked: str = ""
    details: tuple[str, ...] = ()
    expansions: tuple[Expansion, ...] = ()
    typed: Filters = field(default_factory=Filters)


@dataclass(frozen=True, slots=True)
class _Plan:
    """How a query is going to be carried out."""

    weights: Mapping[Route, float]
    fusion: Fusion
    intent: Classification | None = None
    named: Named = field(default_factory=Named)
    time: TimeAsked | None = None

    def details(self, findings: Findings) -> tuple[str, ...]:
        """What was really asked, besides the words, a line a thing."""
        weighed = ", ".join(f"{route} {weight:.2g}" for route, weight in self.weights.items() if weight)
        found = ", ".join(f"{route} {len(ranked)}" for route, ranked in findings.lists.items())
        return tuple(
            f"{name}: {said}"
            for name, said in (
                ("weights", weighed),
                ("fusion", self.fusion.value),
                ("time", ", ".join(self.time.said) + (f" ({self.time.span})" if self.time.span else "") if self.time else ""),
                *((f"also for {each.name}", ", ".join(each.also)) for each in self.named.expansions),
                ("found", found),
            )
            if said
        )


class Searcher:
    """Finds passages; a mode that is not available falls back to keyword and says so."""

    def __init__(
        self,
        reader: IndexReader,
        store: DocumentStore,
        grep: Grep,
        embedder: Embedder | None,
        docs: Path,
        settings: SearchSettings,
        known: KnownNames | None = None,
        clock: Callable[[], date] = _today,
    ) -> None:
        self._reader = reader
        self._routes = Routes(reader, embedder)
        self._grepping = Grepping(grep, store, reader, docs)
        self._settings = settings
        self._known = known
        self._clock = clock

    def search(self, context: JobContext, query: Query) -> SearchResult:
        """The best passages for a query, of which any text is legal; raises Cancelled when told to stop."""
        started = time.perf_counter()
        outcome = self._outcome(query, context.cancel) if query.text.strip() and query.limit > 0 else _Outcome()
        if query.mode is Mode.BLENDED:
            outcome = replace(outcome, intent=outcome.intent or self._intent(query))
        seconds = time.perf_counter() - started
        return SearchResult(
            query.text, query.mode, outcome.hits, seconds, outcome.fallback, outcome.notice, outcome.intent, outcome.asked,
            outcome.details, outcome.expansions, outcome.typed,
        )  # fmt: skip

    def prepare(self, context: JobContext) -> int:
        """Make searches by meaning quick where there are many vectors; returns the bytes of memory that takes.

        Worth a moment when a vault is opened or many queries are to come; without it they are as right, and slower.
        """
        return self._reader.hold_vectors(context.cancel)

    def _outcome(self, query: Query, cancel: CancelToken) -> _Outcome:
        if query.mode is Mode.GREP:
            found = self._grepping.find(query, cancel)
            return _Outcome(found.passages, notice=found.notice, asked=found.pattern)
        parsed = read_query(query.text, query.filters)
        plan = self._plan(query, parsed.text)
        words = transliterated(parsed.words, self._reader) if query.transliterate else parsed.words
        words = widened(words, plan.named.expansions)
        fused_routes = len(plan.weights) > 1
        depth = max(_LEAST_DEPTH, _DEPTH_PER_HIT * query.limit) if fused_routes else query.limit
        request = Request(parsed.text, words, depth, parsed.filters, cancel, plan.named.mentions, plan.time)
        findings = self._routes.find(request, {route for route, weight in plan.weights.items() if weight > 0})
        chunks = fuse(findings.lists, _weighed(plan.weights, findings), plan.fusion, findings.reasons)
        hits = self._passages(chunks, query.limit, words, keep_score=len(findings.lists) == 1)
        return _Outcome(
            hits, Mode.KEYWORD if findings.missing else None, _notice(query, plan, findings), plan.intent, str(words),
            plan.details(findings), plan.named.expansions, parsed.typed,
        )  # fmt: skip

    def _plan(self, query: Query, text: str) -> _Plan:
        fusion = query.fusion or Fusion(self._settings.fusion)
        if query.mode is not Mode.BLENDED:
            kept = {route: weight for route, weight in _WEIGHTS[query.mode].items() if route not in query.routes_off}
            return _Plan(kept, fusion)
        intent = self._intent(query)
        named = safely_named(text, self._known, query.unwidened) if self._known else Named()
        weights = dict(POLICIES[intent.intent].weights)
        weights[Route.VECTOR] *= max(_LEAST_MEANING, 1 - named.share)
        kept = {route: weight for route, weight in weights.items() if route not in query.routes_off}
        return _Plan(kept, fusion, intent, named, time_asked(text, self._clock()))

    def _intent(self, query: Query) -> Classification:
        return Classification(query.intent, 1.0, "chosen by hand") if query.intent else classify(query.text)

    def _passages(self, chunks: Sequence[FusedChunk], limit: int, words: KeywordQuery, *, keep_score: bool) -> tuple[Passage, ...]:
        """With `keep_score` the one route's own score is shown, not what fusion makes of its rank."""
        highlighter = Highlighter(words)
        of_document = Counter(chunk.document_id for chunk in chunks)
        found = {each.id: each for each in self._reader.chunks([chunk.chunk for chunk in chunks[:limit]])}
        passages = []
        for fused in chunks[:limit]:
            if indexed := found.get(fused.chunk):
                chunk = indexed.chunk
                score = next(iter(fused.routes.values())).score if keep_score else fused.score
                spans = highlighter.spans(chunk.text)
                passages.append(
                    Passage(
                        indexed.document_id, indexed.title, chunk.position, chunk.page, chunk.start, chunk.end, chunk.text,
                        score, _explained(fused, chunk.text, spans), spans, of_document[fused.document_id] - 1,
                    )
                )  # fmt: skip
        return tuple(passages)


def _explained(fused: FusedChunk, text: str, spans: Sequence[tuple[int, int]]) -> dict[Route, RouteScore]:
    """The routes that found a chunk, with a reason where they gave none themselves."""
    words = ", ".join(dict.fromkeys(text[start:end].lower() for start, end in spans))
    said = {Route.KEYWORD: f"words: {words}" if words else "words of the title or the headings", Route.VECTOR: "near in meaning"}
    return {route: found if found.why else replace(found, why=said.get(route, "")) for route, found in fused.routes.items()}


def _weighed(weights: Mapping[Route, float], findings: Findings) -> dict[Route, float]:
    """The weights as this search can honour them: vectors count as far as they have been made."""
    if findings.missing:
        return {**weights, Route.KEYWORD: weights.get(Route.KEYWORD) or 1.0}
    return {route: weight * findings.embedded if route is Route.VECTOR else weight for route, weight in weights.items()}


def _notice(query: Query, plan: _Plan, findings: Findings) -> str:
    if findings.missing:
        return f"{findings.missing} These passages were found by their words only."
    graph = query.mode is Mode.BLENDED and Route.GRAPH not in query.routes_off
    return " ".join(filter(None, (findings.notice, plan.named.problem, UNINDEXED if graph else "")))
