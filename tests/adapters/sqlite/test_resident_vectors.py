"""Vectors in memory: which chunks are the nearest."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable, Mapping

import pytest

from desktop.adapters.sqlite.resident_vectors import Origin, Owners, ResidentVectors, bytes_needed
from desktop.adapters.sqlite.vectors import Block
from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled
from desktop.domain.vector import Vector, similarity
from tests.fakes.documents import unit

CHANCE = random.Random(5)  # noqa: S311 - repeatable, not secret


@pytest.fixture(autouse=True)
def _the_same_chance_for_every_test() -> None:
    CHANCE.seed(5)


def somewhere(size: int) -> Vector:
    return unit(*(CHANCE.gauss(0, 1) for _ in range(size)))


def meant(size: int) -> Vector:
    """As embeddings lie: far apart in few directions, close together in most."""
    return unit(*(CHANCE.gauss(0, 0.8**at) for at in range(size)))


def block(vectors: Mapping[int, Vector]) -> Block:
    """As sqlite-vec keeps them: eight places, of which the third is free."""
    places = [*vectors.items()]
    places[2:2] = [(0, bytes(len(places[0][1])))]
    places += [(0, bytes(len(places[0][1])))] * (-len(places) % 8)
    taken = bytes(sum(bool(places[at + bit][0]) << bit for bit in range(8)) for at in range(0, len(places), 8))
    return Block(taken, struct.pack(f"<{len(places)}q", *(number for number, _ in places)), b"".join(vector for _, vector in places))


def held(vectors: Mapping[int, Vector], owners: Iterable[tuple[int, int]] = ()) -> ResidentVectors:
    documents = Owners.of([[*owners] or [(number, number % 2 + 1) for number in vectors]])
    return ResidentVectors.read(Origin("table", 7, len(vectors), True), lambda every: [block(vectors)][::every], documents, CancelToken())


def names(found: list[tuple[int, float]]) -> list[int]:
    return [chunk for chunk, _ in found]


def test_the_nearest_come_first_with_their_cosines() -> None:
    resident = held({9: unit(1, 0), 4: unit(1, 1), 6: unit(0, 1), 2: unit(-1, 0)})
    found = resident.nearest(unit(1, 0), 3, None)
    assert names(found) == [9, 4, 6]
    assert [score for _, score in found] == pytest.approx([1, 0.5**0.5, 0], abs=1e-4)
    assert (resident.count, resident.last, resident.later) == (4, 9, 0)


def test_only_chunks_of_the_documents_allowed_are_found() -> None:
    resident = held({9: unit(1, 0), 4: unit(1, 1), 6: unit(0, 1)}, [(9, 1), (4, 2), (6, 5)])
    assert names(resident.nearest(unit(1, 0), 3, [2, 5])) == [4, 6]
    assert names(resident.nearest(unit(1, 0), 3, [1, 7])) == [9]
    assert resident.nearest(unit(1, 0), 3, []) == []


def test_equal_vectors_have_equal_scores_wherever_they_stand() -> None:
    same = somewhere(48)
    vectors = {number: same if number % 7 == 0 else somewhere(48) for number in range(1, 300)}
    found = held(vectors).nearest(same, 42, None)
    assert {number % 7 for number in names(found)} == {0}
    assert len({score for _, score in found}) == 1


@pytest.mark.parametrize("documents", [None, [1], [2, 3, 4, 5, 6, 7, 8, 9, 10]], ids=["all", "a tenth", "nine tenths"])
def test_among_many_the_truly_nearest_are_found(documents: list[int] | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.adapters.sqlite.resident_vectors._FEWEST_CANDIDATES", 60)
    vectors = {number: meant(48) for number in range(1, 2001)}
    resident, asked = held(vectors, [(number, number % 10 + 1) for number in vectors]), meant(48)
    allowed = [number for number in vectors if documents is None or number % 10 + 1 in documents]
    nearest = sorted(allowed, key=lambda number: -similarity(vectors[number], asked))[:5]
    assert names(resident.nearest(asked, 25, documents))[:5] == nearest


def test_the_more_vectors_there_are_the_more_are_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_FEWEST_CANDIDATES", "_CANDIDATES_A_HIT"):
        monkeypatch.setattr(f"desktop.adapters.sqlite.resident_vectors.{name}", 1)
    vectors, asked = {number: somewhere(48) for number in range(1, 1501)}, somewhere(48)
    resident, nearest = held(vectors), sorted(vectors, key=lambda number: -similarity(vectors[number], asked))[:10]
    assert len({*names(resident.nearest(asked, 10, None))} & {*nearest}) < 6  # of candidates hardly more than are asked for
    monkeypatch.setattr("desktop.adapters.sqlite.resident_vectors._ONE_IN", 2)
    assert names(resident.nearest(asked, 10, None)) == nearest


def test_what_came_later_is_taken_in_beside_the_rest() -> None:
    first = {2: unit(1, 0), 5: unit(0, 1)}
    whole = {**first, 7: unit(1, 0.1), 8: unit(1, 0.2)}
    later = held(first).with_later(Origin("table", 8, 4, True), [block(whole)], Owners.of([[(8, 2)], [(7, 1)]]))
    assert names(later.nearest(unit(1, 0), 3, None)) == [2, 7, 8]
    assert names(later.nearest(unit(1, 0), 3, [2])) == [8, 5]
    assert (later.origin.version, later.count, later.later, later.last) == (8, 4, 2, 8)
    again = later.with_later(Origin("table", 9, 4, True), [], Owners.of([]))
    assert (again.origin.version, again.count) == (9, 4)


def test_the_memory_it_takes_is_known_before() -> None:
    resident = held({number: somewhere(16) for number in range(1, 500)})
    assert resident.size == bytes_needed(499, 16) + resident.directions.nbytes


def test_reading_can_be_cancelled() -> None:
    cancel = CancelToken()
    cancel.cancel()
    blocks = [block({1: unit(1, 0), 2: unit(0, 1)})]
    with pytest.raises(Cancelled):
        ResidentVectors.read(Origin("table", 1, 2, True), lambda _: blocks, Owners.of([]), cancel)
