"""Where lines stand once a page is the right way up and straight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

Quad = NDArray[np.float32]
"""Four corners, from the top left clockwise, in pixels."""

Edges = tuple[float, float, float, float]
"""Left, top, right, bottom."""

LONG = 5.0


def lengths(quad: Quad) -> tuple[float, float]:
    """How wide and how high a quadrangle is."""
    return math.dist(quad[0], quad[1]), math.dist(quad[0], quad[3])


def placed(quads: Sequence[Quad], width: float, height: float, turns: int) -> list[Edges]:
    """Boxes of lines on the page of this size after it is turned left `turns` times and made straight."""
    turned = [_turned(quad, width, height, turns) for quad in quads]
    skew = _skew(turned)
    return [_edges(_rotated(quad, -skew)) for quad in turned]


def _turned(quad: Quad, width: float, height: float, turns: int) -> Quad:
    for _ in range(turns):
        quad = np.stack([quad[:, 1], width - quad[:, 0]], axis=1).astype(np.float32)
        width, height = height, width
    return np.roll(quad, -turns, axis=0)


def _skew(quads: Sequence[Quad]) -> float:
    """The angle at which most long lines run."""
    angles = []
    for quad in quads:
        width, height = lengths(quad)
        if width >= LONG * height:
            angles.append(math.atan2(quad[1][1] - quad[0][1], quad[1][0] - quad[0][0]))
    return median(angles) if angles else 0.0


def _rotated(quad: Quad, angle: float) -> Quad:
    sine, cosine = math.sin(angle), math.cos(angle)
    return np.asarray(quad @ np.array([[cosine, sine], [-sine, cosine]]), np.float32)


def _edges(quad: Quad) -> Edges:
    left, right = quad[[0, 3], 0].mean(), quad[[1, 2], 0].mean()
    top, bottom = quad[[0, 1], 1].mean(), quad[[2, 3], 1].mean()
    return float(left), float(top), float(right), float(bottom)
