"""Why not: where an expected document stands in a search, on each route and in the end, and what kept it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date

from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Embedder, GraphReader, IndexReader, KeywordQuery, KnownNames, RankedChunk, TextReader
from desktop.application.retrieve.fusion import FusedChunk
from desktop.application.retrieve.highlighting import Highlighter
from desktop.application.retrieve.intent import IntentClassifier
from desktop.application.retrieve.passages import to_passage
from desktop.application.retrieve.planning import Plan, Planner, today, weighed
from desktop.application.retrieve.ranking import Ranking, depth_of
from desktop.application.retrieve.routes import Findings, Request, Routes
from desktop.application.settings import SearchSettings
from desktop.domain.errors import UsageError
from desktop.domain.keywords import readable
from desktop.domain.passage import Filters, Mode, Passage, Query, Route
from desktop.domain.why import RouteStanding, WhyNot

_DEPTH = 1000
"""Passages of each route that are looked through for the document."""


@dataclass(frozen=True, slots=True)
class _Case:
    """A search as it was planned and ranked, its routes deeper than a search asks them, and the same within the document alone."""

    query: Query
    plan: Plan
    document_id: str
    title: str
    everywhere: Findings
    inside: Findings
    fused: list[FusedChunk]


class WhyNotFound:
    """Explains searches in every mode but grep, which shows every line that matches."""

    def __init__(
        self,
        reader: IndexReader,
        texts: TextReader,
        embedder: Embedder | None,
        settings: SearchSettings,
        known: KnownNames | None = None,
        clock: Callable[[], date] = today,
        intents: IntentClassifier | None = None,
        graph: GraphReader | None = None,
    ) -> None:
        self._reader = reader
        self._texts = texts
        self._routes = Routes(reader, embedder, graph)
        self._ranking = Ranking(reader, settings)
        languages = embedder.languages if embedder else ()
        self._planner = Planner(reader, settings, known, intents or IntentClassifier(), languages, clock, graph)

    def explain(self, context: JobContext, query: Query, document_id: str) -> WhyNot:
        """Where a document stands in a search, and why it is not higher. Raises DocumentNotFound, UsageError for grep, Cancelled."""
        if query.mode is Mode.GREP:
            raise UsageError("Grep ranks nothing: a document is in it if a line of it matches.", "Ask about another mode.")
        title = self._texts.read(document_id).document.title
        plan = self._planner.plan(query)
        depth = max(_DEPTH, query.limit)
        everywhere = self._routes.find(_request(plan, plan.filters, depth, context.cancel), plan.wanted)
        alone = Filters(documents=(document_id,))
        inside = self._routes.find(_request(plan, alone, depth, context.cancel), plan.wanted)
        seen_depth = depth_of(query, plan) if len(plan.weights) > 1 else depth  # a list that is alone has the order of the search
        seen = {route: ranked[:seen_depth] for route, ranked in everywhere.lists.items()}
        fused = self._ranking.rank(plan, replace(everywhere, lists=seen)).chunks
        case = _Case(query, plan, document_id, title, everywhere, inside, fused)
        return self._told(case, context.cancel)

    def _told(self, case: _Case, cancel: CancelToken) -> WhyNot:
        place = next((at for at, each in enumerate(case.fused, start=1) if each.document_id == case.document_id), None)
        documents = list(dict.fromkeys(each.document_id for each in case.fused))
        document_rank = documents.index(case.document_id) + 1 if place else None
        within = (document_rank if case.query.per_document == 1 else place) or 0
        shown = 0 < within <= case.query.limit
        present, absent = self._words(case, cancel)
        excluding = tuple(self._excluding(case.plan.filters, case.document_id))
        why = WhyNot(
            case.query.text, case.document_id, case.title, place, document_rank, shown, excluding, present, absent, tuple(_standings(case)),
            self._best(case), (),
        )  # fmt: skip
        return replace(why, sentences=tuple(_sentences(case, why)))

    def _words(self, case: _Case, cancel: CancelToken) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What the query asks for that the document holds, and what it does not."""
        alone = Filters(documents=(case.document_id,))
        met: dict[bool, list[str]] = {True: [], False: []}
        for said, clause in case.plan.asked.items():
            met[bool(self._reader.search_keyword(KeywordQuery((clause,)), 1, alone, cancel))].append(said)
        return tuple(met[True]), tuple(met[False])

    def _excluding(self, filters: Filters, document_id: str) -> Iterator[str]:
        """The filters that keep a document out, each by itself."""
        for each in fields(Filters):
            value = getattr(filters, each.name)
            if value and document_id not in self._reader.filtered_documents(replace(Filters(), **{each.name: value})):
                said = ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
                yield f"{_FILTERS[each.name]} {said}"

    def _best(self, case: _Case) -> Passage | None:
        """The passage of the document that the routes together put first."""
        chunks = self._ranking.rank(case.plan, case.inside).chunks
        found = self._reader.chunks([each.chunk for each in chunks[:1]])
        return to_passage(found[0], chunks[0].score, Highlighter(case.plan.words)) if found else None


