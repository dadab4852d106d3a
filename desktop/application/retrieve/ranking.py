"""Ranking: what the routes found becomes one list."""

from __future__ import annotations

from desktop.application.ports import IndexReader
from desktop.application.retrieve.fusion import fuse
from desktop.application.retrieve.planning import Plan, weighed
from desktop.application.retrieve.routes import Findings
from desktop.application.retrieve.second_look import Looked, SecondLook
from desktop.application.settings import SearchSettings
from desktop.domain.passage import Query

_LEAST_DEPTH = 100
_DEPTH_PER_HIT = 2
_SEVERAL = 2


def is_crowded(query: Query) -> bool:
    """Whether hits may be left out of a page for others to have their place."""
    return bool(query.per_document) or query.fold_twins


def depth_of(query: Query, plan: Plan) -> int:
    """How many chunks each route is asked for at first."""
    return max(_LEAST_DEPTH, _DEPTH_PER_HIT * query.limit) if len(plan.weights) > 1 or is_crowded(query) else query.limit


class Ranking:
    """Fuses the routes' lists, and looks twice at the best where there were several."""

    def __init__(self, reader: IndexReader, settings: SearchSettings) -> None:
        self._second = SecondLook(reader)
        self._settings = settings

    def rank(self, plan: Plan, findings: Findings) -> Looked:
        """Everything that was found, best first, and the texts that had to be read for it."""
        weights = weighed(plan.weights, findings)
        chunks = fuse(findings.lists, weights, plan.fusion, findings.reasons)
        used = {route: weights[route] for route, ranked in findings.lists.items() if ranked}
        if not self._settings.second_look or len(used) < _SEVERAL:
            return Looked(chunks, {})
        return self._second.look(chunks, plan, used, findings.vector)
