"""What a write leaves in the index, and what it leaves alone."""

from __future__ import annotations

import struct

import pytest

from desktop.adapters.sqlite.database import Database, fetch, fetch_number
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.application.ports import FileStamp, IndexCounts, KeywordQuery, LedgerQuery
from desktop.domain.chunk import Chunk
from desktop.domain.errors import ModelUnavailable
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.passage import Filters
from tests.fakes.documents import STAMP, a_document, names, put, unit


def words_of(reader: SqliteIndexReader, word: str) -> list[tuple[str, int]]:
    return names(reader.search_keyword(KeywordQuery((word,)), 10, Filters(), CancelToken()))


def embed_all(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> int:
    pending = reader.pending_texts(100)
    writer.put_vectors([(each.chunk, unit(1, number)) for number, each in enumerate(pending)])
    return len(pending)


def test_replacing_a_document_embeds_only_what_changed(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha\n\nbeta\n\ngamma")
    assert embed_all(reader, writer) == 3
    ids = {each.chunk.text: each.id for each in reader.chunks([1, 2, 3])}
    put(writer, "one", "new\n\ngamma\n\nalpha")
    assert [each.text for each in reader.pending_texts(10)] == ["one\nnew"]
    assert reader.counts() == IndexCounts(1, 3, 2)
    assert words_of(reader, "beta") == []
    assert words_of(reader, "alpha") == [("one", 2)]
    alpha = reader.search_vector(unit(1, 0), 1, Filters(), CancelToken())
    assert [(each.chunk, each.position) for each in alpha] == [(ids["alpha"], 2)]
    assert reader.problems() == []


def test_a_title_is_part_of_what_is_embedded(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha", title="First")
    embed_all(reader, writer)
    put(writer, "one", "alpha", title="Second")
    assert [each.text for each in reader.pending_texts(10)] == ["Second\nalpha"]
    assert words_of(reader, "first") == []
    assert words_of(reader, "second") == [("one", 0)]


def test_equal_texts_of_a_document_each_keep_a_vector(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "same\n\nsame")
    embed_all(reader, writer)
    put(writer, "one", "same\n\nsame\n\nsame")
    assert reader.counts() == IndexCounts(1, 3, 2)
    assert reader.problems() == []


def test_a_failure_within_a_document_leaves_the_one_before(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    put(writer, "one", "alpha\n\nbeta")
    twice = [Chunk(0, 0, 5, "gamma"), Chunk(0, 0, 5, "delta")]
    with pytest.raises(Exception, match="UNIQUE"):
        writer.put_document(a_document("one"), "gamma", twice, STAMP)
    assert words_of(reader, "alpha") == [("one", 0)]
    assert words_of(reader, "gamma") == []
    assert reader.problems() == []


def test_an_id_is_never_given_twice(database: Database, reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha")
    waiting = reader.pending_texts(1)[0].chunk
    writer.remove_documents(["one"])
    put(writer, "two", "beta")
    writer.put_vectors([(waiting, unit(1, 0))])
    assert reader.counts() == IndexCounts(1, 1, 0)
    assert fetch_number(database.connection(), "SELECT count(*) FROM vec_chunks") == 0


def test_removing_takes_a_document_out_of_every_table(database: Database, reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha")
    put(writer, "two", "alpha beta")
    embed_all(reader, writer)
    writer.remove_documents(["one", "unknown"])
    assert words_of(reader, "alpha") == [("two", 0)]
    assert fetch(database.connection(), "SELECT chunk_id FROM vec_chunks") == [(2,)]
    assert reader.problems() == []


def test_another_embedder_drops_the_vectors_and_the_same_keeps_them(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    put(writer, "one", "alpha")
    assert reader.count_pending() == 1
    writer.use_embedder("a", 2)
    embed_all(reader, writer)
    writer.use_embedder("a", 2)
    assert reader.counts().vectors == 1
    writer.use_embedder("b", 3)
    assert (reader.counts().vectors, reader.count_pending()) == (0, 1)
    writer.put_vectors([(1, unit(1, 0, 0))])
    assert reader.count_pending() == 0


@pytest.mark.parametrize(
    "vector", [unit(1, 0, 0), struct.pack("<2f", 1, 1), struct.pack("<2f", 0, 0), struct.pack("<2f", float("nan"), 0), b"123"]
)
def test_what_is_no_unit_vector_of_the_model_is_refused(vector: bytes, reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha\n\nbeta")
    with pytest.raises(ModelUnavailable):
        writer.put_vectors([(1, unit(1, 0)), (2, vector)])
    assert reader.counts().vectors == 0


def test_a_vector_may_be_replaced(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha")
    for vector in (unit(1, 0), unit(0, 1)):
        writer.put_vectors([(1, vector)])
    assert reader.search_vector(unit(0, 1), 1, Filters(), CancelToken())[0].score == pytest.approx(1)


def test_clear_empties_all_but_the_ledger_and_the_model(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha")
    embed_all(reader, writer)
    row = LedgerRow("one.md", Outcome.IMPORTED, "", "one", "md", "text 1", 2, 1, 0, 5, 1, True, "mail", 0.5, "why", "job")
    writer.put_ledger([row])
    writer.clear()
    assert (reader.counts(), reader.ledger(LedgerQuery())) == (IndexCounts(0, 0, 0), (row,))
    put(writer, "one", "alpha")
    writer.put_vectors([(reader.pending_texts(1)[0].chunk, unit(1, 0))])
    assert words_of(reader, "alpha") == [("one", 0)]
    assert reader.problems() == []


def test_the_index_notices_when_its_parts_disagree(database: Database, reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha\n\nbeta")
    embed_all(reader, writer)
    database.connection().execute("DELETE FROM documents_fts WHERE rowid = 1")
    assert reader.problems() == ["The index contradicts itself: 2 chunks, but words of 1."]
    database.connection().execute("DELETE FROM vec_chunks WHERE chunk_id = 2; UPDATE documents SET chunks = 3")
    assert [problem.split(": ")[1] for problem in reader.problems()] == [
        "2 chunks, but words of 1.",
        "2 chunks, but 3 counted in their documents.",
        "2 chunks with vectors, but 1 vectors.",
    ]


def test_the_file_s_stamp_is_kept(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    writer.put_document(a_document("one"), "alpha", [], FileStamp(2**40, 2**62))
    state = reader.document_states()["one"]
    assert state.stamp == FileStamp(2**40, 2**62)
    assert state.sha256 == "8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8"


def test_an_index_whose_vectors_cannot_even_be_dropped_is_begun_anew(
    database: Database, reader: SqliteIndexReader, writer: SqliteIndexWriter
) -> None:
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha")
    embed_all(reader, writer)
    with database.transaction() as connection:
        connection.execute("DROP TABLE vec_chunks_rowids")
    writer.clear()
    assert database.set_aside is not None
    assert reader.counts() == IndexCounts(0, 0, 0)
    put(writer, "one", "alpha")
    assert words_of(reader, "alpha") == [("one", 0)]
