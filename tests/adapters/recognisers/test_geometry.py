"""Boxes of lines, once the page is the right way up and straight."""

from __future__ import annotations

import math

import numpy as np
import pytest

from desktop.adapters.recognisers.geometry import Quad, lengths, placed

WIDTH, HEIGHT = 1000, 600


def quad(*corners: tuple[float, float]) -> Quad:
    return np.array(corners, np.float32)


UPRIGHT = quad((100, 50), (300, 50), (300, 80), (100, 80))
"""A line 200 wide and 30 high on a page of 1000 by 600."""


def test_lengths_are_of_its_own_sides() -> None:
    assert lengths(UPRIGHT) == (200, 30)


@pytest.mark.parametrize(
    ("seen", "width", "height", "turns"),
    [
        (UPRIGHT, WIDTH, HEIGHT, 0),
        # The page lies on its right side, so a point (x, y) is seen at (height - y, x); it is turned left once.
        (quad((520, 100), (550, 100), (550, 300), (520, 300)), HEIGHT, WIDTH, 1),
        (quad((700, 520), (900, 520), (900, 550), (700, 550)), WIDTH, HEIGHT, 2),
        # On its left side a point is seen at (y, width - x).
        (quad((50, 700), (80, 700), (80, 900), (50, 900)), HEIGHT, WIDTH, 3),
    ],
    ids=["upright", "on its right side", "upside down", "on its left side"],
)
def test_a_line_has_its_place_whichever_way_the_page_lay(seen: Quad, width: int, height: int, turns: int) -> None:
    assert placed([seen], width, height, turns) == [pytest.approx((100, 50, 300, 80))]


def test_a_crooked_page_is_made_straight() -> None:
    angle = math.radians(4)
    rotation = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]], np.float32)
    first, second = UPRIGHT, UPRIGHT + np.array([600, 0], np.float32)
    one, other = placed([(first @ rotation).astype(np.float32), (second @ rotation).astype(np.float32)], WIDTH, HEIGHT, 0)
    assert one[1] == pytest.approx(other[1], abs=0.1)
    assert (one[2] - one[0], one[3] - one[1]) == (pytest.approx(200, abs=0.1), pytest.approx(30, abs=0.1))


def test_short_lines_do_not_say_how_crooked_a_page_is() -> None:
    crooked = quad((100, 50), (130, 60), (122, 85), (92, 75))
    assert placed([crooked], WIDTH, HEIGHT, 0)[0][0] == pytest.approx(96)
