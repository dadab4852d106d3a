"""Where nodes are placed."""

from __future__ import annotations

from itertools import combinations
from math import dist

import numpy as np
import pytest

from desktop.adapters.layouts.force import spread, spring
from desktop.adapters.layouts.numpy_layout import NumpyLayout
from desktop.application.job import CancelToken
from desktop.application.ports import Placed
from desktop.domain.errors import Cancelled
from desktop.domain.graph_view import Spot
from desktop.domain.layout import LayoutKind


def nodes(count: int) -> list[Placed]:
    return [Placed(f"n{number}", 80, 60, number % 5, number) for number in range(count)]


STAR = [(f"n{number}", "n0") for number in range(1, 24)]


def arranged(kind: LayoutKind, count: int, links: list[tuple[str, str]], fixed: dict[str, Spot] | None = None) -> dict[str, Spot]:
    return NumpyLayout().arrange(kind, nodes(count), links, fixed or {}, CancelToken())


@pytest.mark.parametrize("kind", LayoutKind)
def test_every_node_has_a_place_of_its_own_and_the_same_each_time(kind: LayoutKind) -> None:
    places = arranged(kind, 24, STAR)
    assert sorted(places) == sorted(each.key for each in nodes(24))
    assert min(dist(one, other) for one, other in combinations(places.values(), 2)) > 30
    assert places == arranged(kind, 24, STAR)


@pytest.mark.parametrize("kind", LayoutKind)
def test_what_stands_is_not_moved_by_what_is_new(kind: LayoutKind) -> None:
    before = arranged(kind, 12, STAR)
    after = arranged(kind, 24, STAR, before)
    assert {key: after[key] for key in before} == before
    fresh = [spot for key, spot in after.items() if key not in before]
    assert min(dist(one, other) for one in fresh for other in before.values()) > 30


def test_springs_put_what_is_linked_nearer_than_what_is_not() -> None:
    two = [("n0", "n1"), ("n1", "n2"), ("n2", "n0"), ("n3", "n4"), ("n4", "n5"), ("n5", "n3")]
    places = arranged(LayoutKind.FORCE, 6, two)
    linked = [dist(places[a], places[b]) for a, b in two]
    others = [dist(places[a], places[b]) for a in ("n0", "n1", "n2") for b in ("n3", "n4", "n5")]
    assert max(linked) < sum(others) / len(others)


def test_what_nothing_is_linked_with_stands_in_columns_beside_the_others() -> None:
    places = arranged(LayoutKind.FORCE, 40, STAR)
    linked = [places[f"n{number}"] for number in range(24)]
    alone = [places[f"n{number}"] for number in range(24, 40)]
    assert min(x for x, _ in alone) > max(x for x, _ in linked)
    assert max(y for _, y in alone) <= max(max(y for _, y in linked), min(y for _, y in linked) + 300) + 60
    assert len({x for x, _ in alone}) < 5
    again = arranged(LayoutKind.FORCE, 40, STAR, {f"n{number}": places[f"n{number}"] for number in range(38)})
    assert min(again["n39"][0], again["n38"][0]) > max(x for key, (x, _) in again.items() if key not in ("n38", "n39"))
    assert len(arranged(LayoutKind.FORCE, 5, [])) == 5


def test_where_nodes_have_many_links_they_are_no_knot() -> None:
    """Before any labels push each other apart."""
    links = np.array([(one, other) for one in range(30) for other in range(one)], dtype=np.int64)
    begun = spread(np.zeros((30, 2), dtype=np.float32), np.array([], dtype=np.int64), links)
    places = spring(begun, np.arange(30, dtype=np.int64), links, list)
    nearest = [min(dist(one, other) for other in np.delete(places, row, axis=0)) for row, one in enumerate(places)]
    assert sum(nearest) / 30 > 80


def test_boxes_do_not_lie_over_each_other() -> None:
    places = arranged(LayoutKind.FORCE, 24, STAR)
    over = [(a, b) for a, b in combinations(places, 2) if abs(places[a][0] - places[b][0]) < 76 and abs(places[a][1] - places[b][1]) < 56]
    assert over == []


def test_layers_stand_side_by_side_in_their_order() -> None:
    places = arranged(LayoutKind.LAYERED, 10, [])
    by_layer = [[places[f"n{number}"][0] for number in range(10) if number % 5 == layer] for layer in range(5)]
    assert all(len(set(column)) == 1 for column in by_layer)
    assert [column[0] for column in by_layer] == sorted({column[0] for column in by_layer})


def test_rings_are_drawn_around_what_has_most_neighbours() -> None:
    chain = [*STAR[:8], ("n20", "n1"), ("n21", "n2")]
    places = NumpyLayout().arrange(LayoutKind.RADIAL, [each for each in nodes(22) if each.key != "n15"], chain, {}, CancelToken())
    far = {key: dist(spot, places["n0"]) for key, spot in places.items()}
    assert max(far[f"n{number}"] for number in range(1, 9)) < min(far["n20"], far["n21"])
    assert far["n19"] > far["n20"]  # it is linked with nothing


def test_nothing_needs_no_place_and_whoever_waits_may_stop() -> None:
    assert arranged(LayoutKind.FORCE, 0, []) == {}
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        NumpyLayout().arrange(LayoutKind.FORCE, nodes(9), STAR[:8], {}, cancel)
