"""What every IndexWriter and IndexReader does, on the fake and on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentQuery, IndexCounts, IndexReader, IndexWriter, KeywordQuery
from desktop.domain.chunk import content_hash
from desktop.domain.errors import Cancelled
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.passage import Filters
from tests.fakes.documents import STAMP, names, put, unit
from tests.fakes.searchable_index import SearchableIndex

Index = tuple[IndexWriter, IndexReader]
ANY = Filters()


@pytest.fixture(params=["memory", "sqlite"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    if request.param == "memory":
        memory = SearchableIndex()
        yield memory, memory
        return
    database = Database(tmp_path / "coffer.db")
    yield SqliteIndexWriter(database), SqliteIndexReader(database)
    database.close()


def test_what_is_put_is_known_and_what_is_removed_is_not(index: Index) -> None:
    writer, reader = index
    put(writer, "one", "alpha\n\nbeta", "First")
    put(writer, "two", "gamma", "Second")
    assert reader.counts() == IndexCounts(2, 3, 0)
    assert reader.document_for("sha-two") == "two"
    assert reader.document_states()["one"].stamp == STAMP
    assert reader.document_states()["one"].sha256 == content_hash("alpha\n\nbeta")
    rows = reader.documents(DocumentQuery(sort="title", descending=False))
    assert [(row.document.id, row.characters, row.chunks) for row in rows] == [("one", 11, 2), ("two", 5, 1)]
    assert reader.count_documents(DocumentQuery(text="FIRST")) == 1
    writer.remove_documents(["one"])
    assert (set(reader.document_states()), reader.counts()) == ({"two"}, IndexCounts(1, 1, 0))


def test_vectors_are_waited_for_and_those_of_unchanged_texts_stay(index: Index) -> None:
    writer, reader = index
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha\n\nbeta")
    assert [each.text for each in reader.pending_texts(10)] == ["one\nalpha", "one\nbeta"]
    assert len(reader.pending_texts(1)) == 1
    writer.put_vectors([(each.chunk, unit(1, 0)) for each in reader.pending_texts(10)] + [(999, unit(1, 0))])
    assert (reader.count_pending(), reader.counts().vectors) == (0, 2)
    put(writer, "one", "beta\n\ngamma")
    assert [each.text for each in reader.pending_texts(10)] == ["one\ngamma"]
    writer.use_embedder("b", 2)
    assert (reader.count_pending(), reader.counts().vectors) == (2, 0)


def test_chunks_are_found_by_words(index: Index) -> None:
    writer, reader = index
    put(writer, "one", "alpha beta\n\nbeta", tags=("case",))
    put(writer, "two", "alpha gamma")

    def found(query: KeywordQuery, filters: Filters = ANY, limit: int = 10) -> list[tuple[str, int]]:
        return names(reader.search_keyword(query, limit, filters, CancelToken()))

    assert sorted(found(KeywordQuery(("alpha", "nothing")))) == [("one", 0), ("two", 0)]
    assert found(KeywordQuery((), ("alpha gamma",))) == [("two", 0)]
    assert found(KeywordQuery((), (), "gam")) == [("two", 0)]
    assert found(KeywordQuery(("alpha",)), Filters(tags=("case",))) == [("one", 0)]
    assert found(KeywordQuery(("alpha",)), limit=1) == [("one", 0)]
    assert found(KeywordQuery()) == []


def test_chunks_are_found_by_vector(index: Index) -> None:
    writer, reader = index
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha\n\nbeta", tags=("case",))
    put(writer, "two", "gamma")
    vectors = {"alpha": unit(1, 0), "beta": unit(1, 1), "gamma": unit(1, 0.1)}
    writer.put_vectors([(each.chunk, vectors[each.text.split("\n")[1]]) for each in reader.pending_texts(10)])
    found = reader.search_vector(unit(1, 0), 10, ANY, CancelToken())
    assert names(found) == [("one", 0), ("two", 0), ("one", 1)]
    assert [each.score for each in found] == pytest.approx([1, 1 / 1.01**0.5, 0.5**0.5], abs=1e-5)
    assert names(reader.search_vector(unit(1, 0), 2, Filters(tags=("case",)), CancelToken())) == [("one", 0), ("one", 1)]
    assert [each.chunk.text for each in reader.chunks([found[2].chunk, found[0].chunk])] == ["beta", "alpha"]


def test_the_chunk_at_an_offset(index: Index) -> None:
    writer, reader = index
    put(writer, "one", "alpha\n\nbeta")
    at = {offset: reader.chunk_at("one", offset) for offset in (0, 6, 7)}
    assert [each and each.chunk.text for each in at.values()] == ["alpha", "alpha", "beta"]
    assert reader.chunk_at("two", 0) is None


def test_a_cancelled_search_raises(index: Index) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        index[1].search_keyword(KeywordQuery(("alpha",)), 10, ANY, cancel)


def test_the_ledger_is_newest_first(index: Index) -> None:
    writer, reader = index
    rows = [LedgerRow(f"{number}.md", Outcome.FAILED, "why", truncated=True, seconds=0.5) for number in range(3)]
    for row in rows:
        writer.append_ledger("job", row)
    assert reader.ledger(2) == (rows[2], rows[1])


def test_clear_leaves_nothing_to_find(index: Index) -> None:
    writer, reader = index
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha")
    writer.put_vectors([(reader.pending_texts(1)[0].chunk, unit(1, 0))])
    writer.clear()
    assert reader.counts() == IndexCounts(0, 0, 0)
    assert reader.search_keyword(KeywordQuery(("alpha",)), 10, ANY, CancelToken()) == []
    assert reader.search_vector(unit(1, 0), 10, ANY, CancelToken()) == []
    assert reader.problems() == []
