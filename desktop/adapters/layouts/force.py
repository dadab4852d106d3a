"""Nodes push each other away, links pull them together (Fruchterman and Reingold, "Graph drawing by force-directed placement", 1991)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
APART = 118.0
"""How far apart two linked nodes would stand if nothing else were there, in pixels."""
_GRAVITY = 0.035
_FARTHEST = 9.0
"""Beyond so many times `APART` nodes hardly push each other: they are not pushed at all, so that the whole stays together."""
_DENSEST = 4.0
"""Where nodes have many links, they push up to so many times as hard: else the links would pull all of them into a knot."""
_ROUNDS = (40, 220)
_PAIRS = 30_000_000
"""So many pairs are looked at altogether: many nodes get fewer rounds."""


def spring(places: Floats, moving: Numbers, links: Numbers, between: Callable[[], None]) -> Floats:
    """Places (n, 2) after the springs have pulled; only rows in `moving` change. `links` are (m, 2) pairs of rows."""
    found = places.copy()
    if not len(moving):
        return found
    rounds = int(np.clip(_PAIRS / (len(moving) * len(places)), *_ROUNDS))
    degrees = np.maximum(np.bincount(links.ravel(), minlength=len(places)), 1).astype(np.float32)
    dense = float(np.clip(len(links) / len(places) / 2, 1, _DENSEST))
    heat = np.float32(APART * max(1.5, len(places) ** 0.5 / 3))
    for turn in range(rounds):
        between()
        force = _push(found, moving) * np.float32(dense)
        _pull(force, found, moving, links, degrees)
        force -= _GRAVITY * (found[moving] - found.mean(axis=0)) * np.float32(len(places) ** 0.5 / 4)
        length = np.maximum(np.linalg.norm(force, axis=1, keepdims=True), 1e-6)
        warmth = heat * (1 - turn / rounds) + 0.5
        found[moving] += force / length * np.minimum(length, warmth)
    return found


def _push(places: Floats, moving: Numbers) -> Floats:
    """How hard every node pushes each of the moving ones."""
    x = places[moving, 0][:, None] - places[None, :, 0]
    y = places[moving, 1][:, None] - places[None, :, 1]
    square = x * x + y * y
    np.maximum(square, np.float32(16), out=square)
    strength = np.float32(APART * APART) / square
    strength[square > (_FARTHEST * APART) ** 2] = 0
    return np.stack([(x * strength).sum(axis=1), (y * strength).sum(axis=1)], axis=1)


def _pull(force: Floats, places: Floats, moving: Numbers, links: Numbers, degrees: Floats) -> None:
    """How hard links pull; those of a node with many pull it less each, for it would never come to rest."""
    if not len(links):
        return
    along = places[links[:, 1]] - places[links[:, 0]]
    length = np.linalg.norm(along, axis=1, keepdims=True)
    pull = along * length / np.float32(APART)
    whole = np.zeros_like(places)
    weight = np.float32(1) / np.sqrt(np.minimum(degrees[links[:, 0]], degrees[links[:, 1]]))[:, None]
    np.add.at(whole, links[:, 0], pull * weight)
    np.subtract.at(whole, links[:, 1], pull * weight)
    force += whole[moving]


def spread(known: Floats, of: Numbers, links: Numbers) -> Floats:
    """Places to begin with: rows that are known stay, the others stand by their known neighbours, or on a spiral around all.

    `of` are the rows whose places are known. The spiral turns by the golden angle, so that no two begin at one place.
    """
    count = len(known)
    numbers = np.arange(count, dtype=np.float32)
    angle = numbers * np.float32(2.399963)
    spiral = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    if not len(of):
        return (spiral * (np.sqrt(numbers + 1) * np.float32(APART * 0.55))[:, None]).astype(np.float32)
    found = known.copy()
    is_known = np.zeros(count, dtype=bool)
    is_known[of] = True
    total, near = np.zeros_like(known), np.zeros(count, dtype=np.float32)
    for own, other in ((0, 1), (1, 0)):
        useful = links[is_known[links[:, other]] & ~is_known[links[:, own]]]
        np.add.at(total, useful[:, own], known[useful[:, other]])
        np.add.at(near, useful[:, own], 1)
    middle = known[of].mean(axis=0)
    reach = float(np.abs(known[of] - middle).max()) + APART
    beside = total / np.maximum(near, 1)[:, None] + spiral * np.float32(APART)
    fresh = np.where((near > 0)[:, None], beside, middle + spiral * np.float32(reach))
    found[~is_known] = fresh[~is_known]
    return found
