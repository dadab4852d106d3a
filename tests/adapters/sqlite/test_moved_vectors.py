"""Vectors in a store of their own: moved, found beside the others, and set right whatever was killed in between."""

from __future__ import annotations

import pytest

from desktop.adapters.sqlite import moved_vectors
from desktop.adapters.sqlite.database import Database, fetch_number
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.moved_vectors import MovedVectors
from desktop.application.job import CancelToken
from desktop.application.ports.vectors import StoredVector
from desktop.domain.errors import Cancelled, VectorsUnavailable
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector
from tests.fakes.documents import names, put, unit
from tests.fakes.memory_vector_store import MemoryVectorStore

ANY, CASE = Filters(), Filters(tags=("case",))
CANCEL = CancelToken()
WORDS = {"alpha": unit(1, 0), "beta": unit(1, 1), "gamma": unit(1, 0.1), "delta": unit(0, 1)}


class Killed(Exception):
    """Stands for the end of the process."""


class Vault:
    """An index over a database and a store; opened anew, it knows no more than what was kept."""

    def __init__(self, database: Database, store: MemoryVectorStore | None, *, wanted: bool = True) -> None:
        self.store, self.database = store, database
        moved = MovedVectors(database, store, wanted=wanted, missing=VectorsUnavailable("LanceDB is not installed."))
        self.writer, self.reader = SqliteIndexWriter(database, moved), SqliteIndexReader(database, moved=moved)
        self.writer.use_embedder("a", 2)

    def reopened(self, store: MemoryVectorStore | None, *, wanted: bool = True) -> Vault:
        return Vault(self.database, store, wanted=wanted)

    def embed(self) -> list[str]:
        """Give what waits its vector; returns the words that waited."""
        waiting = [(each.chunk, each.text.split("\n")[1]) for each in self.reader.pending_texts(100)]
        self.writer.put_vectors([(chunk, WORDS[word]) for chunk, word in waiting])
        return [word for _, word in waiting]

    def settle(self) -> None:
        self.writer.settle_vectors(CANCEL)

    def find(self, vector: Vector = WORDS["alpha"], limit: int = 10, filters: Filters = ANY) -> list[tuple[str, int]]:
        return names(self.reader.search_vector(vector, limit, filters, CANCEL))

    def count(self, embedded: int) -> int:
        with self.database.reading() as connection:
            return fetch_number(connection, "SELECT count(*) FROM chunks WHERE embedded = ?", (embedded,))


@pytest.fixture
def store() -> MemoryVectorStore:
    return MemoryVectorStore()


@pytest.fixture
def vault(database: Database, store: MemoryVectorStore) -> Vault:
    made = Vault(database, store)
    put(made.writer, "one", "alpha\n\nbeta", tags=("case",))
    put(made.writer, "two", "gamma\n\ndelta")
    made.embed()
    return made


ALL = [("one", 0), ("two", 0), ("one", 1), ("two", 1)]


def test_vectors_are_found_before_between_and_after_moves(vault: Vault, store: MemoryVectorStore) -> None:
    assert vault.find() == ALL
    vault.settle()
    assert (store.count(), vault.count(1), vault.find()) == (4, 0, ALL)
    assert vault.find(filters=CASE) == [("one", 0), ("one", 1)]
    put(vault.writer, "three", "alpha")
    vault.embed()
    assert (store.count(), vault.count(1)) == (4, 1)
    assert vault.find(limit=3) == [("one", 0), ("three", 0), ("two", 0)]
    assert vault.reader.problems() == []
    assert store.organised == 1


def test_scores_are_the_same_wherever_a_vector_lies(vault: Vault) -> None:
    before = [each.score for each in vault.reader.search_vector(unit(3, 1), 4, ANY, CANCEL)]
    vault.settle()
    assert [each.score for each in vault.reader.search_vector(unit(3, 1), 4, ANY, CANCEL)] == pytest.approx(before, abs=1e-6)


def test_few_new_vectors_are_not_moved_to_many(vault: Vault, store: MemoryVectorStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moved_vectors, "_SHARE_LEFT", 2)
    vault.settle()
    for name, moved in (("three", 4), ("four", 4), ("five", 7)):
        put(vault.writer, name, "alpha")
        vault.embed()
        vault.settle()
        assert store.count() == moved


