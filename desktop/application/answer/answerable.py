"""Answerable or not: whether the evidence bears out what the question names and asks for."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from desktop.application.answer.evidence import Scored, holds_value
from desktop.application.answer.named_things import Thing
from desktop.application.answer.question import Question
from desktop.application.answer.synonyms import acts_in, same_meaning
from desktop.application.answer.values import ValueType, day_of, find_values
from desktop.application.answer.wording import denies, folded, stems

ABOUT_IT = 0.38
"""A value counts only where at least this share of the question's names stands in or around its sentence."""
SPOKEN_OF = 0.25
FAINT_MEANING = 0.30
FAINT_WORDS = 0.25

UNLIKELY = 0.75
"""Below this a question counts as unanswered: of labelled questions that every other rule let pass, three in four of the unanswerable
lie below it and one in twenty of the answerable. Most of what has no answer is refused by the rules, hence the high odds of the rest."""

SAYS_MUCH = 5
"""A question that says so many things of its subjects says enough: the fewer, the more may seem to answer it."""
SAYS_NOTHING = 0.5
"""What stands for that where it only names something: of that, nothing can be left unsaid."""

UNKNOWN_MEANING = 0.5
"""What stands for the nearest cosine where no embedder could tell it: about the mean."""

_CLAUSE_ENDS = re.compile(r";|,? (?:while|whereas|but)\b")
_SPOKEN_OF = {
    ValueType.DATE: "a date",
    ValueType.NUMBER: "a number",
    ValueType.AMOUNT: "an amount",
    ValueType.CVE: "a CVE",
    ValueType.ADDRESS: "an address",
    ValueType.DOMAIN: "a domain",
    ValueType.URL: "a URL",
    ValueType.HASH: "a hash",
    ValueType.FILE: "a file name",
    ValueType.WALLET: "a wallet",
    ValueType.EMAIL: "an e-mail address",
    ValueType.PHONE: "a phone number",
    ValueType.TECHNIQUE: "a technique",
}


@dataclass(frozen=True, slots=True)
class Support:
    """How well the chosen evidence bears a question out, each part from 0 to 1.

    `meaning` is the nearest cosine; `together` the most that one sentence says of what the question says of its subjects, by rarity,
    words that mean the same counted alike; `focus` the share of what an answer has to be one of; `extent` how much the question says.
    `unsaid` is 1 where it asks about an act that no sentence speaks of. `open` is 1 where it names nothing, `exact` where it names
    an indicator: the first can only be found by what it means, the second hardly by mistake.
    """

    meaning: float
    together: float
    focus: float
    extent: float
    unsaid: float
    open: float
    exact: float

    @property
    def likelihood(self) -> float:
        """How likely the evidence holds the answer: a logistic model fitted on labelled questions (tests/benchmarks/README.md), rounded."""
        named = 1.0 - self.open
        worth = 4.8 * self.meaning + 2.0 * named * self.together + 1.2 * self.focus + 3.1 * self.extent
        return 1 / (1 + math.exp(4.7 - worth - 1.4 * self.open - 3.2 * self.exact + 4.5 * self.unsaid))


