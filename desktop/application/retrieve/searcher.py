"""Searching: a query in one of five modes becomes passages."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Embedder, GraphReader, Grep, IndexReader, KnownNames, TextReader
from desktop.application.retrieve.grepping import Grepping
from desktop.application.retrieve.intent import IntentClassifier
from desktop.application.retrieve.passages import Page, PassageReader
from desktop.application.retrieve.planning import Plan, Planner, today
from desktop.application.retrieve.ranking import Ranking, depth_of, is_crowded
from desktop.application.retrieve.routes import Findings, Request, Routes
from desktop.application.settings import SearchSettings
from desktop.domain.intent import Classification
from desktop.domain.passage import Expansion, Filters, Mode, Passage, Query, SearchResult

_DEEPENING = 4
_ANY_NAME = "APT28"
_DEEPEST = 2000
"""Where one document, one text or what is not wanted fills the lists, they are deepened up to this for others to have their place."""


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


class Searcher:
    """Finds passages; a mode that is not available falls back to keyword and says so."""

    def __init__(
        self,
        reader: IndexReader,
        texts: TextReader,
        grep: Grep,
        embedder: Embedder | None,
        docs: Path,
        settings: SearchSettings,
        known: KnownNames | None = None,
        clock: Callable[[], date] = today,
        memory: Path | None = None,
        intents: IntentClassifier | None = None,
        graph: GraphReader | None = None,
    ) -> None:
        self._reader = reader
        self._intents = intents or IntentClassifier()
        self._routes = Routes(reader, embedder, graph)
        self._grepping = Grepping(grep, texts, reader, docs, memory)
        self._planner = Planner(reader, settings, known, self._intents, embedder.languages if embedder else (), clock, graph)
        self._passages = PassageReader(reader)
        self._ranking = Ranking(reader, settings)

    def search(self, context: JobContext, query: Query) -> SearchResult:
        """The best passages for a query, of which any text is legal; raises Cancelled when told to stop."""
        started = time.perf_counter()
        query = replace(query, text=_whole(query.text))
        outcome = self._outcome(query, context.cancel) if query.text.strip() and query.limit > 0 else _Outcome()
        if query.mode is Mode.BLENDED:
            outcome = replace(outcome, intent=outcome.intent or self._planner.intent(query))
        seconds = time.perf_counter() - started
        return SearchResult(
            query.text, query.mode, outcome.hits, seconds, outcome.fallback, outcome.notice, outcome.intent, outcome.asked,
            outcome.details, outcome.expansions, outcome.typed,
        )  # fmt: skip

    def prepare(self, context: JobContext) -> int:
        """Make searches by meaning quick where there are many vectors; returns the bytes of memory that takes.

        Worth a moment when a vault is opened or many queries are to come; without it they are as right, and slower.
        """
        self._intents.prepare()
        return self._reader.hold_vectors(context.cancel)

    def vectors(self) -> int:
        """How many vectors there are for `prepare` to make ready."""
        return self._reader.counts().vectors

    def wake(self, context: JobContext) -> None:
        """Make a person's first search as quick as the later ones: read the names, and load the model; `prepare` is another matter."""
        self._planner.named(_ANY_NAME)
        context.cancel.raise_if_cancelled()
        self._routes.wake()
        context.cancel.raise_if_cancelled()
        self._intents.prepare()

    def _outcome(self, query: Query, cancel: CancelToken) -> _Outcome:
        if query.mode is Mode.GREP:
            found = self._grepping.find(query, cancel)
            return _Outcome(found.passages, notice=found.notice, asked=found.pattern)
        plan = self._planner.plan(query)
        page = Page(query.limit, query.per_document, query.fold_twins)
        depth = depth_of(query, plan)
        while True:
            findings = self._routes.find(_request(plan, depth, cancel), plan.wanted)
            looked = self._ranking.rank(plan, findings)
            hits = self._passages.page(looked.chunks, plan.words, page, texts=looked.texts, keep_score=len(findings.lists) == 1)
            thinned = is_crowded(query) or plan.words.unwanted or plan.words.titled
            if not thinned or len(hits) == query.limit or depth >= _DEEPEST or not findings.cut:
                break
            depth = min(_DEEPEST, depth * _DEEPENING)
        return _Outcome(
            hits, Mode.KEYWORD if findings.missing else None, _notice(plan, findings), plan.intent, str(plan.words),
            plan.details(findings), plan.named.expansions, plan.typed,
        )  # fmt: skip


def _whole(text: str) -> str:
    """A text with a replacement character for each half of a surrogate pair, which no document and no argument can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _request(plan: Plan, depth: int, cancel: CancelToken) -> Request:
    return Request(plan.text, plan.words, depth, plan.filters, cancel, plan.named.mentions, plan.time, plan.unwidened)


def _notice(plan: Plan, findings: Findings) -> str:
    if findings.missing:
        return " ".join(filter(None, (f"{findings.missing} These passages were found by their words only.", plan.unread)))
    nowhere = "" if findings.holding else "Nothing holds what was asked for: these passages are only near in meaning."
    return " ".join(filter(None, (plan.unread, nowhere, findings.notice, plan.named.problem)))
