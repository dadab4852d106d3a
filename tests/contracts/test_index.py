"""What every IndexWriter and IndexReader does, on the fake and on SQLite."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.moved_vectors import MovedVectors
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentQuery, FileStamp, IndexCounts, IndexReader, IndexState, IndexWriter, KeywordQuery, LedgerQuery
from desktop.domain.chunk import content_hash
from desktop.domain.document import Facets
from desktop.domain.errors import Cancelled
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.domain.quality import Flag, FlagKind, Quality, RecognisedPage
from desktop.domain.vector import Vector
from tests.fakes.documents import STAMP, a_document, names, put, unit
from tests.fakes.memory_vector_store import MemoryVectorStore
from tests.fakes.searchable_index import SearchableIndex

Index = tuple[IndexWriter, IndexReader]
ANY = Filters()


class MovingWriter(SqliteIndexWriter):
    """Moves vectors as soon as it has them."""

    def put_vectors(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        super().put_vectors(vectors)
        self.settle_vectors(CancelToken())


@pytest.fixture(params=["memory", "sqlite", "sqlite and a vector store"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    if request.param == "memory":
        memory = SearchableIndex()
        yield memory, memory
        return
    database = Database(tmp_path / "coffer.db")
    if request.param == "sqlite":
        yield SqliteIndexWriter(database), SqliteIndexReader(database)
    else:
        moved = MovedVectors(database, MemoryVectorStore(), wanted=True)
        yield MovingWriter(database, moved), SqliteIndexReader(database, moved=moved)
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
    assert reader.documents(DocumentQuery(parent="nothing")) == ()
    writer.remove_documents(["one"])
    assert (set(reader.document_states()), reader.counts()) == ({"two"}, IndexCounts(1, 1, 0))


def test_vectors_are_waited_for_and_those_of_unchanged_texts_stay(index: Index) -> None:
    writer, reader = index
    assert reader.vectors_of([1]) == {}
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha\n\nbeta")
    assert [each.text for each in reader.pending_texts(10)] == ["one\nalpha", "one\nbeta"]
    assert len(reader.pending_texts(1)) == 1
    writer.put_vectors([(each.chunk, unit(1, 0)) for each in reader.pending_texts(10)] + [(999, unit(1, 0))])
    assert (reader.count_pending(), reader.counts().vectors) == (0, 2)
    first = reader.search_vector(unit(1, 0), 1, ANY, CancelToken())[0].chunk
    assert reader.vectors_of([first, 999]) == {first: unit(1, 0)}
    put(writer, "one", "beta\n\ngamma")
    assert [each.text for each in reader.pending_texts(10)] == ["one\ngamma"]
    writer.use_embedder("b", 2)
    assert (reader.count_pending(), reader.counts().vectors) == (2, 0)


def test_those_wait_apart_that_are_marked_above_a_limit(index: Index) -> None:
    writer, reader = index
    writer.use_embedder("a", 2)
    put(writer, "open", "alpha")
    put(writer, "closed", "beta\n\ngamma", tlp=Marking.AMBER)
    assert [each.document_id for each in reader.pending_texts(10, Marking.GREEN)] == ["open"]
    assert [reader.count_pending(each) for each in (None, Marking.GREEN, Marking.AMBER)] == [3, 1, 3]
    assert [reader.count_marked_above(each) for each in (Marking.GREEN, Marking.AMBER)] == [2, 0]
    writer.put_vectors([(each.chunk, unit(1, 0)) for each in reader.pending_texts(10, Marking.GREEN)])
    assert (reader.pending_texts(10, Marking.GREEN), reader.count_marked_above(Marking.GREEN)) == ([], 2)


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
    assert len(found(KeywordQuery(("alpha",)), limit=1)) == 1
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


def test_the_chunks_around_a_position(index: Index) -> None:
    writer, reader = index
    put(writer, "one", "alpha\n\nbeta\n\ngamma\n\ndelta")
    put(writer, "two", "beta")
    assert [each.chunk.text for each in reader.chunks_around("one", 1, 1)] == ["alpha", "beta", "gamma"]
    assert [each.chunk.text for each in reader.chunks_around("one", 3, 2)] == ["beta", "gamma", "delta"]
    assert reader.chunks_around("three", 0, 5) == []


def test_a_cancelled_search_raises(index: Index) -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        index[1].search_keyword(KeywordQuery(("alpha",)), 10, ANY, cancel)


def a_job(name: str, **fields: Any) -> ImportJob:
    return ImportJob(name, "2026-12-01T08:00:00Z", ("/reports",), **fields)


def rows_of(job: str, *paths: str, outcome: Outcome = Outcome.IMPORTED, reason: str = "") -> list[LedgerRow]:
    return [LedgerRow(path, outcome, reason, truncated=True, seconds=0.5, problem="why", job=job) for path in paths]


def test_the_ledger_of_the_newest_import_is_first(index: Index) -> None:
    writer, reader = index
    for job in ("old", "new"):
        writer.begin_import(a_job(job), ["a", "b"])
        writer.put_ledger(rows_of(job, "a", "b"))
    writer.put_ledger(rows_of("old", "c"))
    assert reader.ledger(LedgerQuery()) == (*rows_of("new", "a", "b"), *rows_of("old", "a", "b", "c"))
    assert reader.ledger(LedgerQuery("old", offset=1, limit=1)) == tuple(rows_of("old", "b"))
    assert reader.count_ledger(LedgerQuery("old", offset=1, limit=1)) == 3


def test_a_ledger_row_takes_the_place_of_an_earlier_one_of_its_file(index: Index) -> None:
    writer, reader = index
    writer.begin_import(a_job("one"), ["a", "b"])
    failed, done = rows_of("one", "a", outcome=Outcome.FAILED, reason="why"), rows_of("one", "a")
    writer.put_ledger([*failed, *rows_of("one", "b")])
    writer.put_ledger(done)
    assert reader.ledger(LedgerQuery("one")) == (*done, *rows_of("one", "b"))
    assert reader.count_outcomes("one") == {**dict.fromkeys(Outcome, 0), Outcome.IMPORTED: 2}


def test_the_ledger_is_asked_by_outcome_words_and_attention(index: Index) -> None:
    writer, reader = index
    writer.begin_import(a_job("one"), [])
    rows = [
        LedgerRow("/in/Plan.pdf", Outcome.IMPORTED, job="one"),
        LedgerRow("/in/scan.pdf", Outcome.IMPORTED, "No text on 2 pages.", job="one"),
        LedgerRow("/in/cut.csv", Outcome.IMPORTED, truncated=True, job="one"),
        LedgerRow("/in/a.exe", Outcome.SKIPPED, "Not a format for a PLAN.", job="one"),
        LedgerRow("/in/b.pdf", Outcome.FAILED, "It is damaged.", job="one"),
        LedgerRow("/in/c.pdf", Outcome.DUPLICATE, "It is in the vault.", job="one"),
    ]
    writer.put_ledger(rows)

    def asked(query: LedgerQuery) -> list[str]:
        assert reader.count_ledger(query) == len(reader.ledger(query))
        return [row.path.removeprefix("/in/") for row in reader.ledger(query)]

    assert asked(LedgerQuery(text="plan")) == ["Plan.pdf", "a.exe"]
    assert asked(LedgerQuery(outcomes=(Outcome.SKIPPED, Outcome.FAILED))) == ["a.exe", "b.pdf"]
    assert asked(LedgerQuery(outcomes=(Outcome.SKIPPED, Outcome.FAILED), text="damaged")) == ["b.pdf"]
    assert asked(LedgerQuery(attention=True)) == ["scan.pdf", "cut.csv", "a.exe", "b.pdf"]
    assert asked(LedgerQuery("another")) == []
    assert reader.count_outcomes()[Outcome.IMPORTED] == 3


def test_of_a_case_is_what_became_a_document_of_it_and_what_was_given_to_it(index: Index) -> None:
    writer, reader = index
    put(writer, "tagged", "alpha", tags=("alpha",))
    put(writer, "other", "beta", tags=("beta",))
    writer.begin_import(a_job("plain"), [])
    writer.begin_import(a_job("given", options=ImportOptions(tags=("alpha", "new"))), [])
    writer.begin_import(a_job("beta", options=ImportOptions(tags=("beta",))), [])
    became = LedgerRow("/in/a.md", Outcome.IMPORTED, document_id="tagged", job="plain")
    elsewhere = LedgerRow("/in/b.md", Outcome.IMPORTED, document_id="other", job="plain")
    failed = LedgerRow("/in/c.pdf", Outcome.FAILED, "It is damaged.", job="given")
    twin = LedgerRow("/in/d.md", Outcome.DUPLICATE, "It is in the vault.", document_id="other", job="given")
    writer.put_ledger([became, elsewhere])
    writer.put_ledger([failed, twin])
    writer.put_ledger([LedgerRow("/in/e.md", Outcome.IMPORTED, document_id="gone", job="beta")])

    assert [row.path for row in reader.ledger(LedgerQuery(case="alpha"))] == ["/in/c.pdf", "/in/d.md", "/in/a.md"]
    assert reader.count_ledger(LedgerQuery("plain", case="alpha")) == 1
    assert reader.count_ledger(LedgerQuery(attention=True, case="alpha")) == 1
    assert reader.count_outcomes(case="alpha") == {
        **dict.fromkeys(Outcome, 0), Outcome.IMPORTED: 1, Outcome.FAILED: 1, Outcome.DUPLICATE: 1
    }  # fmt: skip
    assert [job.id for job in reader.import_jobs(case="alpha")] == ["given", "plain"]
    assert [job.id for job in reader.import_jobs(case="beta")] == ["beta", "given", "plain"]
    assert reader.import_jobs(case="gamma") == reader.ledger(LedgerQuery(case="gamma")) == ()


def test_files_of_an_import_wait_until_they_are_finished(index: Index) -> None:
    writer, reader = index
    options = ImportOptions(Marking.AMBER, ("case-7",), True, ("secret",))
    writer.begin_import(a_job("one", options=options), ["/b", "/a", "/caf\udce9"])
    writer.begin_import(a_job("two"), ["/a"])
    assert reader.waiting_files("one") == ("/b", "/a", "/caf\udce9")
    writer.put_ledger(rows_of("one", "/a", "/a!/inside"), ["/a", "/caf\udce9"])
    assert (reader.waiting_files("one"), reader.waiting_files("two")) == (("/b",), ("/a",))
    two, one = reader.import_jobs()
    assert (two.id, two.waiting, two.files, two.ended) == ("two", 1, 1, None)
    assert (one.waiting, one.files, one.given, one.started) == (1, 3, ("/reports",), "2026-12-01T08:00:00Z")
    assert one.totals == {**dict.fromkeys(Outcome, 0), Outcome.IMPORTED: 2}
    assert one.options == ImportOptions(Marking.AMBER, ("case-7",), True)


def test_an_import_ends_and_may_be_taken_up_again(index: Index) -> None:
    writer, reader = index
    writer.begin_import(a_job("one"), ["/a", "/b"])
    writer.begin_import(a_job("two"), ["/a"])
    writer.end_import("one", "2026-12-01T09:00:00Z")
    assert [job.id for job in reader.import_jobs(unfinished=True)] == ["two"]
    assert [job.id for job in reader.import_jobs(1)] == ["two"]
    assert (reader.import_jobs()[1].ended, reader.waiting_files("one")) == ("2026-12-01T09:00:00Z", ())
    writer.begin_import(a_job("one"), ["/b"])
    assert (reader.import_jobs()[1].ended, reader.waiting_files("one")) == (None, ("/b",))
    assert reader.waiting_files("unknown") == ()


def test_documents_are_known_by_where_they_came_from(index: Index) -> None:
    writer, reader = index
    put(writer, "old", "x", source_path="/in/plan.pdf", superseded_by="new", imported_at="2026-03-03T00:00:00Z")
    put(writer, "new", "x", source_path="/in/plan.pdf", supersedes="old", imported_at="2026-03-02T00:00:00Z")
    put(writer, "mail", "x", imported_at="2026-03-01T00:00:00Z")
    put(writer, "second", "x", parent="mail", imported_at="2026-03-03T00:00:00Z")
    put(writer, "first", "x", parent="mail", imported_at="2026-03-02T00:00:00Z")
    assert reader.document_from("/in/plan.pdf") == "new"
    assert reader.document_from("/in/other.pdf") is None
    assert reader.documents_named("new.md") == ("new",)
    assert reader.members_of("mail") == ("first", "second")
    assert reader.members_of("new") == ()


def test_all_of_a_document_comes_back(index: Index) -> None:
    writer, reader = index
    quality = Quality((1, 3), (RecognisedPage(1, 0.5),), "ocr 1", 0.25, True, 2, (Flag(FlagKind.LOOKALIKE, "аpple"),), ("Cut.",))
    put(writer, "one", "x", author="Ann", origins=(("title", "metadata"),), quality=quality, tags=("a",), tlp=Marking.RED)
    expected = a_document("one", author="Ann", origins=(("title", "metadata"),), quality=quality, tags=("a",), tlp=Marking.RED)
    assert [row.document for row in reader.documents(DocumentQuery())] == [expected]


def test_pages_that_no_ocr_has_looked_at_are_known(index: Index) -> None:
    writer, reader = index
    put(writer, "newer", "x", quality=Quality(empty_pages=(1, 2)), imported_at="2026-03-03T00:00:00Z")
    put(writer, "older", "x", quality=Quality(empty_pages=(1, 2), recognised=(RecognisedPage(2, None),)))
    put(writer, "done", "x", quality=Quality(empty_pages=(1,), recognised=(RecognisedPage(1, 0.9),)))
    assert (reader.unrecognised(10), reader.unrecognised(1), reader.count_unrecognised()) == (("older", "newer"), ("older",), 3)
    writer.remove_documents(["newer", "older"])
    assert (reader.unrecognised(10), reader.count_unrecognised()) == ((), 0)


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


def test_what_front_matter_says_is_said_anew_and_chunks_stay(index: Index) -> None:
    writer, reader = index
    writer.use_embedder("a", 2)
    put(writer, "one", "alpha", "First")
    writer.put_vectors([(reader.pending_texts(1)[0].chunk, unit(1, 0))])
    quality = Quality(empty_pages=(1,))
    changed = a_document("one", "First", tlp=Marking.RED, grade="B2", tags=("x",), superseded_by="two", quality=quality)
    writer.describe([(changed, FileStamp(1, 2)), (a_document("gone"), STAMP)])
    (row,) = reader.documents(DocumentQuery())
    assert (row.document, row.characters, row.chunks) == (changed, 5, 1)
    assert reader.document_states()["one"] == IndexState(FileStamp(1, 2), content_hash("alpha"))
    assert (reader.count_pending(), reader.count_unrecognised()) == (0, 1)
    assert reader.filtered_documents(Filters(tags=("x",))) == {"one"}
    writer.describe([(a_document("one", "Second"), STAMP)])
    assert reader.documents(DocumentQuery())[0].document.title == "First"


def test_the_most_frequent_tags_and_formats_come_first(index: Index) -> None:
    writer, reader = index
    assert reader.facets() == Facets()
    put(writer, "one", "x", tags=("b", "heron"), source_format="pdf")
    put(writer, "two", "x", tags=("heron",), source_format="eml")
    put(writer, "three", "x", tags=("a",), source_format="pdf")
    assert reader.facets() == Facets(("heron", "a", "b"), ("pdf", "eml"))


def test_a_document_is_dated_by_its_publication_else_by_its_import(index: Index) -> None:
    writer, reader = index
    put(writer, "one", "x", published="2022-04")
    put(writer, "two", "x", imported_at="2026-03-02T23:00:00Z")
    assert reader.dates(["one", "two", "gone"]) == {"one": "2022-04", "two": "2026-03-02"}
    assert reader.undated(["one", "two", "gone"]) == {"two"}


def test_versions_name_each_other(index: Index) -> None:
    writer, reader = index
    put(writer, "new", "x", supersedes="gone", imported_at="2026-03-03T00:00:00Z")
    put(writer, "old", "x", superseded_by="gone", imported_at="2026-03-02T00:00:00Z")
    assert (reader.versions_beside("gone"), reader.versions_beside("new")) == (("old", "new"), ())


def test_the_list_of_documents_is_narrowed_to_a_case(index: Index) -> None:
    writer, reader = index
    put(writer, "one", "alpha", tags=("case-1", "heron"))
    put(writer, "two", "beta", tags=("case-2",))
    asked = DocumentQuery(tags=("case-1",))
    assert [row.document.id for row in reader.documents(asked)] == ["one"]
    assert (reader.count_documents(asked), reader.count_documents(DocumentQuery(tags=("case-1", "case-2")))) == (1, 0)


def test_a_text_that_bears_a_stricter_marking_than_its_document_is_known(index: Index) -> None:
    writer, reader = index
    put(writer, "mail", "TLP:GREEN\n\nFor the community.", tlp=Marking.CLEAR)
    put(writer, "marked", "TLP:GREEN\n\nFor the community.", tlp=Marking.AMBER)
    put(writer, "plain", "Nothing is said.", tlp=Marking.CLEAR)
    assert reader.unheeded_markings(["mail", "marked", "plain", "gone"]) == {"mail": Marking.GREEN}
    writer.describe([(a_document("mail", tlp=Marking.GREEN), FileStamp(1, 1))])
    assert reader.unheeded_markings(["mail"]) == {}