NO_SUPPORT = Support(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def support_of(question: Question, weights: Mapping[str, float], chosen: Sequence[Scored]) -> Support:
    """The support that the chosen evidence gives; `weights` are the question's terms by rarity."""
    if not chosen:
        return NO_SUPPORT
    own = frozenset().union(*(each.stems for each in chosen))
    near = own.union(*(stems(each.candidate.around) for each in chosen))
    said = [each for each in question.said if each in weights]
    weighed = [weights[each] for each in said]
    return Support(
        meaning=max(each.bearing.meaning for each in chosen) or UNKNOWN_MEANING,
        together=max(_share([weights[term] for term in said if _said_in(term, each.stems)], weighed) for each in chosen),
        focus=_share([1.0 for each in question.focus if each in near], [1.0 for _ in question.focus]),
        extent=min(len(said), SAYS_MUCH) / SAYS_MUCH if said else SAYS_NOTHING,
        unsaid=1.0 if any(not _said_in(each, own) for each in acts_in(folded(question.text))) else 0.0,
        open=0.0 if question.subjects else 1.0,
        exact=1.0 if any(each.is_indicator for each in question.subjects) else 0.0,
    )


def _said_in(term: str, said: Collection[str]) -> bool:
    return not same_meaning(term).isdisjoint(said)


def _share(some: Sequence[float], all_of_them: Sequence[float]) -> float:
    return sum(some) / sum(all_of_them) if all_of_them else 1.0


def why_unanswerable(
    question: Question,
    scored: Sequence[Scored],
    chosen: Sequence[Scored],
    support: Support,
    texts: Mapping[str, str],
    unnamed: Sequence[Thing] = (),
) -> str:
    """Why `chosen`, out of `scored` (best first), does not answer the question, as a sentence for a person; empty if it does.

    `texts` are the documents they stand in, folded; `unnamed` are the kinds of name that are asked for and not given.
    """
    if not scored:
        return "No passage has to do with the question."
    speaking = [texts[each] for each in {one.candidate.document_id for one in scored}]
    return (
        _unmentioned(question, speaking)
        or _apart(question, speaking)
        or _misdated(question, scored)
        or _on_no_such_day(question, speaking)
        or _without_value(question, chosen)
        or _without_name(unnamed)
        or _faint(question, scored, support)
    )


def _unmentioned(question: Question, texts: Sequence[str]) -> str:
    """What the question names has to stand somewhere; the passages were sought by it as well."""
    missing = [each.name for each in question.subjects if not any(each.stands_in(text) for text in texts)]
    return f"No document mentions {_listed(missing)}." if missing else ""


def _apart(question: Question, texts: Sequence[str]) -> str:
    """At least one document has to speak of everything that the question names."""
    if any(all(each.stands_in(text) for each in question.subjects) for text in texts):
        return ""
    return f"No document speaks of {_listed([each.name for each in question.subjects])} together."


def _without_value(question: Question, chosen: Sequence[Scored]) -> str:
    """Each kind of value that is asked for has to be said, and where the question's subject is spoken of."""
    about_it = [each for each in chosen if each.bearing.named >= ABOUT_IT or not question.subjects]
    for kind in question.wants:
        if not any(holds_value(question, kind, each.candidate.text) or _denies(kind, each) for each in about_it):
            return f"The passages found do not state {_SPOKEN_OF[kind]} for it."
    return ""


def _denies(kind: ValueType, scored: Scored) -> bool:
    text = folded(scored.candidate.text)
    return kind.value.casefold() in text and denies(text)


def _misdated(question: Question, scored: Sequence[Scored]) -> str:
    """A premise that the sources say of something else: the question's date stands there, but in no clause with its subject."""
    named = [each for each in question.subjects if not each.is_indicator]
    for date in find_values(ValueType.DATE, question.text):
        clauses = [clause for each in scored for clause in _CLAUSE_ENDS.split(folded(each.candidate.text)) if date in clause]
        others = [each for each in scored if date in folded(each.candidate.text) and each.bearing.named >= 1.0]
        if named and others and not any(subject.stands_in(clause) for clause in clauses for subject in named):
            return f"The sources do not say “{date}” of {_listed([each.name for each in named])}, but of something else."
    return ""


def _on_no_such_day(question: Question, texts: Sequence[str]) -> str:
    """A day that the question speaks of has to stand somewhere, in whatever wording, in a document that speaks of its subject."""
    days = {day: date for date in find_values(ValueType.DATE, question.text) if (day := day_of(date))}
    if not days:
        return ""
    speaking = [text for text in texts if not question.subjects or any(each.stands_in(text) for each in question.subjects)]
    known = {day_of(date) for text in speaking for date in find_values(ValueType.DATE, text)}
    missing = [date for day, date in days.items() if day not in known]
    return f"No document on it speaks of {_listed(missing)}." if missing else ""


def _without_name(unnamed: Sequence[Thing]) -> str:
    """Each kind of name that is asked for has to be given, and not be one that the question gives itself."""
    return f"The passages found do not name {' or '.join(unnamed)} for it." if unnamed else ""


def _faint(question: Question, scored: Sequence[Scored], support: Support) -> str:
    """A question that nothing comes near to in meaning or in words has no answer here."""
    if support.likelihood < UNLIKELY:
        return "The passages found come near, but hardly bear out what is asked."
    near = max(each.bearing.meaning for each in scored)
    words = max(each.bearing.words + each.bearing.nearby for each in scored)
    named = max(each.bearing.named for each in scored)
    unnamed = bool(question.subjects) and named < SPOKEN_OF
    return "The passages found have little to do with the question." if unnamed or (near < FAINT_MEANING and words < FAINT_WORDS) else ""


def _listed(names: Sequence[str]) -> str:
    quoted = [f"“{name}”" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} and {quoted[-1]}"
