"""What is on a picture, and where it is cut."""

from __future__ import annotations

import numpy as np

from desktop.adapters.recognisers.areas import MARGIN, content_of, tiles_of


def paper(width: int, height: int, shade: int = 255) -> np.ndarray:
    return np.full((height, width, 3), shade, np.uint8)


def test_what_is_empty_is_left_out() -> None:
    picture = paper(1000, 800)
    picture[300:320, 500:560] = 0
    assert content_of(picture, (0, 0, 1000, 800)) == (500 - MARGIN, 300 - MARGIN, 560 + MARGIN, 320 + MARGIN)
    assert content_of(picture, (0, 400, 1000, 800)) is None


def test_paper_may_be_dark_and_ink_of_one_colour() -> None:
    picture = paper(400, 400, 30)
    picture[100:110, 200:210, 1] = 200
    assert content_of(picture, (0, 0, 400, 400)) == (184, 84, 226, 126)


def test_faint_noise_is_paper() -> None:
    picture = paper(400, 400, 230) + np.random.default_rng(1).integers(0, 20, (400, 400, 3), dtype=np.uint8)
    assert content_of(picture, (0, 0, 400, 400)) is None


def test_tiles_hold_all_ink_between_them_and_cut_through_none() -> None:
    picture = paper(600, 3000)
    lines = [(20 + 100 * number, 60 + 100 * number) for number in range(29)]
    for top, bottom in lines:
        picture[top:bottom, 50:550] = 0
    tiles = list(tiles_of(picture, (0, 0, 600, 3000), 500_000))
    assert len(tiles) >= 4
    assert all((right - left) * (bottom - top) <= 500_000 for left, top, right, bottom in tiles)
    for top, bottom in lines:
        assert sum(tile[1] <= top and bottom <= tile[3] for tile in tiles) == 1
    assert [tile[1] for tile in tiles] == sorted(tile[1] for tile in tiles)


def test_a_wide_picture_is_cut_across() -> None:
    picture = paper(3000, 300)
    picture[100:200:4, 100:1300] = 0
    picture[100:200:4, 1700:2900] = 0
    assert [tile[0] > 1300 for tile in tiles_of(picture, (0, 0, 3000, 300), 200_000)] == [False, True]


def test_a_picture_without_quiet_places_is_cut_all_the_same() -> None:
    noise = np.random.default_rng(2).integers(0, 255, (1500, 1500, 3), dtype=np.uint8)
    tiles = list(tiles_of(noise, (0, 0, 1500, 1500), 400_000))
    assert sum((right - left) * (bottom - top) for left, top, right, bottom in tiles) >= 1500 * 1500 - 100_000
