"""What every VectorStore does, on the fake and on LanceDB."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.lance_vectors import LanceVectors, is_installed
from desktop.application.ports.vectors import StoredVector, VectorStore
from tests.fakes.documents import unit
from tests.fakes.memory_vector_store import MemoryVectorStore

LANCEDB = pytest.param("lancedb", marks=pytest.mark.skipif(not is_installed(), reason="LanceDB is not installed"))


@pytest.fixture(params=["memory", LANCEDB])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[VectorStore]:
    opened: VectorStore = MemoryVectorStore() if request.param == "memory" else LanceVectors(tmp_path / "vectors")
    yield opened
    opened.close()


def a_vector(chunk: int, *numbers: float, document: int = 1) -> StoredVector:
    return StoredVector(chunk, document, bytes([chunk]) * 32, unit(*numbers))


def known(store: VectorStore) -> dict[int, bytes]:
    return {chunk: digest for rows in store.known() for chunk, digest in rows}


def test_an_empty_store_finds_nothing(store: VectorStore) -> None:
    assert (store.count(), store.version(), known(store), list(store.vectors())) == (0, "", {}, [])
    assert store.nearest(unit(1, 0), 5) == []
    store.remove([1])
    store.organise()
    store.destroy()
    assert store.count() == 0


def test_the_nearest_come_first_with_their_cosines(store: VectorStore) -> None:
    store.add([a_vector(1, 0, 1), a_vector(2, 1, 0)])
    store.add([a_vector(3, 1, 1)])
    found = store.nearest(unit(1, 0), 2)
    assert [chunk for chunk, _ in found] == [2, 3]
    assert [score for _, score in found] == pytest.approx([1, 0.5**0.5], abs=1e-5)


def test_only_the_documents_named_are_sought_in(store: VectorStore) -> None:
    store.add([a_vector(number, 1, number / 10, document=number % 3) for number in range(1, 10)])
    assert [chunk for chunk, _ in store.nearest(unit(1, 0), 3, [2])] == [2, 5, 8]
    assert [chunk for chunk, _ in store.nearest(unit(1, 0), 3, [1, 2])] == [1, 2, 4]
    assert store.nearest(unit(1, 0), 3, []) == []
    assert store.nearest(unit(1, 0), 3, [7]) == []


def test_what_is_removed_is_gone_and_may_come_again(store: VectorStore) -> None:
    store.add([a_vector(1, 1, 0), a_vector(2, 0, 1)])
    store.remove([1, 99])
    assert (store.count(), known(store)) == (1, {2: bytes([2]) * 32})
    assert [chunk for chunk, _ in store.nearest(unit(1, 0), 5)] == [2]
    store.add([a_vector(1, 1, 0)])
    assert [chunk for chunk, _ in store.nearest(unit(1, 0), 5)] == [1, 2]


def test_single_vectors_can_be_asked_for(store: VectorStore) -> None:
    assert store.vectors_of([1]) == {}
    store.add([a_vector(1, 1, 0), a_vector(2, 3, 4), a_vector(3, 0, 1)])
    assert store.vectors_of([3, 2, 9]) == {2: unit(3, 4), 3: unit(0, 1)}


def test_everything_can_be_read_back(store: VectorStore) -> None:
    given = [a_vector(1, 1, 0, document=4), a_vector(2, 3, 4, document=5)]
    store.add(given)
    assert sorted((each for rows in store.vectors() for each in rows), key=lambda each: each.chunk) == given


def test_a_change_makes_another_version_and_a_look_does_not(store: VectorStore) -> None:
    store.add([a_vector(1, 1, 0)])
    first = store.version()
    store.nearest(unit(1, 0), 1)
    assert store.version() == first
    store.add([a_vector(2, 1, 0)])
    second = store.version()
    store.remove([2])
    third = store.version()
    store.destroy()
    store.add([a_vector(1, 1, 0)])
    assert len({first, second, third, store.version()}) == 4


def test_vectors_of_another_length_replace_all(store: VectorStore) -> None:
    store.add([a_vector(1, 1, 0)])
    store.add([a_vector(2, 1, 0, 0)])
    assert list(known(store)) == [2]
    assert store.nearest(unit(1, 0), 5) == []
    assert [chunk for chunk, _ in store.nearest(unit(1, 0, 0), 5)] == [2]
