"""Weighted reciprocal rank fusion."""

from __future__ import annotations

import pytest

from desktop.application.ports import RankedChunk
from desktop.application.retrieve.fusion import fuse
from desktop.application.retrieve.policy import POLICIES
from desktop.domain.intent import Intent
from desktop.domain.passage import Fusion, Route, RouteScore
from tests.fakes.documents import names

EVEN = {Route.KEYWORD: 1.0, Route.VECTOR: 1.0}


def ranked(*found: tuple[str, int]) -> list[RankedChunk]:
    return [RankedChunk(hash(each) % 1000, *each, score=10.0 - rank) for rank, each in enumerate(found)]


def test_scores_are_worked_out_from_ranks() -> None:
    fused = fuse({Route.KEYWORD: ranked(("a", 0), ("b", 0)), Route.VECTOR: ranked(("b", 0), ("c", 1))}, EVEN, Fusion.RRF)
    assert names(fused) == [("b", 0), ("a", 0), ("c", 1)]
    assert [each.score for each in fused] == [1 / 62 + 1 / 61, 1 / 61, 1 / 62]
    assert fused[0].routes == {Route.KEYWORD: RouteScore(2, 9.0), Route.VECTOR: RouteScore(1, 10.0)}
    assert fused[2].routes == {Route.VECTOR: RouteScore(2, 9.0)}


def test_ties_go_by_document_then_position() -> None:
    fused = fuse({Route.KEYWORD: ranked(("b", 3), ("a", 1)), Route.VECTOR: ranked(("a", 0), ("b", 2))}, EVEN)
    assert names(fused) == [("a", 0), ("b", 3), ("a", 1), ("b", 2)]


def test_a_place_counts_once_in_a_list() -> None:
    fused = fuse({Route.KEYWORD: ranked(("a", 0), ("a", 0), ("b", 0))}, EVEN)
    assert [(each.document_id, each.routes[Route.KEYWORD].rank) for each in fused] == [("a", 1), ("b", 2)]


def test_weights_move_the_order_and_zero_takes_a_route_out() -> None:
    lists = {Route.KEYWORD: ranked(("a", 0)), Route.VECTOR: ranked(("b", 0))}
    assert names(fuse(lists, {Route.KEYWORD: 0.5, Route.VECTOR: 0.4})) == [("a", 0), ("b", 0)]
    assert names(fuse(lists, {Route.KEYWORD: 0.3, Route.VECTOR: 0.4})) == [("b", 0), ("a", 0)]
    assert names(fuse(lists, {Route.KEYWORD: 0.3, Route.VECTOR: 0.0})) == [("a", 0)]


def test_shares_are_of_the_best_score_of_each_route() -> None:
    near = [RankedChunk(1, "a", 0, 0.8), RankedChunk(2, "b", 0, 0.6), RankedChunk(3, "c", 0, -0.2)]
    fused = fuse({Route.KEYWORD: ranked(("b", 0), ("d", 0)), Route.VECTOR: near}, {Route.KEYWORD: 1.0, Route.VECTOR: 2.0}, Fusion.SHARE)
    assert [(each.document_id, each.score) for each in fused] == [("b", 1 + 2 * 0.6 / 0.8), ("a", 2.0), ("d", 0.9), ("c", 0.0)]
    assert [each.score for each in fuse({Route.KEYWORD: [RankedChunk(1, "a", 0, 0.0)]}, EVEN, Fusion.SHARE)] == [0.0]


def test_minmax_adds_scores_stretched_from_the_last_to_the_best() -> None:
    fused = fuse({Route.KEYWORD: ranked(("a", 0), ("b", 0), ("c", 0)), Route.VECTOR: ranked(("d", 0))}, EVEN, Fusion.MINMAX)
    assert [(each.document_id, each.score) for each in fused] == [("a", 1.0), ("b", 0.5), ("d", 0.5), ("c", 0.0)]
    alike = [RankedChunk(1, "b", 0, 3.0), RankedChunk(2, "a", 0, 3.0)]
    assert [(each.document_id, each.score) for each in fuse({Route.KEYWORD: alike}, EVEN, Fusion.MINMAX)] == [("a", 0.5), ("b", 0.5)]


def test_a_route_may_say_why() -> None:
    fused = fuse({Route.KEYWORD: ranked(("a", 0))}, EVEN, reasons={Route.KEYWORD: lambda chunk: f"score {chunk.score}"})
    assert fused[0].routes[Route.KEYWORD].why == "score 10.0"


@pytest.mark.parametrize("fusion", list(Fusion))
@pytest.mark.parametrize(
    ("intent", "route"), [(intent, route) for intent, policy in POLICIES.items() for route, weight in policy.weights.items() if weight]
)
def test_every_weight_of_every_policy_moves_a_ranking(intent: Intent, route: Route, fusion: Fusion) -> None:
    """The route alone finds `own` (before a tail, so that scores differ), all others together find `other`."""
    weights = dict(POLICIES[intent].weights)
    lists = {each: ranked(("own" if each is route else "other", 0), (f"tail-{each}", 0)) for each in weights}
    without = fuse(lists, {**weights, route: 0.0}, fusion)
    strong = fuse(lists, {**weights, route: 1.01 * sum(weights.values())}, fusion)
    as_is = fuse(lists, weights, fusion)
    assert (without[0].document_id, strong[0].document_id) == ("other", "own")
    assert "own" in {each.document_id for each in as_is}
    assert "own" not in {each.document_id for each in without}


def test_nothing_gives_nothing() -> None:
    assert fuse({}, EVEN) == []
