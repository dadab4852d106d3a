"""Vectors in memory: which chunks may be the nearest."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from desktop.adapters.sqlite import index_reader
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.resident_vectors import ResidentVectors, bytes_needed
from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector
from tests.fakes.documents import put, unit

ANY = Filters()
CHANCE = random.Random(5)  # noqa: S311 - repeatable, not secret


def somewhere(size: int) -> Vector:
    return unit(*(CHANCE.gauss(0, 1) for _ in range(size)))


def held(vectors: dict[int, Vector]) -> ResidentVectors:
    return ResidentVectors.read(7, len(vectors), list(vectors.values()), [list(vectors.items())], CancelToken())


def test_candidates_are_the_nearest_of_those_allowed() -> None:
    vectors = {9: unit(1, 0), 4: unit(1, 1), 6: unit(0, 1), 2: unit(-1, 0)}
    resident = held(vectors)
    assert list(resident.chunks) == [2, 4, 6, 9]
    assert set(resident.candidates(unit(1, 0), 1, None)) == {2, 4, 6, 9}  # so few are all looked at
    assert set(resident.candidates(unit(1, 0), 1, [6, 2, 3, 99])) == {2, 6}
    assert resident.candidates(unit(1, 0), 1, []) == []
    assert (resident.version, resident.size) == (7, bytes_needed(4, 2))


def test_among_many_the_truly_nearest_are_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop.adapters.sqlite.resident_vectors._FEWEST_CANDIDATES", 60)
    monkeypatch.setattr("desktop.adapters.sqlite.resident_vectors._SPARE", 10)
    vectors = {number: somewhere(16) for number in range(2000)}
    resident, asked = held(vectors), somewhere(16)

    def distance(number: int) -> float:
        numbers = zip(memoryview(vectors[number]).cast("f"), memoryview(asked).cast("f"), strict=True)
        return -sum(one * other for one, other in numbers)

    found = resident.candidates(asked, 5, None)
    assert len(found) == 15
    assert set(sorted(vectors, key=distance)[:5]) <= set(found)
    even = range(0, 2000, 2)
    assert set(sorted(even, key=distance)[:5]) <= set(resident.candidates(asked, 5, even))


@pytest.fixture
def filled(reader: SqliteIndexReader, writer: SqliteIndexWriter, monkeypatch: pytest.MonkeyPatch) -> SqliteIndexReader:
    monkeypatch.setattr(index_reader, "FEWEST", 10)
    monkeypatch.setattr(index_reader, "_BLOCK", 7)
    writer.use_embedder("a", 8)
    put(writer, "one", "\n\n".join(f"word{number}" for number in range(60)), tags=("case",))
    put(writer, "two", "\n\n".join(f"other{number}" for number in range(60)))
    writer.put_vectors([(each.chunk, somewhere(8)) for each in reader.pending_texts(1000)])
    return reader


def searches(reader: SqliteIndexReader, asked: Iterable[Vector]) -> list[object]:
    case = Filters(tags=("case",))
    return [reader.search_vector(each, 9, filters, CancelToken()) for each in asked for filters in (ANY, case, Filters(tags=("none",)))]


def test_what_is_held_finds_what_the_file_finds(filled: SqliteIndexReader) -> None:
    asked = [somewhere(8) for _ in range(5)]
    before = searches(filled, asked)
    assert filled.hold_vectors(CancelToken()) == bytes_needed(120, 8)
    assert searches(filled, asked) == before


def test_a_change_is_found_at_once_and_held_after_the_next_call(filled: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    filled.hold_vectors(CancelToken())
    asked = somewhere(8)
    put(writer, "three", "new")
    writer.put_vectors([(filled.pending_texts(1)[0].chunk, asked)])
    writer.remove_documents(["one"])
    found = searches(filled, [asked])
    assert filled.search_vector(asked, 1, ANY, CancelToken())[0].document_id == "three"
    assert filled.hold_vectors(CancelToken()) == bytes_needed(61, 8)
    assert searches(filled, [asked]) == found


def test_what_is_not_worth_it_or_too_much_is_not_held(filled: SqliteIndexReader, monkeypatch: pytest.MonkeyPatch) -> None:
    assert filled.hold_vectors(CancelToken())
    monkeypatch.setattr(index_reader, "MOST_BYTES", 100)
    assert filled.hold_vectors(CancelToken()) == 0
    monkeypatch.setattr(index_reader, "FEWEST", 1000)
    assert filled.hold_vectors(CancelToken()) == 0


def test_taking_vectors_in_can_be_cancelled(filled: SqliteIndexReader) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        filled.hold_vectors(cancel)
