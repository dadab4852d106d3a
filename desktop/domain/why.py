"""Why a document was not found: where it stands on each route, and what kept it from the page."""

from __future__ import annotations

from dataclasses import dataclass

from desktop.domain.passage import Passage, Route


@dataclass(frozen=True, slots=True)
class RouteStanding:
    """Where the best passage of a document stands on one route of a query.

    `rank` counts passages of all documents from 1; None where the route did not find the document among the `looked` best
    passages that were looked at. `score` is the route's own (higher is better), `best` that of its first passage; both None
    without one. `weight` is what the route counts in the query, 0 where it takes no part. `said` says it in a sentence.
    """

    route: Route
    weight: float
    rank: int | None
    looked: int
    score: float | None
    best: float | None
    said: str


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Where an expected document stands in a search, and why it is not higher.

    `rank` is the place of its best passage in the fused list, `document_rank` that among documents, both from 1 and None where it
    is not in the list at all; `shown` says whether the search as asked shows it. `excluded_by` names the filters that keep
    it out, in words. `absent` are words of the query that stand nowhere in the document, `present` those that do. `passage` is its best
    passage, None if it has none. `sentences` tell all of this to a person, the decisive reason first.
    """

    query: str
    document_id: str
    title: str
    rank: int | None
    document_rank: int | None
    shown: bool
    excluded_by: tuple[str, ...]
    present: tuple[str, ...]
    absent: tuple[str, ...]
    routes: tuple[RouteStanding, ...]
    passage: Passage | None
    sentences: tuple[str, ...]
