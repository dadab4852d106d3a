"""Nodes that nothing is linked with stand in columns beside the others: pushed about by springs, they would only make the picture wide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop.application.ports.layout import Placed
from desktop.domain.graph_view import Spot

_GAP, _LEAST_HEIGHT = 60.0, 300.0


def beside(places: Mapping[str, Spot], rest: Sequence[Placed], alone: Sequence[Placed]) -> dict[str, Spot]:
    """The places of the rest, with places for those that stand alone to the right of them."""
    xs, ys = [places[each.key][0] + each.width / 2 for each in rest], [places[each.key][1] for each in rest]
    top, height = min(ys), max(max(ys) - min(ys), _LEAST_HEIGHT)
    found = dict(places)
    left, y, widest = max(xs) + _GAP, top, 0.0
    for each in alone:
        if y > top + height:
            left, y, widest = left + widest + _GAP / 2, top, 0.0
        found[each.key] = (left + each.width / 2, y)
        y += each.height
        widest = max(widest, each.width)
    return found
