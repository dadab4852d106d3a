"""Subjects: what a question names, under every name by which the documents may speak of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop.application.answer.places import other_names
from desktop.application.answer.values import find_indicators, find_names, spelling_pattern
from desktop.application.answer.wording import folded
from desktop.domain.passage import Expansion

_WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Spelling:
    """One name of a subject, folded: `pattern` finds it in a folded text, which must hold `word` for that."""

    name: str
    word: str
    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that a question names: an indicator, or a name and the other names of the same thing."""

    name: str
    also: tuple[str, ...]
    is_indicator: bool
    spellings: tuple[Spelling, ...]

    def stands_in(self, text: str) -> bool:
        """Whether a folded text mentions it by any of its names."""
        return next(self.found_in(text), None) is not None

    def found_in(self, text: str) -> Iterator[Spelling]:
        """The spellings that stand in a folded text."""
        return (each for each in self.spellings if each.word in text and each.pattern.search(text))


def subject(name: str, also: Sequence[str] = ()) -> Subject:
    """A subject of these names."""
    spelled = dict.fromkeys(each for known in (name, *also) for each in other_names(folded(known)))
    return Subject(name, tuple(also), False, tuple(map(_spelling, spelled)))


def find_subjects(text: str, expansions: Sequence[Expansion]) -> tuple[Subject, ...]:
    """What a question names, in its order; names joined by a stroke are one thing, `expansions` have other names too.

    A name that is disputed is none of them: an answer must not take two groups for one.
    """
    indicators = [Subject(each, (), True, (Spelling(each, each, re.compile(re.escape(each))),)) for each in find_indicators(text)]
    known = {folded(each.name): each for each in expansions}
    also = {each.name: [name for name in each.also if name not in each.disputed] for each in known.values()}
    for run in find_names(text):
        for name in _apart(run, [each.name for each in known.values()]):
            also.setdefault(name, [])
    for left, right in [(left, right) for left in also for right in also if f"{left} / {right}" in text or f"{left}/{right}" in text]:
        if left in also and right in also:
            also[left] += [right, *also.pop(right)]
    at = folded(text)
    named = [subject(name, others) for name, others in also.items()]
    return (*indicators, *sorted(named, key=lambda each: at.find(folded(each.name))))


def _spelling(name: str) -> Spelling:
    return Spelling(name, max(_WORDS.findall(name), key=len, default=name), spelling_pattern(name))


def _apart(run: str, known: Sequence[str]) -> list[str]:
    """A run of capitalised words without the known names in it: what remains are names of their own."""
    parts = [run]
    for name in sorted(known, key=len, reverse=True):
        parts = [left for part in parts for left in re.split(rf"(?<!\w){re.escape(name)}(?!\w)", part, flags=re.IGNORECASE)]
    return [stripped for part in parts if (stripped := part.strip(" -"))]
