"""Analysis of competing hypotheses: how well each piece of evidence goes with each hypothesis.

R. J. Heuer, Psychology of Intelligence Analysis (CIA, 1999), chapter 8: hypotheses are refuted, not proved, so the one with the least
evidence against it stands; evidence that goes with all of them alike tells nothing. The weights are those of PARC's ACH 2.0.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from desktop.domain.marking import Marking

T = TypeVar("T")

FOLDER = "boards/"
"""How boards are told from documents, facts, threads and graphs in the trash and in the log: `boards/<id>`."""


class Rating(StrEnum):
    """How a piece of evidence goes with a hypothesis."""

    VERY_CONSISTENT = "CC"
    CONSISTENT = "C"
    NEUTRAL = "N"
    INCONSISTENT = "I"
    VERY_INCONSISTENT = "II"
    UNRATED = "–"


class Weight(StrEnum):
    """How much a piece of evidence counts, by how credible and relevant it is."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


VALUES = {
    Rating.VERY_CONSISTENT: 2,
    Rating.CONSISTENT: 1,
    Rating.NEUTRAL: 0,
    Rating.INCONSISTENT: -1,
    Rating.VERY_INCONSISTENT: -2,
}
FACTORS = {Weight.LOW: 0.5**0.5, Weight.MEDIUM: 1.0, Weight.HIGH: 2.0**0.5}
_SPREAD = VALUES[Rating.VERY_CONSISTENT] - VALUES[Rating.VERY_INCONSISTENT]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A fact, how much it counts, and a rating for each hypothesis of its board."""

    fact_id: str
    ratings: tuple[Rating, ...]
    weight: Weight = Weight.MEDIUM

    @property
    def diagnosticity(self) -> float:
        """How far it tells hypotheses apart, 0 (goes with all of them alike) to 1."""
        values = [VALUES[each] for each in self.ratings if each is not Rating.UNRATED]
        return (max(values) - min(values)) / _SPREAD if values else 0.0


@dataclass(frozen=True, slots=True)
class Board:
    """Hypotheses against evidence, of a case (a tag) unless that is empty; times are ISO 8601 in UTC."""

    id: str
    title: str
    hypotheses: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    updated_at: str = ""
    case: str = ""

    @property
    def fact_ids(self) -> tuple[str, ...]:
        """The facts that it weighs."""
        return tuple(each.fact_id for each in self.evidence)

    def says_as(self, other: Board) -> bool:
        """Whether nothing but the time tells the two apart."""
        return replace(self, updated_at="") == replace(other, updated_at="")

    @property
    def inconsistency(self) -> tuple[float, ...]:
        """The weight of what speaks against each hypothesis; the one with the least stands."""
        return tuple(
            sum(FACTORS[each.weight] * max(0, -VALUES.get(each.ratings[place], 0)) for each in self.evidence)
            for place in range(len(self.hypotheses))
        )

    def with_hypothesis(self, text: str) -> Board:
        """With another hypothesis, which nothing is rated against yet."""
        rated = tuple(replace(each, ratings=(*each.ratings, Rating.UNRATED)) for each in self.evidence)
        return replace(self, hypotheses=(*self.hypotheses, text), evidence=rated)

    def without_hypothesis(self, place: int) -> Board:
        """Without a hypothesis, and without what was rated against it."""
        rated = tuple(replace(each, ratings=_without(each.ratings, place)) for each in self.evidence)
        return replace(self, hypotheses=_without(self.hypotheses, place), evidence=rated)

    def with_evidence(self, *fact_ids: str) -> Board:
        """With facts as evidence; those that are on the board stay as they are."""
        there = {each.fact_id for each in self.evidence}
        unrated = (Rating.UNRATED,) * len(self.hypotheses)
        return replace(self, evidence=(*self.evidence, *(Evidence(each, unrated) for each in dict.fromkeys(fact_ids) if each not in there)))

    def without_evidence(self, row: int) -> Board:
        """Without a piece of evidence."""
        return replace(self, evidence=_without(self.evidence, row))

    def rated(self, row: int, place: int, rating: Rating) -> Board:
        """With another rating of a piece of evidence against a hypothesis."""
        each = self.evidence[row]
        ratings = (*each.ratings[:place], rating, *each.ratings[place + 1 :])
        return self._with(row, replace(each, ratings=ratings))

    def weighed(self, row: int, weight: Weight) -> Board:
        """With another weight of a piece of evidence."""
        return self._with(row, replace(self.evidence[row], weight=weight))

    def _with(self, row: int, evidence: Evidence) -> Board:
        return replace(self, evidence=(*self.evidence[:row], evidence, *self.evidence[row + 1 :]))


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """A board with what its evidence is called today, by the id of each fact; one that is gone is missing. `marked` as its evidence is."""

    board: Board
    names: dict[str, str]
    marked: Marking
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrashedBoard:
    """A board in the trash; `deleted_at` is an ISO 8601 time, `size` the bytes on disk."""

    board_id: str
    title: str
    deleted_at: str
    size: int


def named_board(board_id: str) -> str:
    """How a board is called among documents, facts, threads and graphs."""
    return FOLDER + board_id


def board_id_of(name: str) -> str | None:
    """The id of the board that this names; None if it names something else."""
    return name.removeprefix(FOLDER) if name.startswith(FOLDER) else None


def _without(values: tuple[T, ...], place: int) -> tuple[T, ...]:
    return (*values[:place], *values[place + 1 :])
