"""Weighted reciprocal rank fusion."""

from __future__ import annotations

from desktop.application.ports import RankedChunk
from desktop.application.retrieve.fusion import fuse
from desktop.domain.passage import Route, RouteScore
from tests.fakes.documents import names

EVEN = {Route.KEYWORD: 1.0, Route.VECTOR: 1.0}


def ranked(*found: tuple[str, int]) -> list[RankedChunk]:
    return [RankedChunk(hash(each) % 1000, *each, score=10.0 - rank) for rank, each in enumerate(found)]


def test_scores_are_worked_out_from_ranks() -> None:
    fused = fuse({Route.KEYWORD: ranked(("a", 0), ("b", 0)), Route.VECTOR: ranked(("b", 0), ("c", 1))}, EVEN)
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


def test_nothing_gives_nothing() -> None:
    assert fuse({}, EVEN) == []