_FILTERS = {
    "since": "published since", "until": "published until", "tlp_max": "marked at most", "tags": "tagged", "formats": "of the format",
    "documents": "in the documents", "markings": "marked", "named": "called",
}  # fmt: skip


def _request(plan: Plan, filters: Filters, depth: int, cancel: CancelToken) -> Request:
    return Request(plan.text, plan.words, depth, filters, cancel, plan.named.mentions, plan.time, plan.unwidened)


def _standings(case: _Case) -> Iterator[RouteStanding]:
    """Every route that the mode has, those that take no part included."""
    weights = weighed(case.plan.weights, case.everywhere)
    for route in dict.fromkeys((*case.plan.weights, *case.everywhere.lists)):
        ranked: Sequence[RankedChunk] = case.everywhere.lists.get(route, ())
        rank = next((at for at, each in enumerate(ranked, start=1) if each.document_id == case.document_id), None)
        own = next((each.score for each in case.inside.lists.get(route, ())), None)
        standing = RouteStanding(route, weights.get(route, 0.0), rank, len(ranked), own, ranked[0].score if ranked else None, "")
        yield replace(standing, said=_route_said(case, standing))


def _route_said(case: _Case, standing: RouteStanding) -> str:
    name = f"By {_ROUTES[standing.route]}"
    if standing.route not in case.everywhere.lists:
        return f"{name} nothing was looked for: {_idle(case, standing)}."
    if not standing.looked:
        return f"{name} no document was found."
    if standing.rank:
        return f"{name} its best passage is number {standing.rank} of the {standing.looked} best."
    if standing.score is None:
        return f"{name} it was not found at all."
    near = f"it scores {standing.score:.3g}, the first hit {standing.best:.3g}"
    return f"{name} it is not among the {standing.looked} best passages: {near}."


def _idle(case: _Case, standing: RouteStanding) -> str:
    if standing.weight <= 0:
        return "it has no weight for this intent" if case.plan.intent else "it is switched off"
    match standing.route:
        case Route.ENTITY:
            return "the query names nothing that is known under several names"
        case Route.TEMPORAL:
            return "the query says nothing about time"
        case Route.GRAPH:
            return "relations are not indexed in this vault"
        case _:
            return case.everywhere.missing or "it is switched off"


_ROUTES = {
    Route.KEYWORD: "words", Route.VECTOR: "meaning", Route.ENTITY: "names", Route.GRAPH: "relations", Route.TEMPORAL: "time",
}  # fmt: skip


def _sentences(case: _Case, why: WhyNot) -> Iterator[str]:
    if why.shown:
        yield f"It is shown: number {why.rank} of the passages, number {why.document_rank} of the documents."
    elif why.excluded_by:
        yield f"It is kept out by filters: only what is {' and '.join(why.excluded_by)} was searched."
    elif why.rank is None:
        yield "None of the routes found it." if not any(each.score for each in why.routes) else "It was found too far down to be ranked."
    else:
        yield f"It is ranked {why.rank} among passages and {why.document_rank} among documents; the search shows {case.query.limit}."
    if required := [readable(each) for each in case.plan.words.required if readable(each) in why.absent]:
        yield f"It lacks what the query requires: {', '.join(required)}."
    if forbidden := [readable(each) for each in case.plan.words.excluded]:
        yield f"The query forbids: {', '.join(forbidden)}."
    if why.absent and not required:
        yield f"These words of the query stand nowhere in it: {', '.join(why.absent)}."
    yield from (each.said for each in why.routes)
    if case.everywhere.notice:
        yield case.everywhere.notice
