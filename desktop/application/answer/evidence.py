"""Evidence: which candidates bear on a question, how much, and which few are worth saying."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from types import MappingProxyType

from desktop.application.answer.candidates import Candidate
from desktop.application.answer.question import Breadth, Question
from desktop.application.answer.subjects import Subject
from desktop.application.answer.values import ValueType, find_values
from desktop.application.answer.wording import denies, folded, stems
from desktop.domain.passage import Passage, Route
from desktop.domain.sentences import Kind

ABOUT_IT = 5
"""A document that names something so often is about it: a sentence in it need not name it again."""

COUNTED_BEFORE, COUNTED_AFTER = 40, 70
"""How far from a number what it counts may stand, in characters: "52 of the hosts", "hosts with it: 52"."""


@dataclass(frozen=True, slots=True)
class Bearing:
    """How a candidate bears on a question, each part from 0 to 1 (`meaning` is a cosine).

    `words` counts the question's terms by rarity in the candidate itself, `nearby` those that only stand around it;
    `named` the question's subjects (more than half where its document is about them, half where they only stand around it, a
    quarter where they stand elsewhere in the document);
    `holds` the kinds of value that were asked for. `nearness` is that of its document, as `nearness_of` says it, and `passage` is
    1 for what stands in the passage nearest in meaning, a half for the second, and so on.
    """

    meaning: float
    words: float
    nearby: float
    named: float
    holds: float
    place: float
    plain: float
    nearness: float = 0.0
    passage: float = 0.0


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with what it is worth; `stems` are those of its own text."""

    candidate: Candidate
    bearing: Bearing
    score: float
    stems: frozenset[str]


def nearness_of(passages: Iterable[Passage]) -> dict[str, float]:
    """How near each document comes to what is searched for: the best cosine that vector search gave to a passage of it.

    Documents that other routes alone found count as the least near; without vectors all are alike.
    """
    found: dict[str, float] = {}
    others = set()
    for each in passages:
        if route := each.routes.get(Route.VECTOR):
            found[each.document_id] = max(route.score, found.get(each.document_id, -1.0))
        else:
            others.add(each.document_id)
    return dict.fromkeys(others, min(found.values(), default=0.0)) | found


def places_of(passages: Sequence[Passage]) -> dict[int, int]:
    """For each passage (by its index) that vector search found: how many of them come nearer in meaning."""
    scores = {at: each.routes[Route.VECTOR].score for at, each in enumerate(passages) if Route.VECTOR in each.routes}
    return {at: place for place, at in enumerate(sorted(scores, key=scores.__getitem__, reverse=True))}


NEAREST, ALSO_COMPARED = 3, 20
"""Of so many passages nearest in meaning, so many candidates are compared whatever their words are."""


