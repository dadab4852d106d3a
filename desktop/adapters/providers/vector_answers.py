"""What servers answer when they are asked for vectors, and what some of them want to be told with the asking."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Any

WIDEST = 8192
"""More numbers than any model gives, and all that the index holds."""

_TASKS = {
    "api.voyageai.com": ("input_type", "query", "document"),
    "api.jina.ai": ("task", "retrieval.query", "retrieval.passage"),
}
"""Servers that make vectors of questions and of passages differently: what they call it, and either value."""


@dataclass(frozen=True, slots=True)
class FoundVectors:
    """Vectors one after the other, as little-endian float32 of length 1, and how many numbers each has."""

    width: int
    vectors: bytes


def task_of(host: str, *, query: bool) -> dict[str, str]:
    """What a server is told besides the texts; nothing unless it is known to want it."""
    if host not in _TASKS:
        return {}
    name, of_query, of_passage = _TASKS[host]
    return {name: of_query if query else of_passage}


def read_vectors(said: Any, count: int) -> FoundVectors:
    """The vectors in an answer, in the order of the texts; ValueError, which says what is amiss, if it does not hold one for each."""
    data = said.get("data") if isinstance(said, dict) else None
    if not isinstance(data, list) or not all(isinstance(each, dict) for each in data):
        raise ValueError("it holds no data")
    if len(data) != count:
        raise ValueError(f"{len(data)} for {count} texts")
    found = {_place(each, place): each.get("embedding") for place, each in enumerate(data)}
    rows = [_unit(found.get(place)) for place in range(count)]
    width = len(rows[0])
    if any(len(each) != width for each in rows):
        raise ValueError("their lengths differ")
    return FoundVectors(width, b"".join(struct.pack(f"<{width}f", *each) for each in rows))


def _place(item: dict[str, Any], place: int) -> int:
    index = item.get("index")
    return index if isinstance(index, int) else place


def _unit(numbers: Any) -> list[float]:
    if not isinstance(numbers, list) or not 0 < len(numbers) <= WIDEST or not all(type(each) in (int, float) for each in numbers):
        raise ValueError("one is missing, or no list of numbers")
    length = math.hypot(*numbers)
    if not math.isfinite(length) or length == 0:
        raise ValueError("one has no direction")
    return [each / length for each in numbers]
