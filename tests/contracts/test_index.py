"""What every index does, on the fake and on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentQuery, FileStamp, IndexCounts, IndexReader, IndexWriter, KeywordQuery
from desktop.domain.chunk import Chunk, content_hash
from desktop.domain.document import Document
from desktop.domain.errors import Cancelled
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from tests.fakes.embedder import LetterEmbedder
from tests.fakes.memory_index import MemoryIndex

EMBEDDER = LetterEmbedder()
HERON, OTTER = "Velvet Heron sends mails.", "Grey Otter steals passwords."


@dataclass
class Index:
    writer: IndexWriter
    reader: IndexReader

    def put(self, name: str, *texts: str, **fields: object) -> None:
        body = "\n\n".join(texts)
        starts = [body.index(text) for text in texts]
        chunks = [
            Chunk(at, start, start + len(text), text, at + 1, ("Part",)) for at, (start, text) in enumerate(zip(starts, texts, strict=True))
        ]
        made = Document(name, f"Title {name}", f"{name}.pdf", "pdf", content_hash(name), "fake 1", "2026-02-02T00:00:00Z")
        self.writer.put_document(replace(made, **fields), body, chunks, FileStamp(len(body), 7))  # type: ignore[arg-type]

    def embed(self) -> None:
        self.writer.use_embedder(EMBEDDER.identity, EMBEDDER.dimensions)
        waiting = self.reader.pending_texts(1000)
        vectors = EMBEDDER.embed_passages([each.text for each in waiting])
        self.writer.put_vectors([(each.chunk, vector) for each, vector in zip(waiting, vectors, strict=True)])

    def keyword(self, *terms: str, filters: Filters | None = None) -> list[tuple[str, int]]:
        found = self.reader.search_keyword(KeywordQuery(terms), 10, filters or Filters(), CancelToken())
        return [(each.document_id, each.position) for each in found]

    def nearest(self, text: str, filters: Filters | None = None) -> list[tuple[str, int]]:
        found = self.reader.search_vector(EMBEDDER.embed_query(text), 10, filters or Filters(), CancelToken())
        return [(each.document_id, each.position) for each in found]


@pytest.fixture(params=["memory", "sqlite"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    if request.param == "memory":
        memory = MemoryIndex()
        yield Index(memory, memory)
        return
    database = Database(tmp_path / "coffer.db")
    yield Index(SqliteIndexWriter(database), SqliteIndexReader(database))
    database.close()


def test_an_empty_index_has_nothing(index: Index) -> None:
    assert index.reader.counts() == IndexCounts(0, 0, 0)
    assert index.reader.document_states() == {}
    assert index.reader.document_for("0" * 64) is None
    assert index.keyword("heron") == []
    assert index.reader.chunk_at("heron", 0) is None
    assert index.reader.problems() == []


def test_a_document_is_found_by_its_words_before_it_has_vectors(index: Index) -> None:
    index.put("heron", HERON, "Nothing else.")
    index.put("otter", OTTER)
    assert index.keyword("passwords") == [("otter", 0)]
    assert sorted(index.keyword("mails", "steals")) == [("heron", 0), ("otter", 0)]
    assert index.reader.counts() == IndexCounts(2, 3, 0)
    assert index.reader.count_pending() == 3


def test_vectors_are_found_by_nearness(index: Index) -> None:
    index.put("heron", HERON)
    index.put("otter", OTTER)
    index.embed()
    assert index.reader.count_pending() == 0
    assert index.nearest("Title otter > Part\nGrey Otter steals passwords.") == [("otter", 0), ("heron", 0)]
    assert index.reader.problems() == []


def test_a_chunk_that_stays_keeps_its_vector(index: Index) -> None:
    index.put("heron", HERON, "The second part.")
    index.embed()
    index.put("heron", HERON, "The second part, edited.")
    assert [each.text for each in index.reader.pending_texts(10)] == ["Title heron > Part\nThe second part, edited."]
    assert index.reader.counts() == IndexCounts(1, 2, 1)


def test_another_embedder_starts_afresh(index: Index) -> None:
    index.put("heron", HERON)
    index.embed()
    index.writer.use_embedder("letters-2", EMBEDDER.dimensions)
    assert index.reader.count_pending() == 1
    assert index.nearest(HERON) == []


def test_a_vector_of_a_chunk_that_has_gone_is_passed_over(index: Index) -> None:
    index.put("heron", HERON)
    index.writer.use_embedder(EMBEDDER.identity, EMBEDDER.dimensions)
    (waiting,) = index.reader.pending_texts(10)
    index.writer.remove_documents(["heron"])
    index.writer.put_vectors([(waiting.chunk, EMBEDDER.embed_query("x"))])
    assert index.reader.counts() == IndexCounts(0, 0, 0)
    assert index.reader.problems() == []


def test_chunks_come_back_as_they_went_in(index: Index) -> None:
    index.put("heron", HERON, "The second part.")
    ids = [each.chunk for each in index.reader.search_keyword(KeywordQuery(("second", "mails")), 10, Filters(), CancelToken())]
    found = {each.chunk.position: each for each in index.reader.chunks([*ids, 99_999])}
    assert found[1].chunk == Chunk(1, 27, 43, "The second part.", 2, ("Part",))
    assert (found[0].document_id, found[0].title) == ("heron", "Title heron")
    for offset, position in ((0, 0), (24, 0), (25, 0), (27, 1), (999, 1)):
        at = index.reader.chunk_at("heron", offset)
        assert at is not None
        assert at.chunk.position == position


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), {"heron", "otter"}),
        (Filters(since="2026-02-01"), {"otter"}),
        (Filters(until="2026-01-31"), {"heron"}),
        (Filters(tlp_max=Marking.GREEN), {"otter"}),
        (Filters(tags=("case-7",)), {"heron"}),
        (Filters(formats=("md",)), {"otter"}),
        (Filters(documents=("otter", "nothing")), {"otter"}),
    ],
)
def test_filters_hold_for_every_route(index: Index, filters: Filters, expected: set[str]) -> None:
    index.put("heron", HERON, published="2026-01-10", tlp=Marking.RED, tags=("case-7", "x"))
    index.put("otter", OTTER, source_format="md")
    index.embed()
    assert index.reader.filtered_documents(filters) == expected
    assert {name for name, _ in index.keyword("mails", "passwords", filters=filters)} == expected
    assert {name for name, _ in index.nearest("x", filters)} == expected


def test_what_is_removed_is_gone_from_every_table(index: Index) -> None:
    index.put("heron", HERON)
    index.put("otter", OTTER)
    index.embed()
    index.writer.remove_documents(["heron", "nothing"])
    assert index.reader.counts() == IndexCounts(1, 1, 1)
    assert index.keyword("mails") == []
    assert index.nearest("mails") == [("otter", 0)]
    assert set(index.reader.document_states()) == {"otter"}
    index.writer.clear()
    assert index.reader.counts() == IndexCounts(0, 0, 0)


def test_what_is_known_of_a_file_tells_whether_it_changed(index: Index) -> None:
    index.put("heron", HERON)
    assert index.reader.document_for(content_hash("heron")) == "heron"
    state = index.reader.document_states()["heron"]
    assert (state.stamp, state.sha256) == (FileStamp(len(HERON), 7), content_hash(HERON))


def test_rows_are_sorted_filtered_and_cut(index: Index) -> None:
    for name in ("b", "a", "c"):
        index.put(name, HERON)
    rows = index.reader.documents(DocumentQuery(sort="title", descending=False))
    assert [(each.document.id, each.characters, each.chunks) for each in rows] == [("a", 25, 1), ("b", 25, 1), ("c", 25, 1)]
    assert [each.document.id for each in index.reader.documents(DocumentQuery(sort="title", offset=1, limit=1))] == ["b"]
    assert index.reader.count_documents(DocumentQuery(text="B.PDF", limit=0)) == 1


def test_the_ledger_outlives_a_rebuild(index: Index) -> None:
    rows = [LedgerRow("a.md", Outcome.IMPORTED, document_id="a", truncated=True, seconds=0.5), LedgerRow("b.md", Outcome.FAILED, "Broken.")]
    for row in rows:
        index.writer.append_ledger("job-1", row)
    index.writer.clear()
    assert index.reader.ledger() == (rows[1], rows[0])
    assert index.reader.ledger(1) == (rows[1],)


def test_a_cancelled_search_gives_nothing(index: Index) -> None:
    index.put("heron", HERON)
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        index.reader.search_keyword(KeywordQuery(("mails",)), 10, Filters(), cancel)
    with pytest.raises(Cancelled):
        index.reader.search_vector(EMBEDDER.embed_query("x"), 10, Filters(), cancel)
