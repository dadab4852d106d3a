"""Vectors of the next model, in memory and in SQLite: the model before serves until all of them are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.next_vectors import SqliteNextVectors
from desktop.application.job import CancelToken
from desktop.application.ports import IndexReader, IndexWriter
from desktop.application.ports.vectors import MadeBy, NextVectors
from desktop.domain.errors import ModelUnavailable
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector
from tests.fakes.documents import names, put, unit
from tests.fakes.memory_next_vectors import MemoryNextVectors
from tests.fakes.searchable_index import SearchableIndex

OLD, WIDER, OTHER = MadeBy("old-1", 2, ""), MadeBy("wider-1", 3, "wider"), MadeBy("other-1", 4, "other")


@dataclass
class Case:
    """Two documents of a chunk each, with vectors of the model before."""

    writer: IndexWriter
    reader: IndexReader
    following: NextVectors

    def __post_init__(self) -> None:
        put(self.writer, "one", "alpha")
        put(self.writer, "two", "beta")
        self.writer.use_embedder(OLD.identity, OLD.dimensions)
        self.writer.put_vectors([(each.chunk, unit(1, place)) for place, each in enumerate(self.reader.pending_texts(10))])

    def waiting(self) -> list[int]:
        return [each.chunk for each in self.following.pending_texts(10, 0)]

    def nearest(self, vector: Vector) -> list[str]:
        return [name for name, _ in names(self.reader.search_vector(vector, 10, Filters(), CancelToken()))]


@pytest.fixture(params=["memory", "sqlite"])
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Case]:
    if request.param == "memory":
        index = SearchableIndex()
        yield Case(index, index, MemoryNextVectors(index))
        return
    database = Database(tmp_path / "coffer.db")
    yield Case(SqliteIndexWriter(database), SqliteIndexReader(database), SqliteNextVectors(database))
    database.close()


def test_before_a_change_nothing_waits_and_the_model_is_told_with_where_it_lies(case: Case) -> None:
    assert (case.following.serving(), case.following.count_pending()) == (OLD, 0)
    case.following.state_source("somewhere")
    assert case.following.serving() == MadeBy("old-1", 2, "somewhere")


def test_old_vectors_serve_until_the_new_ones_of_another_width_are_complete(case: Case) -> None:
    case.following.begin(WIDER)
    first, second = case.waiting()
    assert case.following.count_pending() == 2
    case.following.put([(first, unit(0, 0, 1))])
    assert not case.following.adopt("wider")
    assert (case.following.serving(), case.reader.count_pending(), case.waiting()) == (OLD, 0, [second])
    assert case.nearest(unit(1, 1)) == ["two", "one"]

    case.following.put([(second, unit(0, 1, 0))])
    assert case.following.adopt("wider")
    assert (case.following.serving(), case.reader.count_pending(), case.following.count_pending()) == (WIDER, 0, 0)
    assert case.nearest(unit(0, 0, 1)) == ["one", "two"]


def test_texts_are_given_in_stretches_as_they_are_embedded(case: Case) -> None:
    case.following.begin(WIDER)
    (first,) = case.following.pending_texts(1, 0)
    (second,) = case.following.pending_texts(5, first.chunk)
    assert (first.text, second.text) == ("one\nalpha", "two\nbeta")


def test_what_comes_and_goes_meanwhile_is_waited_for_or_passed_over(case: Case) -> None:
    case.following.begin(WIDER)
    case.following.put([(each, unit(0, 0, 1)) for each in case.waiting()])
    case.writer.remove_documents(["one"])
    put(case.writer, "three", "gamma")
    assert not case.following.adopt("wider")
    case.following.put([(each, unit(0, 1, 0)) for each in case.waiting()])
    assert case.following.adopt("wider")
    assert case.nearest(unit(0, 1, 0)) == ["three", "two"]
    assert case.reader.counts().vectors == 2


def test_a_change_goes_on_where_it_was_unless_it_is_another(case: Case) -> None:
    case.following.begin(WIDER)
    case.following.put([(case.waiting()[0], unit(0, 0, 1))])
    case.following.begin(WIDER)
    assert case.following.count_pending() == 1
    case.following.begin(OTHER)
    assert case.following.count_pending() == 2
    case.following.give_up()
    assert (case.following.count_pending(), case.following.serving()) == (0, OLD)


def test_nothing_is_adopted_that_was_never_begun(case: Case) -> None:
    assert not case.following.adopt("")
    assert case.following.serving() == OLD


def test_vectors_of_another_width_than_stated_are_refused_by_the_index(tmp_path: Path) -> None:
    database = Database(tmp_path / "coffer.db")
    case = Case(SqliteIndexWriter(database), SqliteIndexReader(database), SqliteNextVectors(database))
    case.following.begin(WIDER)
    with pytest.raises(ModelUnavailable):
        case.following.put([(case.waiting()[0], unit(0, 1))])
    assert case.following.count_pending() == 2
    database.close()


def test_what_is_marked_above_the_limit_is_not_waited_for_and_gets_no_vector(case: Case) -> None:
    put(case.writer, "closed", "gamma", tlp=Marking.GREEN)
    case.following.begin(WIDER)
    given = case.following.pending_texts(10, 0, Marking.CLEAR)
    assert [each.document_id for each in given] == ["one", "two"]
    assert (case.following.count_pending(Marking.CLEAR), case.following.count_pending()) == (2, 3)
    case.following.put([(each.chunk, unit(1, 0, 0)) for each in given])
    assert not case.following.adopt("wider")
    assert case.following.adopt("wider", Marking.CLEAR)
    assert (case.reader.count_pending(), case.reader.count_pending(Marking.CLEAR), case.reader.counts().vectors) == (1, 0, 2)
    assert case.nearest(unit(1, 0, 0)) == ["one", "two"]
