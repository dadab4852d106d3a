"""Columns by kind, in each of which nodes stand near what they are linked with.

The order within a column is that of the mean place of a node's neighbours, swept to and fro (the barycentre method of Sugiyama, Tagawa
and Toda, "Methods for visual understanding of hierarchical system structures", 1981).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from desktop.application.ports.layout import Placed
from desktop.domain.graph_view import Spot

COLUMN, ROW = 250.0, 66.0
_SUBCOLUMN = 168.0
_TALLEST = 16
"""So many nodes stand in a column before another is begun beside it."""
_SWEEPS = 8


def in_layers(nodes: Sequence[Placed], neighbours: Mapping[str, Sequence[str]]) -> dict[str, Spot]:
    """Places of all nodes."""
    layers: defaultdict[int, list[str]] = defaultdict(list)
    for node in nodes:
        layers[node.layer].append(node.key)
    columns = [layers[each] for each in sorted(layers)]
    height = {key: float(row) - len(column) / 2 for column in columns for row, key in enumerate(column)}
    for sweep in range(_SWEEPS):
        for column in columns if sweep % 2 else reversed(columns):
            own = set(column)
            wanted = {key: _middle([height[each] for each in neighbours.get(key, ()) if each not in own], height[key]) for key in column}
            column.sort(key=lambda key, wanted=wanted: wanted[key])  # type: ignore[misc]
            height |= {key: row - (len(column) - 1) / 2 for row, key in enumerate(column)}
    places: dict[str, Spot] = {}
    left, tallest = 0.0, max(_TALLEST, round(1.3 * len(nodes) ** 0.5))
    for column in columns:
        beside = -(-len(column) // tallest)
        tall = -(-len(column) // beside)
        for row, key in enumerate(column):
            within = len(column[row // tall * tall : row // tall * tall + tall])
            places[key] = (left + row // tall * _SUBCOLUMN, (row % tall - (within - 1) / 2) * ROW)
        left += COLUMN + (beside - 1) * _SUBCOLUMN
    return places


def into_layers(
    nodes: Sequence[Placed], neighbours: Mapping[str, Sequence[str]], fixed: Mapping[str, Spot], layers: Mapping[str, int]
) -> dict[str, Spot]:
    """Places of new nodes in columns that stand: each in the nearest free row. `layers` are those of the nodes that stand."""
    starts: dict[int, float] = {}
    for key, (x, _) in fixed.items():
        layer = layers.get(key, 0)
        starts[layer] = min(x, starts.get(layer, x))
    taken = list(fixed.values())
    places: dict[str, Spot] = {}
    for node in nodes:
        x = _column(node.layer, starts)
        wanted = _middle([fixed[each][1] for each in neighbours.get(node.key, ()) if each in fixed], 0.0)
        tries = (wanted + (step + 1) // 2 * (1 if step % 2 else -1) * ROW for step in range(4 * len(taken) + 8))
        y = next(y for y in tries if not any(abs(x - a) < _SUBCOLUMN * 0.9 and abs(y - b) < ROW * 0.95 for a, b in taken))
        places[node.key] = (x, y)
        taken.append((x, y))
    return places


def _column(layer: int, starts: Mapping[int, float]) -> float:
    """Where a layer's column stands, or would stand beside the nearest that is there."""
    if layer in starts or not starts:
        return starts.get(layer, 0.0)
    nearest = min(starts, key=lambda each: (abs(each - layer), each))
    return starts[nearest] + (layer - nearest) * COLUMN


def _middle(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
