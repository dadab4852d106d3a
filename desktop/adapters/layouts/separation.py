"""Boxes that lie over each other are pushed apart, so that labels can be read."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from desktop.adapters.layouts.force import Floats, Numbers

_ROUNDS = 60
_MOST = 900
"""More nodes are looked at from so far that no label is shown."""


def separate(places: Floats, sizes: Floats, moving: Numbers, between: Callable[[], None]) -> Floats:
    """Places (n, 2) at which the boxes of `sizes` (n, 2) around them do not overlap, as far as rows in `moving` can help it."""
    if len(places) > _MOST or not len(moving):
        return places
    found = places.copy()
    can_move = np.zeros(len(places), dtype=np.float32)
    can_move[moving] = 1
    share = can_move[:, None] / np.maximum(can_move[:, None] + can_move[None, :], 1)
    width = (sizes[:, None, 0] + sizes[None, :, 0]) / 2
    height = (sizes[:, None, 1] + sizes[None, :, 1]) / 2
    order = np.sign(np.arange(len(places))[:, None] - np.arange(len(places))[None, :]).astype(np.float32)
    for _ in range(_ROUNDS):
        between()
        x = found[:, None, 0] - found[None, :, 0]
        y = found[:, None, 1] - found[None, :, 1]
        over_x, over_y = width - np.abs(x), height - np.abs(y)
        overlap = (over_x > 0.5) & (over_y > 0.5)
        np.fill_diagonal(overlap, val=False)
        if not overlap.any():
            break
        sideways = overlap & (over_x < over_y)
        upright = overlap & ~sideways
        step_x = np.where(sideways, np.where(x == 0, order, np.sign(x)) * over_x * share, 0).sum(axis=1)
        step_y = np.where(upright, np.where(y == 0, order, np.sign(y)) * over_y * share, 0).sum(axis=1)
        found[:, 0] += np.clip(step_x, -80, 80)
        found[:, 1] += np.clip(step_y, -80, 80)
    return found
