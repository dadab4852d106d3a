"""Similarity of vectors that are plain bytes."""

import struct

import pytest

from desktop.domain.vector import Vector, numbers, product, similarity


def vector(*numbers: float) -> Vector:
    return struct.pack(f"<{len(numbers)}f", *numbers)


@pytest.mark.parametrize(
    ("one", "other", "cosine"),
    [((1, 0), (1, 0), 1), ((1, 0), (0, 1), 0), ((1, 0), (-1, 0), -1), ((0.6, 0.8), (0.8, 0.6), 0.96)],
)
def test_similarity_is_the_cosine(one: tuple[float, ...], other: tuple[float, ...], cosine: float) -> None:
    assert similarity(vector(*one), vector(*other)) == pytest.approx(cosine, abs=1e-6)
    assert product(numbers(vector(*one)), numbers(vector(*other))) == pytest.approx(cosine, abs=1e-6)
