"""Where on a picture there is anything, and how it is cut into pieces.

The detector overlooks small text on a large empty page, so what is empty is left out before it looks.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from desktop.adapters.recognisers.pages import Pixels

Box = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels."""

CONTRAST = 48
MARGIN = 16
SAMPLED = 7


def content_of(picture: Pixels, box: Box) -> Box | None:
    """The part of a box that holds all that stands out from the paper, with a margin; None if nothing does."""
    left, top, right, bottom = box
    ink = _ink(picture[top:bottom, left:right])
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return None
    return (
        max(0, left + int(columns[0]) - MARGIN),
        max(0, top + int(rows[0]) - MARGIN),
        min(picture.shape[1], left + int(columns[-1]) + 1 + MARGIN),
        min(picture.shape[0], top + int(rows[-1]) + 1 + MARGIN),
    )


def tiles_of(picture: Pixels, box: Box, most_pixels: int) -> Iterator[Box]:
    """A box in pieces of a bounded size, cut where there is least to cut through, empty ones left out."""
    waiting = [box]
    while waiting:
        tile = content_of(picture, waiting.pop())
        if tile is None:
            continue
        left, top, right, bottom = tile
        if (right - left) * (bottom - top) <= most_pixels:
            yield tile
            continue
        tall = bottom - top >= right - left
        quiet = _ink(picture[top:bottom, left:right]).sum(axis=1 if tall else 0)
        first, last = len(quiet) * 2 // 5, len(quiet) * 3 // 5
        cut = first + _middle_of_least(quiet[first:last])
        if tall:
            waiting += [(left, top + cut, right, bottom), (left, top, right, top + cut)]
        else:
            waiting += [(left + cut, top, right, bottom), (left, top, left + cut, bottom)]


def _ink(picture: Pixels) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """What differs from the most usual colour."""
    ink = np.zeros(picture.shape[:2], np.bool_)
    for channel in range(picture.shape[2]):
        values = picture[:, :, channel]
        paper = int(np.median(values[::SAMPLED, ::SAMPLED]))
        ink |= (values < paper - CONTRAST) | (values > paper + CONTRAST)
    return ink


def _middle_of_least(amounts: np.ndarray[tuple[int, ...], np.dtype[np.int_]]) -> int:
    """The middle of the longest run of the least amount, so that no tile begins right at a line."""
    least = np.flatnonzero(amounts == amounts.min())
    runs = np.split(least, np.flatnonzero(np.diff(least) > 1) + 1)
    longest = max(runs, key=len)
    return int(longest[len(longest) // 2])
