"""Grounds: what an answer rests on, in words, and where its sources contradict one another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from desktop.application.answer.evidence import Scored, asked_values
from desktop.application.answer.question import Question
from desktop.application.answer.values import ValueType
from desktop.application.answer.wording import denies
from desktop.domain.document import Document

SAME_MATTER = 0.6
"""Two statements that share this much of the shorter one's stems, the values apart, speak of the same matter."""
LEAST_SHARED = 4
_COMPARED = (ValueType.DATE, ValueType.NUMBER, ValueType.AMOUNT, ValueType.CVE)
_YEAR = re.compile(r"\d{4}")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two pieces of evidence from different documents that state different values for the same matter."""

    one: Scored
    other: Scored
    values: tuple[str, str]


def explain(sources: Iterable[Document], agree: bool, differ: bool = False) -> str:
    """What the sources of an answer are worth: how many, how graded, of when, whether they agree or differ."""
    documents = list({each.id: each for each in sources}.values())
    if not documents:
        return ""
    count = "One source" if len(documents) == 1 else f"{len(documents)} sources"
    grades = sorted({each.grade for each in documents if each.grade})
    ungraded = any(not each.grade for each in documents)
    all_of_them = "" if len(documents) == 1 or ungraded or len(grades) > 1 else "both " if len(documents) == 2 else "all "
    said = f"{all_of_them}graded {' and '.join(grades)}" if grades else "ungraded"
    if grades and ungraded:
        said += ", some ungraded"
    years = sorted({match[0] for each in documents if each.published and (match := _YEAR.match(each.published))})
    when = "undated" if not years else years[0] if len(years) == 1 else f"{years[0]} to {years[-1]}"
    return f"{', '.join([count, said, when, *(['differ'] if differ else ['agree'] if agree else [])])}."


def agreeing(question: Question, chosen: Sequence[Scored]) -> bool:
    """Whether two documents state the same value of a kind that was asked for."""
    return any(set(one) & set(other) for _, _, one, other in _compared(question, chosen))


def contradictions(question: Question, chosen: Sequence[Scored]) -> list[Contradiction]:
    """Where two documents state different values of a kind that was asked for, about the same matter."""
    return [
        Contradiction(one, other, (values[0], others[0]))
        for one, other, values, others in _compared(question, chosen)
        if len(values) == len(others) == 1 and _of_one_matter(one, other) and not _alike(values[0], others[0])
    ]


def denied(chosen: Sequence[Scored]) -> bool:
    """Whether one document denies what another one says in much the same words."""
    pairs = ((a, b) for a, b in combinations(chosen, 2) if a.candidate.document_id != b.candidate.document_id)
    return any(denies(a.candidate.text) != denies(b.candidate.text) and _of_one_matter(a, b) for a, b in pairs)


def _compared(question: Question, chosen: Sequence[Scored]) -> Iterator[tuple[Scored, Scored, list[str], list[str]]]:
    """Pairs of evidence from different documents, with the values of each kind that both state."""
    for one, other in combinations(chosen, 2):
        if one.candidate.document_id == other.candidate.document_id:
            continue
        for kind in question.wants:
            values, others = (list(dict.fromkeys(asked_values(question, kind, each.candidate.text))) for each in (one, other))
            if kind in _COMPARED and values and others:
                yield one, other, values, others


def _alike(value: str, other: str) -> bool:
    """A year says nothing against a day of it."""
    return value in other or other in value


def _of_one_matter(one: Scored, other: Scored) -> bool:
    plain = [{stem for stem in each.stems if not any(map(str.isdigit, stem))} for each in (one, other)]
    shared = len(plain[0] & plain[1])
    return shared >= max(LEAST_SHARED, SAME_MATTER * min(map(len, plain)))
