from __future__ import annotations

import struct
from typing import Any

import pytest

from desktop.adapters.providers.vector_answers import WIDEST, read_vectors, task_of


def test_vectors_come_in_the_order_of_the_texts_and_of_length_1() -> None:
    said = {"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 4]}]}
    found = read_vectors(said, 2)
    assert found.width == 2
    assert struct.unpack("<4f", found.vectors) == pytest.approx((0.6, 0.8, 0, 1))


def test_where_no_index_is_given_they_stand_in_order() -> None:
    found = read_vectors({"data": [{"embedding": [1.0, 0.0]}, {"embedding": [0.0, 1.0]}]}, 2)
    assert struct.unpack("<4f", found.vectors) == (1, 0, 0, 1)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({}, "it holds no data"),
        ([], "it holds no data"),
        ({"data": [7]}, "it holds no data"),
        ({"data": []}, "0 for 1 texts"),
        ({"data": [{"index": 4, "embedding": [1.0]}]}, "one is missing"),
        ({"data": [{"index": [], "embedding": "AAAA"}]}, "no list of numbers"),
        ({"data": [{"embedding": [True]}]}, "no list of numbers"),
        ({"data": [{"embedding": [0.0, 0.0]}]}, "one has no direction"),
        ({"data": [{"embedding": [float("nan")]}]}, "one has no direction"),
        ({"data": [{"embedding": [1.0] * (WIDEST + 1)}]}, "no list of numbers"),
    ],
)
def test_what_is_no_set_of_vectors_is_refused(said: Any, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_vectors(said, 1)


def test_vectors_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="their lengths differ"):
        read_vectors({"data": [{"embedding": [1.0]}, {"embedding": [1.0, 0.0]}]}, 2)


def test_only_servers_that_want_it_are_told_what_is_a_question() -> None:
    assert task_of("api.voyageai.com", query=True) == {"input_type": "query"}
    assert task_of("api.jina.ai", query=False) == {"task": "retrieval.passage"}
    assert task_of("127.0.0.1", query=True) == {}
