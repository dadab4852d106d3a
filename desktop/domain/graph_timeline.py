"""When what is looked at of the graph was written of: the documents and facts behind its nodes and ties by date, and a stretch of time."""

from __future__ import annotations

from bisect import bisect_right
from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from desktop.domain.fact import fact_id_of
from desktop.domain.graph import DatedDocument

TieKey = tuple[str, str, str]
MOST_BINS = 400


class Period(NamedTuple):
    """A stretch of time, from its first day to its last (ISO 8601), both in it."""

    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Within:
    """Which nodes (by key) and ties (by key) of a view have evidence in a stretch of time."""

    nodes: frozenset[str]
    ties: frozenset[TieKey]


@dataclass(frozen=True)
class Timeline:
    """The dated documents, and facts, that speak of nodes and state ties; those of the nodes `keys`, as known on a day."""

    keys: tuple[str, ...] = ()
    as_of: str = ""
    documents: Mapping[str, DatedDocument] = field(default_factory=dict)
    of_nodes: Mapping[str, frozenset[str]] = field(default_factory=dict)
    of_ties: Mapping[TieKey, frozenset[str]] = field(default_factory=dict)

    def within(self, period: Period) -> Within:
        """What has evidence in a stretch of time; a date that is known as a month or a year is in it where the two overlap."""
        first, last = date.fromisoformat(period.first), date.fromisoformat(period.last)
        own = frozenset(name for name, each in self.documents.items() if (days := days_of(each.date)) and _overlap(days, first, last))
        nodes = frozenset(key for key, documents in self.of_nodes.items() if documents & own)
        return Within(nodes, frozenset(key for key, documents in self.of_ties.items() if documents & own))

    def behind(self, nodes: Iterable[str], ties: Iterable[TieKey]) -> frozenset[str]:
        """The documents that speak of any of these nodes, or state any of these ties."""
        found = [*(self.of_nodes.get(each, frozenset()) for each in nodes), *(self.of_ties.get(each, frozenset()) for each in ties)]
        return frozenset().union(*found)


def days_of(text: str) -> tuple[date, date] | None:
    """The first and the last day that a date stands for, which may be as coarse as a year; None where it is none."""
    try:
        year, *finer = map(int, text[:10].split("-"))
        if not finer:
            return date(year, 1, 1), date(year, 12, 31)
        if len(finer) == 1:
            return date(year, finer[0], 1), date(year, finer[0], monthrange(year, finer[0])[1])
        return date(year, *finer), date(year, *finer)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None


def _overlap(days: tuple[date, date], first: date, last: date) -> bool:
    return days[0] <= last and first <= days[1]


# --- bins


class Unit(StrEnum):
    """How long a bin is; the finest first."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"


_MONTHS = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12, Unit.DECADE: 120}
_LONGEST = {Unit.DAY: 1, Unit.WEEK: 7, Unit.MONTH: 31, Unit.QUARTER: 92, Unit.YEAR: 366, Unit.DECADE: 3653}


@dataclass(frozen=True, slots=True)
class Bin:
    """A stretch of the strip: the documents that are dated in it, and the facts that begin in it.

    What is known only as a month or a year stands in the bin in which that begins.
    """

    first: date
    last: date
    documents: frozenset[str] = frozenset()
    facts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Bins:
    """A timeline in equal steps without a gap; `undated` counts the documents that bear no date, and stand at the day of their import."""

    unit: Unit = Unit.DAY
    bins: tuple[Bin, ...] = ()
    undated: int = 0

    def at(self, day: date) -> int:
        """The number of the bin in which a day is; of a day outside, the nearest."""
        return max(0, min(len(self.bins) - 1, bisect_right(self.bins, day, key=_first_of) - 1))

    def period(self, one: int, other: int) -> Period:
        """The days from one bin to another, whichever comes first."""
        first, last = sorted((one, other))
        return Period(self.bins[first].first.isoformat(), self.bins[last].last.isoformat())


def bins_of(timeline: Timeline, most: int) -> Bins:
    """A timeline in the finest steps of which there are no more than so many."""
    dated = [(days[0], each) for each in timeline.documents.values() if (days := days_of(each.date))]
    if not dated:
        return Bins()
    first, last = min(day for day, _ in dated), max(day for day, _ in dated)
    unit = next((each for each in Unit if (last - first).days / _LONGEST[each] + 2 <= min(most, MOST_BINS)), Unit.DECADE)
    starts = [_start(first, unit)]
    while starts[-1] <= last and (following := _after(starts[-1], unit)):
        starts.append(following)
    documents: list[set[str]] = [set() for _ in starts]
    facts: list[set[str]] = [set() for _ in starts]
    for day, each in dated:
        kept = documents if fact_id_of(each.document_id) is None else facts
        kept[bisect_right(starts, day) - 1].add(each.document_id)
    ends = [day - timedelta(1) for day in starts[1:]]
    if starts[-1] <= last:  # nothing comes after it
        ends.append(date.max)
    made = tuple(Bin(starts[each], ends[each], frozenset(documents[each]), frozenset(facts[each])) for each in range(len(ends)))
    return Bins(unit, made, sum(not each.has_date for _, each in dated))


def bin_words(each: Bin, unit: Unit) -> str:
    """A bin as it is called."""
    day = each.first
    if unit is Unit.DAY:
        return day.isoformat()
    if unit is Unit.WEEK:
        return f"week of {day.isoformat()}"
    if unit is Unit.MONTH:
        return f"{day:%Y-%m}"
    if unit is Unit.QUARTER:
        return f"{day.year} Q{(day.month + 2) // 3}"
    return str(day.year) if unit is Unit.YEAR else f"{day.year}s"


def _first_of(each: Bin) -> date:
    return each.first


def _start(day: date, unit: Unit) -> date:
    if unit is Unit.DAY:
        return day
    if unit is Unit.WEEK:
        return day - timedelta(day.weekday())
    if unit is Unit.DECADE:
        return date(max(1, day.year - day.year % 10), 1, 1)
    return date(day.year, day.month - (day.month - 1) % _MONTHS[unit], 1)


def _after(day: date, unit: Unit) -> date | None:
    """Where the next bin begins; None where that would be after the last day that there is."""
    if unit in _MONTHS:
        month = day.year * 12 + day.month - 1 + _MONTHS[unit]
        return date(month // 12, month % 12 + 1, 1) if month // 12 <= date.max.year else None
    return day + timedelta(_LONGEST[unit]) if (date.max - day).days >= _LONGEST[unit] else None