class Judge:
    """Scores candidates for one question; `texts` are the whole documents, folded, `nearness` and `places` as the two above say them.

    `weights` are the question's terms, each with its share of what all of them weigh.
    """

    def __init__(
        self,
        question: Question,
        candidates: Sequence[Candidate],
        texts: Mapping[str, str],
        nearness: Mapping[str, float] = MappingProxyType({}),
        places: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        self._question = question
        self._nearness = nearness
        self._places = places
        self._own = [frozenset(stems(each.text)) for each in candidates]
        self._candidates = candidates
        self.weights = _rarity(question.terms, self._own)
        self._in_document = {
            (at, each): _in_document(subject, text) for at, subject in enumerate(question.subjects) for each, text in texts.items()
        }
        self._bearings = [self._bearing(candidate, own) for candidate, own in zip(candidates, self._own, strict=True)]

    def promising(self, most: int) -> list[Candidate]:
        """Those that bear most on the question by their words alone, best first; only they are worth comparing in meaning.

        A question that names nothing may share no word with its answer: what stands in the passages nearest to it comes as well.
        """
        ranked = [each.candidate for each in self._scored(dict.fromkeys(self._candidates, 0.0))]
        if self._question.subjects:
            return ranked[:most]
        nearest = [each for each in ranked[most:] if self._places.get(each.rank, NEAREST) < NEAREST]
        return ranked[:most] + nearest[:ALSO_COMPARED]

    def judge(self, meanings: Mapping[Candidate, float]) -> list[Scored]:
        """The candidates that have a meaning, best first; it is their cosine with the question (0 without an embedder)."""
        return self._scored(meanings)

    def _scored(self, meanings: Mapping[Candidate, float]) -> list[Scored]:
        scored = []
        for candidate, own, plainly in zip(self._candidates, self._own, self._bearings, strict=True):
            if candidate in meanings:
                bearing = replace(plainly, meaning=meanings[candidate])
                list_fits = self._question.breadth is not Breadth.FACT if candidate.items > 1 else None
                value = worth(bearing, list_fits=list_fits, names_nothing=not self._question.subjects)
                scored.append(Scored(candidate, bearing, value, own))
        return sorted(scored, key=best_first)

    def _bearing(self, candidate: Candidate, own: frozenset[str]) -> Bearing:
        around = frozenset(stems(candidate.around)) - own
        return Bearing(
            meaning=0.0,
            words=sum(weight for term, weight in self.weights.items() if term in own),
            nearby=sum(weight for term, weight in self.weights.items() if term in around),
            named=self._named(candidate),
            holds=self._holds(candidate),
            place=1 / (1 + candidate.rank),
            plain=_plainness(candidate),
            nearness=self._nearness.get(candidate.document_id, 0.0),
            passage=1 / (1 + self._places[candidate.rank]) if candidate.rank in self._places else 0.0,
        )

    def _named(self, candidate: Candidate) -> float:
        text, around = folded(candidate.text), folded(candidate.around)
        found = [
            1.0 if subject.stands_in(text)
            else max(0.5 if subject.stands_in(around) else 0.0, self._in_document[at, candidate.document_id])
            for at, subject in enumerate(self._question.subjects)
        ]  # fmt: skip
        return sum(found) / len(found) if found else 0.0

    def _holds(self, candidate: Candidate) -> float:
        wants = self._question.wants
        return sum(holds_value(self._question, kind, candidate.text) for kind in wants) / len(wants) if wants else 0.0


def _in_document(subject: Subject, text: str) -> float:
    """What it is worth that a document speaks of a subject at all, and that it is about it."""
    said = sum(len(each.pattern.findall(text)) for each in subject.found_in(text))
    return 0.6 if said >= ABOUT_IT else 0.25 if said else 0.0


def holds_value(question: Question, kind: ValueType, text: str) -> bool:
    """Whether a value of the asked kind stands in the text that does not already stand in the question."""
    return bool(asked_values(question, kind, text))


def asked_values(question: Question, kind: ValueType, text: str) -> list[str]:
    """The values of the asked kind in the text that do not already stand in the question; numbers only of what is counted."""
    asked = folded(question.text)
    values = [each for each in find_values(kind, text) if each not in asked]
    if kind is not ValueType.NUMBER or not values:
        return values
    plain, dates = folded(text), " ".join(find_values(ValueType.DATE, text))
    return [each for each in values if each not in dates and (not question.counted or _counts(each, question.counted, plain))]


def _counts(number: str, counted: Collection[str], plain: str) -> bool:
    """Whether a number stands near one of the stems that it may count."""
    for match in re.finditer(rf"(?<!\w){re.escape(number)}(?!\w)", plain):
        near = plain[max(0, match.start() - COUNTED_BEFORE) : match.end() + COUNTED_AFTER]
        if any(each in counted for each in stems(near)):
            return True
    return False


def worth(bearing: Bearing, *, list_fits: bool | None = None, names_nothing: bool = False) -> float:
    """One number for how much a candidate bears on a question.

    The weights are those of a ranking model fitted on labelled questions (tests/benchmarks/README.md), rounded; either half
    of the questions gives much the same. `list_fits` says for a whole list whether the question asks for one (None: it is no list),
    `names_nothing` that the question can only be told by what it means.
    """
    list_worth = 0.0 if list_fits is None else 0.3 if list_fits else -0.7
    return (
        0.8 * bearing.meaning
        + 2.4 * bearing.words
        + 2.2 * bearing.nearby
        + 1.2 * bearing.named
        + 1.6 * bearing.holds
        + 0.4 * bearing.place
        + 0.7 * bearing.plain
        + 2.5 * bearing.nearness
        + (1.2 if names_nothing else 0.2) * bearing.passage
        + list_worth
    )


def _rarity(terms: Iterable[str], texts: Sequence[frozenset[str]]) -> dict[str, float]:
    """Each term's share of what all terms weigh; a term weighs more the fewer candidates hold it."""
    counted = Counter(term for text in texts for term in text)
    weights = {term: math.log(1 + (len(texts) + 1) / (counted[term] + 1)) for term in terms}
    total = sum(weights.values()) or 1.0
    return {term: weight / total for term, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class Measure:
    """How much an answer may say, and how far below the best its evidence may be.

    `apart` is how far below the best the best of another document may be: what else has a little to do with a single fact mostly
    speaks of something else. `coherence` is what each piece of evidence already chosen from a document is worth to the others in
    it: what belongs together in a list or an overview mostly stands in one place, while a single fact is better sought everywhere.
    """

    sentences: int
    words: int
    margin: float
    apart: float = math.inf
    coherence: float = 0.0


_MEASURES = {
    Breadth.FACT: Measure(sentences=5, words=65, margin=1.25, apart=0.5),
    Breadth.LIST: Measure(sentences=8, words=160, margin=2.0, apart=1.2, coherence=0.2),
    Breadth.TIMELINE: Measure(sentences=8, words=160, margin=2.0, coherence=0.2),
    Breadth.OVERVIEW: Measure(sentences=8, words=160, margin=2.0, coherence=0.2),
}
_ACROSS = Measure(sentences=10, words=190, margin=1.8, apart=1.6, coherence=-0.8)
"""For what all documents are asked: each of them comes to its first word before another comes to its second."""
NAMED_GAP = 0.5
"""A candidate that has so much less to do with what the question names than the best has is left out."""
WIDEST_NAMED_GAP = 0.9
"""And what has nothing at all to do with it where anything found names all of it."""
NEAR_COPY = 0.6
"""Two candidates that share this much of their stems say the same."""


_ADDED = Measure(sentences=2, words=40, margin=0.0)
"""What each of several questions in one may add to the evidence for the whole."""


def select(scored: Sequence[Scored], question: Question) -> list[Scored]:
    """The few best of `scored` (best first) that say different things and together stay short; best first.

    Where none of them holds a kind of value that was asked for, the best that does is taken as well.
    """
    measure = _ACROSS if question.across else _MEASURES[question.breadth]
    near = _near(scored)
    comparable = _comparable(near, measure.apart)
    near = [each for each in near if each.candidate.document_id in comparable]
    worthy = [each for each in near if each.score >= near[0].score - measure.margin]
    chosen = _distinct(worthy, (), question, measure)
    for kind in question.wants:
        holding = [each for each in near if holds_value(question, kind, each.candidate.text)]
        if holding and not any(each in chosen for each in holding):
            chosen = [*chosen[: measure.sentences - 1], holding[0]]
    return sorted(chosen, key=best_first)


def add_to(chosen: Sequence[Scored], scored: Sequence[Scored], question: Question) -> list[Scored]:
    """The chosen, and the best of `scored` (best first) beside them, unless one of its best is among them already."""
    near = _near(scored)[: _ADDED.sentences]
    if any(each.candidate == other.candidate for each in near for other in chosen):
        return list(chosen)
    return [*chosen, *_distinct(near, chosen, question, _ADDED)]


def _near(scored: Sequence[Scored]) -> list[Scored]:
    """Those that have about as much to do with what the question names as the best have."""
    of_best = max((each.bearing.named for each in scored[:5]), default=0.0) - NAMED_GAP
    least = max(of_best, max((each.bearing.named for each in scored), default=0.0) - WIDEST_NAMED_GAP)
    return [each for each in scored if each.bearing.named >= least]


def _comparable(scored: Sequence[Scored], apart: float) -> set[str]:
    """The documents whose best evidence is so little below the best of all (which comes first)."""
    return {each.candidate.document_id for each in scored if each.score >= scored[0].score - apart}


def _distinct(worthy: Sequence[Scored], beside: Sequence[Scored], question: Question, measure: Measure) -> list[Scored]:
    """The best that say different things, also from what stands beside them, within a number of sentences and words."""
    taken: list[Scored] = []
    waiting, words = list(worthy), measure.words
    while waiting and len(taken) < measure.sentences:
        documents = Counter(each.candidate.document_id for each in taken)
        at, value = max(
            ((at, one.score + measure.coherence * documents[one.candidate.document_id]) for at, one in enumerate(waiting)),
            key=itemgetter(1),
        )
        if measure.coherence < 0 and value < worthy[0].score - measure.margin:
            break
        each = waiting.pop(at)
        length = len(each.candidate.text.split())
        if (not taken or length <= words) and not any(_says_the_same(question, each, other) for other in (*taken, *beside)):
            taken.append(each)
            words -= length
    return taken


def _says_the_same(question: Question, one: Scored, other: Scored) -> bool:
    """Whether one need not be said beside the other; a different value of what was asked for has to be, and what denies the other."""
    a, b = one.candidate, other.candidate
    if a.document_id == b.document_id and a.start < b.end and b.start < a.end:
        return True
    shared = len(one.stems & other.stems)
    if shared < NEAR_COPY * max(1, len(one.stems | other.stems)) or denies(a.text) != denies(b.text):
        return False
    return all(set(asked_values(question, kind, a.text)) == set(asked_values(question, kind, b.text)) for kind in question.wants)


LONG_ENOUGH = 12
"""A text of so many tokens of which less than a third are words is a dump: bytes, a rule for scanners, log lines."""
_LINK = re.compile(r"https?://\S+")
_VERBLESS = re.compile(
    r"^(?:https?://\S+|\W*|[\w.]+|(?:figure|table|source|sources|references?|see also|related|tags?|copyright)\b.{0,80})$", re.IGNORECASE
)


def _plainness(candidate: Candidate) -> float:
    """1 for a sentence that says something by itself, less for a scrap, less than nothing for a list of links."""
    length = len(candidate.text)
    tokens = candidate.text.split()
    if len(tokens) >= LONG_ENOUGH and 3 * sum(map(_is_word, tokens)) < len(tokens):
        return 0.0
    if candidate.kind is Kind.PROSE and 2 * sum(map(len, _LINK.findall(candidate.text))) > length:
        return -1.0
    if length < 20 or _VERBLESS.match(candidate.text):
        return 0.3 if candidate.kind in (Kind.BULLET, Kind.LINE, Kind.ROW) else 0.0
    return 1.0 if length >= 40 else 0.7


def _is_word(token: str) -> bool:
    letters = sum(map(str.isalpha, token))
    return letters >= 3 and 3 * letters >= 2 * len(token)


def best_first(scored: Scored) -> tuple[float, int, str, int]:
    """Sorts what was scored: best first, ties by passage and place."""
    return -scored.score, scored.candidate.rank, scored.candidate.document_id, scored.candidate.start
