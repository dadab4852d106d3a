"""Policies: how much each route counts for each intent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from desktop.domain.intent import Intent
from desktop.domain.passage import Route

LEAST_KEYWORD = 0.2
"""Words take part whatever the intent, so that an exact string is never lost, and count for as much as meaning does."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Weights of the routes, and how many passages an answer is built from."""

    weights: Mapping[Route, float]
    passages: int


def _policy(*, vector: float, entity: float, graph: float, temporal: float, passages: int) -> Policy:
    weights = {
        Route.KEYWORD: max(LEAST_KEYWORD, vector),
        Route.VECTOR: vector,
        Route.ENTITY: entity,
        Route.GRAPH: graph,
        Route.TEMPORAL: temporal,
    }
    return Policy(weights, passages)


POLICIES: Mapping[Intent, Policy] = {
    Intent.FACTUAL: _policy(vector=0.3, entity=0.7, graph=0.2, temporal=0.0, passages=3),
    Intent.TEMPORAL: _policy(vector=0.2, entity=0.1, graph=0.2, temporal=0.5, passages=5),
    Intent.RELATIONAL: _policy(vector=0.2, entity=0.2, graph=0.5, temporal=0.1, passages=10),
    Intent.CAUSAL: _policy(vector=0.1, entity=0.1, graph=0.6, temporal=0.2, passages=10),
    Intent.EXPLORATORY: _policy(vector=0.5, entity=0.2, graph=0.2, temporal=0.1, passages=10),
}


PROSE_MEANING = 1.2
"""How much more meaning counts than words where a query is prose: whoever tells it, tells it in other words than a document."""


def for_prose(weights: Mapping[Route, float], names: float) -> dict[Route, float]:
    """The weights of a policy for a query that tells rather than asks; `names` is the share of it that names and indicators make up.

    Whoever tells what happened names things in passing: what else is known of them is not what is asked for.
    """
    by_names = {route: weights[route] * names for route in (Route.ENTITY, Route.GRAPH)}
    return {**weights, **by_names, Route.VECTOR: PROSE_MEANING * max(weights[Route.VECTOR], weights[Route.KEYWORD])}
