"""The routes that exist: how each finds chunks, and why one may have nothing to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from desktop.application.job import CancelToken
from desktop.application.ports import Embedder, GraphReader, IndexReader, KeywordQuery, RankedChunk
from desktop.application.retrieve.graph_routes import Explained, GraphRoutes, Thing
from desktop.application.retrieve.temporal import Span, TimeAsked
from desktop.domain.errors import ModelUnavailable, VectorsUnavailable, WorkerDied
from desktop.domain.keywords import AnyOf
from desktop.domain.passage import Filters, Route
from desktop.domain.vector import Vector

_NEWEST_OF = 40
"""So many hits by words and by vector each are put in order of their dates where the newest are asked for."""
_HALF_LIFE = 90.0
"""Days after which something counts half of what the newest does, where the newest are asked for."""

_BY_THINGS = {Route.ENTITY, Route.GRAPH}
_BESIDE = 2
"""Threads that ask by vector while those that search ask by words."""

Reason = Callable[[RankedChunk], str]


@dataclass(frozen=True, slots=True)
class Findings:
    """What each route found, and `reasons` to give for its hits; `notice` says what was not complete.

    `missing` says in words why vectors took no part. `embedded` is the share of chunks that have a vector: among few,
    the nearest may be far away; `searched` says where their vectors were, `vector` is the query's. `cut` says whether a
    route may know more than it was asked for.
    """

    lists: Mapping[Route, list[RankedChunk]]
    embedded: float = 1.0
    missing: str = ""
    notice: str = ""
    reasons: Mapping[Route, Reason] = field(default_factory=dict)
    searched: str = ""
    vector: Vector | None = None
    cut: bool = False

    @property
    def holding(self) -> bool:
        """Whether anything found may hold what was asked for; it does not where words were asked and only meaning answered."""
        answering = {route for route, ranked in self.lists.items() if ranked}
        return Route.KEYWORD not in self.lists or answering != {Route.VECTOR}


@dataclass(frozen=True, slots=True)
class Request:
    """What the routes are asked for: the text as typed and as words, how many chunks, limited by what.

    `mentions` asks for the things that the text names, by all their names, except `unwidened` ones; `time` is what it says about time.
    """

    text: str
    words: KeywordQuery
    depth: int
    filters: Filters
    cancel: CancelToken = field(default_factory=CancelToken)
    mentions: KeywordQuery = field(default_factory=KeywordQuery)
    time: TimeAsked | None = None
    unwidened: frozenset[str] = frozenset()


class _Near(NamedTuple):
    """What the vector route has to say; `Findings` tells what each means."""

    ranked: list[RankedChunk]
    vector: Vector | None = None
    embedded: float = 1.0
    notice: str = ""
    missing: str = ""


class Routes:
    """Asks the index by words, by vector, by the things that are named, by what these are connected with, and by dates."""

    def __init__(self, reader: IndexReader, embedder: Embedder | None, graph: GraphReader | None = None) -> None:
        self._reader = reader
        self._graph = GraphRoutes(graph) if graph else None
        self._embedder = embedder
        self._beside = ThreadPoolExecutor(_BESIDE, thread_name_prefix="vectors")

    def wake(self) -> None:
        """Load the model of vectors, which takes a moment, where it will be asked."""
        if self._embedder and self._embedder.limit is None and self._reader.counts().vectors:
            with suppress(ModelUnavailable, WorkerDied):  # each search that needs it says so itself
                self._embedder.embed_query("")

    def find(self, request: Request, wanted: set[Route]) -> Findings:
        """Ask the `wanted` routes; if vectors are wanted but not to be had, words are asked."""
        lists: dict[Route, list[RankedChunk]] = {}
        reasons: dict[Route, Reason] = {}
        near, by_words = self._by_vector_and_words(request, wanted)
        if near and not near.missing:
            lists[Route.VECTOR] = near.ranked
        if by_words is not None:
            lists[Route.KEYWORD] = by_words
        things = self._graph.things(request.text, request.unwidened) if self._graph and wanted & _BY_THINGS else []
        if Route.ENTITY in wanted and (things or request.mentions.terms):
            lists[Route.ENTITY], reasons[Route.ENTITY] = self._mentioning(request, things, lists.get(Route.KEYWORD, ()))
        if Route.GRAPH in wanted and self._graph and things:
            found = self._graph.connected(request.text, things, request.depth, request.filters, request.cancel)
            lists[Route.GRAPH], reasons[Route.GRAPH] = found.chunks, _as_reason(found)
        if Route.TEMPORAL in wanted and request.time:
            lists[Route.TEMPORAL], reasons[Route.TEMPORAL] = self._dated(request, request.time, list(lists.values()))
        cut = any(len(ranked) >= request.depth for ranked in lists.values())
        lists = self._as_limited(request, lists)
        searched = self._reader.describe_vectors() if Route.VECTOR in lists else ""
        near = near or _Near([])
        return Findings(lists, near.embedded, near.missing, near.notice, reasons, searched, near.vector, cut)

    def _by_vector_and_words(self, request: Request, wanted: set[Route]) -> tuple[_Near | None, list[RankedChunk] | None]:
        """What the two routes found, None for one not asked: side by side, for neither the index nor the scan holds up the other."""
        if Route.VECTOR not in wanted:
            return None, self._by_words(request.words, request, request.filters) if Route.KEYWORD in wanted else None
        if Route.KEYWORD not in wanted:
            near = self._by_vector(request)
            return near, self._by_words(request.words, request, request.filters) if near.missing else None
        beside = self._beside.submit(self._by_vector, request)
        try:
            by_words = self._by_words(request.words, request, request.filters)
        finally:
            wait((beside,))
        return beside.result(), by_words

    def _by_vector(self, request: Request) -> _Near:
        try:
            vector = self._vector(request)
            ranked = self._nearest(request, vector) if vector else []
            embedded, notice = self._embedded()
        except (ModelUnavailable, VectorsUnavailable, WorkerDied) as problem:
            return _Near([], missing=problem.message)
        return _Near(ranked, vector, embedded, notice)

    def _as_limited(self, request: Request, lists: dict[Route, list[RankedChunk]]) -> dict[Route, list[RankedChunk]]:
        """The lists with nothing that the query's syntax shuts out: only the index of words knows that by itself."""
        words = request.words
        if not words.unwanted and not words.titled:
            return lists
        barred = self._meeting(KeywordQuery(required=(AnyOf(words.unwanted),)), request, lists) if words.unwanted else frozenset()
        let_in = self._meeting(KeywordQuery(required=words.titled), request, lists) if words.titled else None
        return {
            route: [each for each in ranked if each.chunk not in barred and (let_in is None or each.chunk in let_in)]
            for route, ranked in lists.items()
        }

    def _meeting(self, words: KeywordQuery, request: Request, lists: dict[Route, list[RankedChunk]]) -> frozenset[int]:
        """Which chunks of the documents in these lists meet some clauses."""
        documents = {each.document_id for ranked in lists.values() for each in ranked}
        if not documents:
            return frozenset()
        theirs = replace(request.filters, documents=tuple(sorted(documents)))
        return frozenset(each.chunk for each in self._reader.search_keyword(words, self._reader.counts().chunks, theirs, request.cancel))

    def _by_words(self, words: KeywordQuery, request: Request, filters: Filters) -> list[RankedChunk]:
        return self._reader.search_keyword(words, request.depth, filters, request.cancel)

    def _mentioning(self, request: Request, things: Sequence[Thing], by_words: Sequence[RankedChunk]) -> tuple[list[RankedChunk], Reason]:
        """What mentions the things, as extraction has it; behind that, whatever holds one of their names, for some may not be read yet."""
        found = Explained()
        if self._graph and things:
            ranks = {each.chunk: rank for rank, each in enumerate(by_words, 1)}
            found = self._graph.mentioning(things, ranks, request.depth, request.filters, request.cancel)
        named = self._by_words(request.mentions, request, request.filters) if request.mentions.terms else []
        known = {each.chunk for each in found.chunks}
        best = max((each.score for each in named), default=1.0)
        behind = [replace(each, score=each.score / (1 + best)) for each in named if each.chunk not in known]
        reason = _as_reason(found)
        return (found.chunks + behind)[: request.depth], lambda hit: reason(hit) or f"holds {request.mentions}"

    def _dated(self, request: Request, time: TimeAsked, others: Sequence[list[RankedChunk]]) -> tuple[list[RankedChunk], Reason]:
        """Hits by words from the days asked for, or, where the newest are asked for, the best of all routes by date."""
        found: list[RankedChunk] = []
        if time.span:
            found = self._by_words(request.words, request, _within(request.filters, time.span))
        if time.latest:
            found = self._newest([found] if time.span else others)
        dates = self._reader.dates({each.document_id for each in found})
        asked = f", within {time.span}" if time.span else ", newest first"
        return found, lambda hit: f"dated {dates.get(hit.document_id, 'nowhere')}{asked}"

    def _newest(self, lists: Sequence[list[RankedChunk]]) -> list[RankedChunk]:
        """The best of some lists by the dates of their documents."""
        best = {each.chunk: each for ranked in lists for each in ranked[:_NEWEST_OF]}
        dates = self._reader.dates({each.document_id for each in best.values()})
        days = {document_id: _age(day) for document_id, day in dates.items()}
        newest = max(days.values(), default=0.0)
        aged = [
            replace(each, score=0.5 ** ((newest - days[each.document_id]) / _HALF_LIFE))
            for each in best.values()
            if each.document_id in days
        ]
        return sorted(aged, key=lambda each: -each.score)

    def _vector(self, request: Request) -> Vector | None:
        """The query's vector; None where there is nothing to compare it with."""
        counts = self._reader.counts()
        if not counts.chunks:
            return None
        if self._embedder is None:
            raise ModelUnavailable("There is no embedding model.")
        if not counts.vectors:
            raise ModelUnavailable("No vectors have been made yet.")
        return self._embedder.embed_query(request.text)

    def _nearest(self, request: Request, vector: Vector) -> list[RankedChunk]:
        request.cancel.raise_if_cancelled()
        return self._reader.search_vector(vector, request.depth, request.filters, request.cancel)

    def _embedded(self) -> tuple[float, str]:
        """The share of chunks that have a vector, and what to say where some have none."""
        pending, limit = self._reader.count_pending(), self._embedder.limit if self._embedder else None
        if not pending:
            return 1.0, ""
        share = 1 - pending / max(pending, self._reader.counts().chunks)
        waiting = self._reader.count_pending(limit) if limit else pending
        said = [f"{waiting:,} chunk{'s wait' if waiting > 1 else ' waits'} for vectors and can so far be found by words only."]
        held = pending - waiting
        are = "chunks are" if held > 1 else "chunk is"
        said += [f"{held:,} {are} marked above TLP:{limit}, not given to the provider of vectors, and found by words only."]
        return share, " ".join(text for text, count in zip(said, (waiting, held), strict=True) if count)


def _as_reason(found: Explained) -> Reason:
    return lambda hit: found.why.get(hit.chunk, "")


def _within(filters: Filters, span: Span) -> Filters:
    """The filters, and no day outside the span."""
    since = [each for each in (filters.since, span.first.isoformat() if span.first else None) if each]
    until = [each for each in (filters.until, span.last.isoformat() if span.last else None) if each]
    return replace(filters, since=max(since, default=None), until=min(until, default=None))


def _age(day: str) -> float:
    """A date as a number that grows; one that is as coarse as a year or a month counts from its first day."""
    parts = [int(part) for part in day[:10].split("-")]
    return float(date(*(*parts, 1, 1)[:3]).toordinal())
