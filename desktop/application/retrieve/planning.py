"""Planning a query: what it asks of the index, which routes take part with which weights, and what is known of what it names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from desktop.application.ports import GraphReader, IndexReader, KeywordQuery, KnownNames
from desktop.application.refanging import refang
from desktop.application.retrieve.exact_terms import exact_share
from desktop.application.retrieve.expansion import Named, safely_named, widened
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.intent import IntentClassifier
from desktop.application.retrieve.policy import POLICIES, PROSE_MEANING, for_prose
from desktop.application.retrieve.prose import is_prose
from desktop.application.retrieve.query import read_query
from desktop.application.retrieve.routes import Findings
from desktop.application.retrieve.stated_names import GraphNames
from desktop.application.retrieve.temporal import TimeAsked, time_asked
from desktop.application.retrieve.transliteration import transliterated
from desktop.application.settings import SearchSettings
from desktop.domain.intent import Classification, Intent
from desktop.domain.keywords import AnyOf, Beginning, Clause, Phrase, readable
from desktop.domain.passage import Filters, Fusion, Mode, Query, Route
from desktop.domain.scripts import readable_share

_LEAST_MEANING = 0.1
"""What remains of the vector route's weight where a query is nothing but names and indicators, or in a script the embedder cannot read."""
_NAME_ALONE = 0.9
_WEIGHTS: Mapping[Mode, Mapping[Route, float]] = {
    Mode.KEYWORD: {Route.KEYWORD: 1.0},
    Mode.VECTOR: {Route.VECTOR: 1.0},
    Mode.HYBRID: {Route.KEYWORD: 1.0, Route.VECTOR: 1.0},
}


def today() -> date:
    """The day it is, in UTC."""
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class Plan:
    """How a query is going to be carried out: `text` is what it says in words, `words` what the index is asked for.

    `typed` are those of the filters that its own syntax names; `prose` says that the text tells of something rather than asks,
    and `unread` what in it looks like a limit and is none.
    """

    text: str
    words: KeywordQuery
    filters: Filters
    weights: Mapping[Route, float]
    fusion: Fusion
    typed: Filters = field(default_factory=Filters)
    intent: Classification | None = None
    named: Named = field(default_factory=Named)
    time: TimeAsked | None = None
    remark: str = ""
    unwidened: frozenset[str] = frozenset()
    prose: bool = False
    unread: str = ""

    @property
    def wanted(self) -> set[Route]:
        """The routes that take part."""
        return {route for route, weight in self.weights.items() if weight > 0}

    @property
    def asked(self) -> dict[str, Clause]:
        """Each thing that the query asks for, as a person may read it; what is named stands there once, under any of its names."""
        names = {each.name: AnyOf(tuple(map(Phrase, (each.name, *each.also)))) for each in self.named.expansions}
        said = {fold(word) for name in names for word in (name, *name.split())}
        of_names = {part for clause in names.values() for part in clause.parts}
        others = [each for each in self.words.sought if each not in of_names and not (isinstance(each, str) and fold(each) in said)]
        bare = [each for each in others if not (isinstance(each, Beginning) and fold(each.text) in said)]
        return {**names, **{readable(each): each for each in bare}}

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
                ("vectors", findings.searched),
                ("meaning", self.remark),
                ("names", "count only as far as they make up the text, because it tells rather than asks" if self.prose else ""),
            )
            if said
        )


class Planner:
    """Makes plans for one vault's queries in any mode but grep; `languages` are those that the embedder understands."""

    def __init__(
        self,
        reader: IndexReader,
        settings: SearchSettings,
        known: KnownNames | None,
        intents: IntentClassifier,
        languages: tuple[str, ...] = (),
        clock: Callable[[], date] = today,
        graph: GraphReader | None = None,
    ) -> None:
        self._stated = GraphNames(graph) if graph else None
        self._reader = reader
        self._settings = settings
        self._known = known
        self._intents = intents
        self._languages = languages
        self._clock = clock

    def plan(self, query: Query) -> Plan:
        """The plan for a query, of which any text is legal."""
        parsed = read_query(query.text, query.filters)
        words = transliterated(parsed.words, self._reader) if query.transliterate else parsed.words
        fusion = query.fusion or Fusion(self._settings.fusion)
        readable, remark = self._readable(parsed.text)
        exact, prose = exact_share(refang(parsed.text)), is_prose(parsed.text)
        if query.mode is not Mode.BLENDED:
            likely = PROSE_MEANING if prose else 1.0
            meaning = 1.0 if query.mode is Mode.VECTOR else readable * likely * max(_LEAST_MEANING, 1 - exact)
            weights = _kept(_WEIGHTS[query.mode], query, meaning)
            return Plan(parsed.text, words, parsed.filters, weights, fusion, parsed.typed, remark=remark, unread=parsed.unread)
        named = self._named(query, parsed.text)
        intent = self._intent(query, parsed.text, named)
        names = min(1.0, named.share + exact)
        policy = POLICIES[intent.intent].weights
        weights = _kept(for_prose(policy, names) if prose else policy, query, readable * max(_LEAST_MEANING, 1 - names))
        time = time_asked(parsed.text, self._clock())
        words = widened(words, named.expansions)
        unwidened = frozenset(map(fold, query.unwidened))
        return Plan(
            parsed.text, words, parsed.filters, weights, fusion, parsed.typed, intent, named, time, remark, unwidened, prose, parsed.unread
        )  # fmt: skip

    def intent(self, query: Query) -> Classification:
        """What kind of answer a query asks for: what its person chose, else what it is taken for."""
        spoken = read_query(query.text).text
        return self._intent(query, spoken, self._named(query, spoken))

    def _intent(self, query: Query, spoken: str, named: Named) -> Classification:
        """By the words without any syntax: `before:2024` asks for no time."""
        if query.intent:
            return Classification(query.intent, 1.0, "chosen by hand")
        return Classification(Intent.EXPLORATORY, _NAME_ALONE, "a name alone") if named.alone else self._intents.classify(spoken)

    def named(self, text: str, unwidened: frozenset[str] = frozenset()) -> Named:
        """The names in a text that have others."""
        return safely_named(text, self._known, unwidened, self._stated) if self._known else Named()

    def _named(self, query: Query, spoken: str) -> Named:
        """The names in what a query says; the whole of it may be one, even with syntax in it, as in `Pay OR Grief`."""
        whole = self.named(query.text, query.unwidened)
        if [fold(each.name) for each in whole.expansions] == [fold(query.text.strip())]:
            return whole
        return self.named(spoken, query.unwidened)

    def _readable(self, text: str) -> tuple[float, str]:
        """How far the embedder can read a text, and what to say where that is not all of it."""
        share = readable_share(text, self._languages)
        if share == 1:
            return 1.0, ""
        return max(_LEAST_MEANING, share), f"counts less, because the embedding model reads {', '.join(self._languages)} only"


def _kept(weights: Mapping[Route, float], query: Query, meaning: float) -> dict[Route, float]:
    """The weights of the routes that are not switched off, that of the vector route as far as meaning counts."""
    counted = {route: weight * meaning if route is Route.VECTOR else weight for route, weight in weights.items()}
    return {route: weight for route, weight in counted.items() if route not in query.routes_off}


def weighed(weights: Mapping[Route, float], findings: Findings) -> dict[Route, float]:
    """The weights as a search can honour them: vectors count as far as they have been made."""
    if findings.missing:
        return {**weights, Route.KEYWORD: weights.get(Route.KEYWORD) or 1.0}
    return {route: weight * findings.embedded if route is Route.VECTOR else weight for route, weight in weights.items()}
