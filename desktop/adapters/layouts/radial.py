"""Rings around what weighs most: how many steps away a node is says in which ring it stands.

Each node gets a share of the circle by the leaves that hang on it (the radial trees of Eades, "Drawing free trees", 1992).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from desktop.application.ports.layout import Placed
from desktop.domain.graph_view import Spot

_RING, _CIRCLE = 190.0, 84.0
_ROOM = 96.0
"""Pixels along a ring that each node on it needs."""


def in_rings(nodes: Sequence[Placed], neighbours: Mapping[str, Sequence[str]]) -> dict[str, Spot]:
    """Places of all nodes; what is linked with nothing there stands in a ring around everything."""
    order = sorted(nodes, key=lambda each: (-len(neighbours.get(each.key, ())), -each.weight, each.key))
    if not order:
        return {}
    root = order[0].key
    children, depths = _tree(root, neighbours)
    loose = [each.key for each in nodes if each.key not in depths]
    leaves = _leaves(root, children)
    rings = _rings(depths)
    places: dict[str, Spot] = {root: (0.0, 0.0)}
    waiting = deque([(root, 0.0, 2 * pi)])
    while waiting:
        key, begin, end = waiting.popleft()
        for child in children.get(key, ()):
            width = (end - begin) * leaves[child] / sum(leaves[each] for each in children[key])
            places[child] = _on_ring(rings[depths[child]].radius(), begin + width / 2)
            waiting.append((child, begin, begin + width))
            begin += width
    outside = _Ring.of(len(loose), rings[-1].outer + _RING)
    for number, key in enumerate(loose):
        places[key] = _on_ring(outside.radius(), 2 * pi * number / len(loose))
    return places


@dataclass
class _Ring:
    """A ring of one distance; where it is crowded, nodes stand on several circles in turn."""

    inner: float
    circles: int = 1
    taken: int = 0

    @classmethod
    def of(cls, crowd: int, inner: float) -> _Ring:
        """A ring on which so many nodes have room."""
        circles = 1
        while crowd > sum(2 * pi * (inner + each * _CIRCLE) / _ROOM for each in range(circles)):
            circles += 1
        return cls(inner, circles)

    @property
    def outer(self) -> float:
        return self.inner + (self.circles - 1) * _CIRCLE

    def radius(self) -> float:
        """The radius at which the next node stands."""
        self.taken += 1
        return self.inner + (self.taken % self.circles) * _CIRCLE


def _rings(depths: Mapping[str, int]) -> list[_Ring]:
    """A ring for each distance."""
    rings = [_Ring(0.0)]
    for depth in range(1, max(depths.values()) + 1):
        rings.append(_Ring.of(sum(each == depth for each in depths.values()), rings[-1].outer + _RING))
    return rings


def _tree(root: str, neighbours: Mapping[str, Sequence[str]]) -> tuple[dict[str, list[str]], dict[str, int]]:
    """The children of each node that can be reached, and how many steps away each is."""
    children: dict[str, list[str]] = {}
    depths = {root: 0}
    waiting = deque([root])
    while waiting:
        key = waiting.popleft()
        for near in neighbours.get(key, ()):
            if near not in depths:
                depths[near] = depths[key] + 1
                children.setdefault(key, []).append(near)
                waiting.append(near)
    return children, depths


def _leaves(root: str, children: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """How many leaves hang on each node, itself counted where it is one."""
    order = [root]
    for key in order:
        order += children.get(key, ())
    leaves: dict[str, int] = {}
    for key in reversed(order):
        leaves[key] = sum(leaves[each] for each in children.get(key, ())) or 1
    return leaves


def _on_ring(radius: float, angle: float) -> Spot:
    return (radius * cos(angle - pi / 2), radius * sin(angle - pi / 2))
