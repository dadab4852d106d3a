"""The layouts of a picture, with numpy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from desktop.adapters.layouts.force import Floats, Numbers, spread, spring
from desktop.adapters.layouts.layered import in_layers, into_layers
from desktop.adapters.layouts.loners import beside
from desktop.adapters.layouts.radial import in_rings
from desktop.adapters.layouts.separation import separate
from desktop.application.job import CancelToken
from desktop.application.ports.layout import Placed
from desktop.domain.graph_view import Spot
from desktop.domain.layout import LayoutKind


class NumpyLayout:
    """Lays out by springs, in layers, or in rings; what is new among nodes that stand is put by springs, or into its layer."""

    def arrange(
        self, kind: LayoutKind, nodes: Sequence[Placed], links: Sequence[tuple[str, str]], fixed: Mapping[str, Spot], cancel: CancelToken
    ) -> dict[str, Spot]:
        """A place for the middle of each node; those in `fixed` stand where they stood."""
        if not nodes:
            return {}
        known = {each.key: fixed[each.key] for each in nodes if each.key in fixed}
        neighbours = _neighbours(nodes, links)
        if kind is LayoutKind.LAYERED and known:
            fresh = [each for each in nodes if each.key not in known]
            return known | into_layers(fresh, neighbours, known, {each.key: each.layer for each in nodes})
        if kind is LayoutKind.FORCE or known:
            alone = [each for each in nodes if not neighbours[each.key] and each.key not in known]
            if alone and len(alone) < len(nodes):
                rest = [each for each in nodes if neighbours[each.key] or each.key in known]
                return beside(self.arrange(kind, rest, links, fixed, cancel), rest, alone)
        rows = {each.key: row for row, each in enumerate(nodes)}
        pairs = np.array([(rows[a], rows[b]) for a, b in links if a in rows and b in rows], dtype=np.int64).reshape(-1, 2)
        moving = np.array([row for row, each in enumerate(nodes) if each.key not in known], dtype=np.int64)
        if kind is LayoutKind.FORCE or known:
            places = _sprung(nodes, known, moving, pairs, cancel)
        else:
            found = in_layers(nodes, neighbours) if kind is LayoutKind.LAYERED else in_rings(nodes, neighbours)
            places = np.array([found[each.key] for each in nodes], dtype=np.float32)
        if kind is not LayoutKind.LAYERED:
            sizes = np.array([(each.width, each.height) for each in nodes], dtype=np.float32)
            places = separate(places, sizes, moving, cancel.raise_if_cancelled)
        found_places = {each.key: (float(x), float(y)) for each, (x, y) in zip(nodes, places, strict=True)}
        return found_places | known


def _sprung(nodes: Sequence[Placed], known: Mapping[str, Spot], moving: Numbers, pairs: Numbers, cancel: CancelToken) -> Floats:
    given = np.array([known.get(each.key, (0.0, 0.0)) for each in nodes], dtype=np.float32)
    standing = np.setdiff1d(np.arange(len(nodes), dtype=np.int64), moving)
    return spring(spread(given, standing, pairs), moving, pairs, cancel.raise_if_cancelled)


def _neighbours(nodes: Sequence[Placed], links: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """The neighbours of each node, the heaviest first."""
    weights = {each.key: each.weight for each in nodes}
    found: dict[str, dict[str, None]] = {each.key: {} for each in nodes}
    for one, other in links:
        if one in found and other in found and one != other:
            found[one][other] = None
            found[other][one] = None
    return {key: sorted(near, key=lambda each: (-weights[each], each)) for key, near in found.items()}
