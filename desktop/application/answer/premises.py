"""Wrong premises: what a question takes for granted and the sources say of something else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from desktop.application.answer.candidates import Candidate
from desktop.application.answer.evidence import Scored
from desktop.application.answer.named_things import places_in
from desktop.application.answer.places import PLACE_NAMES, is_region, other_names
from desktop.application.answer.question import Question
from desktop.application.answer.subjects import Subject
from desktop.application.answer.synonyms import same_meaning
from desktop.application.answer.values import ValueType, find_values
from desktop.application.answer.wording import denies, folded
from desktop.domain.entity import EntityType, Mention
from desktop.domain.graph import EntitySummary

LEAST_SHARED = 0.75
"""So much of what a question says besides the doubtful name, by rarity, has to stand in the sentence that says it of another."""
LEAST_TERMS = 3
"""And so many things have to be said or named besides: "which groups use it?" takes nothing for granted."""
MOST_OF_IT = 0.5
"""And not so much in any sentence that does name it."""

_PEERS = {
    EntityType.INTRUSION_SET: frozenset({EntityType.INTRUSION_SET, EntityType.THREAT_ACTOR}),
    EntityType.THREAT_ACTOR: frozenset({EntityType.INTRUSION_SET, EntityType.THREAT_ACTOR}),
    EntityType.MALWARE: frozenset({EntityType.MALWARE, EntityType.TOOL}),
    EntityType.TOOL: frozenset({EntityType.MALWARE, EntityType.TOOL}),
}
_COUNTED = re.compile(r"(?<![\w.,-])(\d{1,3}(?:,\d{3})+|\d+) ([a-z]{3,})\b", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
LONGEST_BEFORE = 80
"""So many characters before a number tell whether it belongs to a name."""
MOST_COUNTS = 8
"""Who pastes a text with more numbers takes none of them for granted."""
_LAST_WORD = re.compile(r"\S+ (\S+) $")
_MONTHS = "january february march april may june july august september october november december"
_NO_COUNT = frozenset((*_MONTHS.split(), "of", "and"))


@dataclass(frozen=True, slots=True)
class WrongPremise:
    """What the question says (`asked`), what the sources say instead, and the evidence that does."""

    asked: str
    instead: str
    evidence: Scored

    @property
    def reason(self) -> str:
        """The correction, as a sentence for a person."""
        return f"The sources say this of “{self.instead}”, not of “{self.asked}”."


class PremiseReader:
    """Compares what a question takes for granted with evidence that says the same of something else.

    `weights` are the question's terms by rarity, `mentions` gives what was extracted from a candidate, `called` what a name is a name of,
    `same_as` adds to ids of entities those of which anything given says that they are the same.
    """

    def __init__(
        self,
        question: Question,
        weights: Mapping[str, float],
        mentions: Callable[[Candidate], Sequence[Mention]],
        called: Callable[[str], Sequence[EntitySummary]],
        same_as: Callable[[Sequence[str]], Sequence[str]] = tuple,
    ) -> None:
        self._question = question
        self._said = {term: weight for term, weight in weights.items() if term in question.said and not term.isdigit()}
        self._mentions = mentions
        self._called = called
        self._same_as = same_as
        self._denied = denies(question.text)

    def wrong_premise(self, scored: Sequence[Scored]) -> WrongPremise | None:
        """The first thing in the question that the best matching evidence says of exactly one other thing of the same kind."""
        for subject in self._question.subjects:
            if found := self._said_of_another(subject, scored):
                return found
        return self._counted_otherwise(scored)

    def _said_of_another(self, subject: Subject, scored: Sequence[Scored]) -> WrongPremise | None:
        others = [each for each in self._question.subjects if each is not subject]
        alike = self._alike(subject)
        if alike is None or len(self._said) < 2 or len(self._said) + len(others) < LEAST_TERMS:
            return None
        naming = [each for each in scored if subject.stands_in(_near(each))]
        if any(self._share(each) >= MOST_OF_IT for each in naming):
            return None
        told = [each for each in self._telling(scored) if all(other.stands_in(_near(each)) for other in others)]
        instead = {folded(name): (name, each) for each in reversed(told) for name in alike(each.candidate)}
        if len(instead) != 1 or any(subject.stands_in(name) for name in instead):
            return None
        name, evidence = next(iter(instead.values()))
        return WrongPremise(subject.name.upper() if subject.is_indicator else subject.name, name, evidence)

    def _alike(self, subject: Subject) -> Callable[[Candidate], Sequence[str]] | None:
        """What finds things of the subject's kind in a candidate; None for a kind that cannot be told."""
        plain = folded(subject.name)
        if plain in PLACE_NAMES:
            return None if is_region(plain) else _places
        if subject.is_indicator:
            return _cves if plain.startswith("cve-") else None
        known = [each for name in (subject.name, *subject.also) for each in self._called(name)]
        kinds = frozenset().union(*(_PEERS.get(each.type, frozenset()) for each in known))
        if not kinds:
            return None
        own = frozenset(self._same_as([each.id for each in known]))

        def others(candidate: Candidate) -> Sequence[str]:
            named = [each for each in self._mentions(candidate) if each.type in kinds]
            if any(each.entity_id is None or each.entity_id in own for each in named):
                return ()
            return list({each.entity_id: each.text for each in named}.values())

        return others

    def _counted_otherwise(self, scored: Sequence[Scored]) -> WrongPremise | None:
        """A number of things that the sources give another number of."""
        for number, what in islice(dict.fromkeys(self._counts()), MOST_COUNTS):
            given = re.compile(rf"(?<![\w.,]){_in_any_spelling(number)}(?![\w,]*\d)")
            if any(given.search(_near(each)) for each in scored):
                continue
            counts = re.compile(rf"(?<![\w.,-])(\d{{1,3}}(?:,\d{{3}})+|\d+) (?:[a-z-]+ )?{re.escape(what)}\b")
            told = [each for each in self._telling(scored) if self._names_all(each)]
            given_instead = {count: each for each in reversed(told) for count in counts.findall(folded(each.candidate.text))}
            if len(given_instead) == 1:
                (count, evidence) = next(iter(given_instead.items()))
                return WrongPremise(f"{number} {what}", f"{count} {what}", evidence)
        return None

    def _counts(self) -> Iterator[tuple[str, str]]:
        """The numbers of things in the question; one that belongs to a name ("Office 365") or may be a year counts nothing."""
        for match in _COUNTED.finditer(self._question.text):
            number, what = match[1], match[2].lower()
            before = _LAST_WORD.search(self._question.text[max(0, match.start() - LONGEST_BEFORE) : match.start()])
            named = before is not None and (before[1][0].isupper() or before[1].lower() == "version")
            if what not in _NO_COUNT and not named and not _YEAR.fullmatch(number):
                yield number, what

    def _telling(self, scored: Sequence[Scored]) -> list[Scored]:
        """What says most of what the question says, and does not deny it."""
        return [each for each in scored if self._share(each) >= LEAST_SHARED and denies(each.candidate.text) == self._denied]

    def _names_all(self, scored: Scored) -> bool:
        return all(each.stands_in(_near(scored)) for each in self._question.subjects)

    def _share(self, scored: Scored) -> float:
        """How much of what the question says, by rarity, stands in the evidence itself, words that mean the same counted alike."""
        held = sum(weight for term, weight in self._said.items() if not same_meaning(term).isdisjoint(scored.stems))
        return held / (sum(self._said.values()) or 1.0)


def _near(scored: Scored) -> str:
    return folded(f"{scored.candidate.around}\n{scored.candidate.text}")


def _in_any_spelling(number: str) -> str:
    """A pattern for a number, whatever parts its thousands."""
    digits = number.replace(",", "")
    first = len(digits) % 3 or 3
    return "[,. ]?".join([digits[:first], *(digits[at : at + 3] for at in range(first, len(digits), 3))])


def _cves(candidate: Candidate) -> Sequence[str]:
    return [each.upper() for each in find_values(ValueType.CVE, candidate.text)]


def _places(candidate: Candidate) -> Sequence[str]:
    """One name, as it is written, for each place; none where a region is named, whose countries nobody counts."""
    found = places_in(candidate.text)
    if any(map(is_region, found)):
        return []
    written = {other_names(each): each for each in reversed(found)}
    return [match[0] if (match := re.search(re.escape(each), candidate.text, re.IGNORECASE)) else each for each in written.values()]