def test_what_is_gone_is_not_found_and_leaves_the_store(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    vault.writer.remove_documents(["one"])
    assert vault.find(limit=2) == [("two", 0), ("two", 1)]
    assert (store.count(), vault.reader.problems()) == (4, [])
    vault.settle()
    assert store.count() == 2


def test_filters_hold_where_too_many_documents_pass_to_be_listed(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moved_vectors, "_MOST_LISTED", 0)
    vault.settle()
    assert vault.find(limit=2, filters=CASE) == [("one", 0), ("one", 1)]


def test_a_move_killed_after_the_store_took_it_is_done_again_and_nothing_is_there_twice(
    vault: Vault, store: MemoryVectorStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = store.add

    def add_and_die(vectors: list[StoredVector]) -> None:
        add(vectors)
        raise Killed

    monkeypatch.setattr(store, "add", add_and_die)
    with pytest.raises(Killed):
        vault.settle()
    monkeypatch.undo()
    again = vault.reopened(store)
    assert (store.count(), again.count(1), again.find()) == (4, 4, ALL)
    again.settle()
    assert (store.count(), again.count(2), again.find()) == (4, 4, ALL)
    assert again.embed() == []


def test_what_was_killed_in_a_later_move_is_found_once(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    put(vault.writer, "three", "alpha")
    vault.embed()
    late = vault.reader.search_vector(WORDS["alpha"], 2, ANY, CANCEL)[1]
    store.add([StoredVector(late.chunk, 3, bytes(32), WORDS["alpha"])])
    assert vault.find() == [("one", 0), ("three", 0), *ALL[1:]]
    vault.settle()
    assert (store.count(), vault.find()) == (5, [("one", 0), ("three", 0), *ALL[1:]])


def test_a_store_that_was_lost_is_noticed_and_made_again(vault: Vault) -> None:
    vault.settle()
    again = vault.reopened(MemoryVectorStore())
    (problem,) = again.reader.problems()
    assert "4 vectors in a store that has 0" in problem
    again.settle()
    assert again.embed() == ["alpha", "beta", "gamma", "delta"]
    again.settle()
    assert (again.find(), again.reader.problems()) == (ALL, [])


def test_a_store_from_a_backup_lacks_only_what_it_lacks(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    older = MemoryVectorStore()
    older.add([store.rows[0], StoredVector(store.rows[1].chunk, 1, bytes(32), WORDS["delta"]), *store.rows[2:]])
    older.add([StoredVector(99, 7, bytes(32), WORDS["alpha"])])
    again = vault.reopened(older)
    assert len(again.reader.problems()) == 1
    again.settle()
    assert sorted(each.chunk for each in older.rows) == [1, 3, 4]
    assert again.embed() == ["beta"]
    assert again.find() == ALL


def test_a_vector_that_is_there_twice_is_made_again(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    store.add([store.rows[0]])
    vault.settle()
    assert (store.count(), vault.embed(), vault.find()) == (3, ["alpha"], ALL)


def test_an_index_made_anew_takes_nothing_from_the_store_of_the_old_one(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    vault.writer.clear()
    put(vault.writer, "other", "delta")
    assert vault.find() == []
    vault.settle()
    assert store.count() == 0
    vault.embed()
    vault.settle()
    assert vault.find() == [("other", 0)]


def test_another_embedder_begins_an_empty_store(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    vault.writer.use_embedder("b", 3)
    assert vault.find(unit(1, 0, 0)) == []
    vault.settle()
    assert (store.count(), vault.reader.count_pending()) == (0, 4)


def test_a_replaced_vector_counts_where_it_is_now(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    vault.writer.put_vectors([(store.rows[3].chunk, WORDS["alpha"])])
    assert vault.find(limit=2) == [("one", 0), ("two", 1)]
    vault.settle()
    assert (store.count(), vault.find(limit=2)) == (4, [("one", 0), ("two", 1)])


def test_vectors_come_back_when_they_no_longer_belong_there(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    back = vault.reopened(store, wanted=False)
    assert back.find() == ALL
    back.settle()
    assert (store.count(), back.count(1), back.find(), back.embed()) == (0, 4, ALL, [])
    assert back.reader.problems() == []


def test_without_the_store_a_search_says_so_and_nothing_is_thrown_away(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    without = vault.reopened(None)
    with pytest.raises(VectorsUnavailable, match="not installed"):
        without.find()
    assert "not installed" in without.reader.problems()[0]
    without.settle()
    assert vault.reopened(store).find() == ALL


def test_without_the_store_vectors_that_shall_not_be_there_are_made_again(vault: Vault) -> None:
    vault.settle()
    without = vault.reopened(None, wanted=False)
    without.settle()
    assert without.embed() == ["alpha", "beta", "gamma", "delta"]
    assert without.find() == ALL


def test_moving_can_be_cancelled_between_two_moves(vault: Vault, store: MemoryVectorStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moved_vectors, "MOVED_AT_ONCE", 3)
    cancel = CancelToken()
    add = store.add

    def add_and_cancel(vectors: list[StoredVector]) -> None:
        add(vectors)
        cancel.cancel()

    monkeypatch.setattr(store, "add", add_and_cancel)
    with pytest.raises(Cancelled):
        vault.writer.settle_vectors(cancel)
    assert (vault.count(1), vault.count(2), vault.find()) == (1, 3, ALL)


def test_single_vectors_are_had_wherever_they_lie(vault: Vault, store: MemoryVectorStore) -> None:
    vault.settle()
    put(vault.writer, "three", "beta")
    vault.embed()
    first, late = store.rows[0].chunk, vault.reader.search_vector(WORDS["beta"], 2, ANY, CANCEL)[1].chunk
    assert vault.reader.vectors_of([late, first, 99]) == {first: WORDS["alpha"], late: WORDS["beta"]}


def test_where_vectors_are_is_told(vault: Vault) -> None:
    assert vault.reader.describe_vectors() == "in coffer.db"
    vault.settle()
    assert vault.reader.describe_vectors() == "4 in the vector store, the rest in coffer.db"


def test_another_embedder_needs_nothing_of_a_store_that_is_missing(vault: Vault) -> None:
    vault.settle()
    without = vault.reopened(None)
    with pytest.raises(VectorsUnavailable):
        without.find()
    without.writer.use_embedder("b", 3)
    chunks = [each.chunk for each in without.reader.pending_texts(100)]
    without.writer.put_vectors([(chunk, unit(1, 0, 0)) for chunk in chunks])
    assert len(without.find(unit(1, 0, 0))) == 4
