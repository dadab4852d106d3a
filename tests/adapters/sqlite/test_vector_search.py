"""Searching by vector: what is held in memory finds what the file finds."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from desktop.adapters.sqlite import vector_search
from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.resident_vectors import ResidentVectors, bytes_needed
from desktop.application.job import CancelToken
from desktop.application.ports import RankedChunk
from desktop.domain.errors import Cancelled
from desktop.domain.passage import Filters
from tests.adapters.sqlite.test_resident_vectors import somewhere
from tests.fakes.documents import put, unit

ANY, CASE, NONE = Filters(), Filters(tags=("case",)), Filters(tags=("none",))
SIZE = 8
CANCEL = CancelToken()


@pytest.fixture
def filled(reader: SqliteIndexReader, writer: SqliteIndexWriter, monkeypatch: pytest.MonkeyPatch) -> SqliteIndexReader:
    monkeypatch.setattr(vector_search, "FEWEST", 10)
    writer.use_embedder("a", SIZE)
    put(writer, "one", "\n\n".join(f"word{number}" for number in range(60)), tags=("case",))
    put(writer, "two", "\n\n".join(f"other{number}" for number in range(60)))
    embed(reader, writer)
    return reader


@pytest.fixture
def only_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that asks sqlite-vec fails."""

    def ask(*_: object) -> None:
        raise AssertionError("sqlite-vec was asked")

    monkeypatch.setattr(vector_search, "_stored", ask)


def embed(reader: SqliteIndexReader, writer: SqliteIndexWriter, *vectors: bytes) -> None:
    given = iter(vectors)
    writer.put_vectors([(each.chunk, next(given, None) or somewhere(SIZE)) for each in reader.pending_texts(1000)])


def hold(reader: SqliteIndexReader) -> int:
    return reader.hold_vectors(CANCEL)


def searches(reader: SqliteIndexReader, asked: Iterable[bytes]) -> list[list[RankedChunk]]:
    return [reader.search_vector(each, 9, filters, CANCEL) for each in asked for filters in (ANY, CASE, NONE)]


def assert_same(found: list[list[RankedChunk]], expected: list[list[RankedChunk]]) -> None:
    assert [[each.chunk for each in ranked] for ranked in found] == [[each.chunk for each in ranked] for ranked in expected]
    scores = [each.score for ranked in found for each in ranked]
    assert scores == pytest.approx([each.score for ranked in expected for each in ranked], abs=5e-4)


def test_what_is_held_finds_what_the_file_finds(filled: SqliteIndexReader, request: pytest.FixtureRequest) -> None:
    asked = [somewhere(SIZE) for _ in range(5)]
    before = searches(filled, asked)
    assert hold(filled) == bytes_needed(120, SIZE) + SIZE * 2 * 4
    request.getfixturevalue("only_held")
    assert_same(searches(filled, asked), before)


@pytest.mark.usefixtures("only_held")
def test_new_vectors_are_taken_in_by_the_next_search(filled: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    hold(filled)
    asked = somewhere(SIZE)
    put(writer, "three", "new", tags=("case",))
    embed(filled, writer, asked)
    for filters in (ANY, CASE):
        assert filled.search_vector(asked, 1, filters, CANCEL)[0].document_id == "three"


@pytest.mark.usefixtures("only_held")
def test_what_is_gone_is_not_found_and_others_take_its_place(filled: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    hold(filled)
    writer.remove_documents(["one"])
    found = filled.search_vector(somewhere(SIZE), 60, ANY, CANCEL)
    assert len(found) == 60
    assert {each.document_id for each in found} == {"two"}


def test_a_replaced_vector_is_found_where_it_is_now(filled: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    hold(filled)
    asked = somewhere(SIZE)
    last = filled.search_vector(asked, 120, ANY, CANCEL)[-1].chunk
    writer.put_vectors([(last, asked)])
    assert filled.search_vector(asked, 1, ANY, CANCEL)[0].chunk == last
    hold(filled)
    assert filled.search_vector(asked, 1, ANY, CANCEL)[0].chunk == last


def test_a_chunk_that_waited_longer_than_later_ones_is_found(
    filled: SqliteIndexReader, writer: SqliteIndexWriter, reader: SqliteIndexReader
) -> None:
    put(writer, "three", "slow\n\nquick")
    slow, quick = (each.chunk for each in reader.pending_texts(2))
    writer.put_vectors([(quick, somewhere(SIZE))])
    hold(filled)
    asked = somewhere(SIZE)
    writer.put_vectors([(slow, asked)])
    assert filled.search_vector(asked, 1, ANY, CANCEL)[0].chunk == slow


def test_vectors_of_another_embedder_are_not_mixed_with_those_held(filled: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    hold(filled)
    writer.use_embedder("b", 3)
    assert filled.search_vector(unit(1, 0, 0), 9, ANY, CANCEL) == []
    assert hold(filled) == 0


def test_where_much_has_changed_all_is_read_anew(
    filled: SqliteIndexReader, writer: SqliteIndexWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = []
    read = ResidentVectors.read

    def counted(*given: object) -> ResidentVectors:
        readings.append(given)
        return read(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(ResidentVectors, "read", counted)
    monkeypatch.setattr(vector_search, "MOST_CHANGED", 20)
    hold(filled)
    put(writer, "three", "\n\n".join(f"more{number}" for number in range(20)))
    embed(filled, writer)
    hold(filled)
    assert len(readings) == 1
    put(writer, "four", "one too many")
    embed(filled, writer)
    assert hold(filled) == bytes_needed(141, SIZE) + SIZE * 2 * 4
    assert len(readings) == 2


def test_few_vectors_are_not_held(filled: SqliteIndexReader, monkeypatch: pytest.MonkeyPatch) -> None:
    assert hold(filled)
    monkeypatch.setattr(vector_search, "FEWEST", 1000)
    assert hold(filled) == 0


def test_no_more_memory_is_taken_than_allowed(filled: SqliteIndexReader, database: Database) -> None:
    needed = bytes_needed(120, SIZE)
    assert SqliteIndexReader(database, needed - 1).hold_vectors(CANCEL) == 0
    assert SqliteIndexReader(database, needed).hold_vectors(CANCEL) > 0


def test_taking_vectors_in_can_be_cancelled(filled: SqliteIndexReader) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        filled.hold_vectors(cancel)
