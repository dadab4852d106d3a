"""Golden queries: what a search should find, and how well it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from desktop.domain.passage import Mode


@dataclass(frozen=True, slots=True)
class GoldenQuery:
    """A query and the documents that an analyst expects it to find; a text occurs once among golden queries."""

    query: str
    expected: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class CaseQueries:
    """The golden queries that have to do with a case, each with those of its expected documents that do; of all cases, if it has no name.

    `queries_elsewhere` are left out whole, for all that they expect is of other cases; `left_out` counts, by query, the expected
    documents that are left out of those which stay. A document that is gone is of every case.
    """

    queries: tuple[GoldenQuery, ...] = ()
    queries_elsewhere: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """How one mode did with one golden query: the rank among documents of each expected one it found, and the measures.

    `recall` is the share of expected documents within the first k, `reciprocal_rank` 1 / the rank of the first of them, 0 without
    one. `fallback` is the mode really used where the asked one was not available.
    """

    query: str
    ranks: dict[str, int]
    recall: float
    reciprocal_rank: float
    fallback: Mode | None = None


@dataclass(frozen=True, slots=True)
class ModeQuality:
    """How one mode did with all golden queries: means of recall@k and of the reciprocal ranks (MRR), and each query's findings."""

    mode: Mode
    recall: float
    mrr: float
    seconds: float
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class QualityReport:
    """All modes at a depth of `k` documents; `missing` are expected documents that are not in the vault, by query.

    With a `case`, what was measured is searching in it, by the queries that have to do with it.
    """

    k: int
    modes: tuple[ModeQuality, ...]
    missing: dict[str, tuple[str, ...]]
    case: str = ""
