"""The document list, filters and chunks."""

from __future__ import annotations

import pytest

from desktop.adapters.sqlite.conditions import SORTS
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.ports import DocumentQuery
from desktop.domain.chunk import Chunk
from desktop.domain.document import DocumentSummary
from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from tests.fakes.documents import STAMP, a_document, put


@pytest.fixture
def filled(writer: SqliteIndexWriter) -> None:
    put(writer, "a", "x", "Zebra", published="2024-01-10", tlp=Marking.RED, pages=3, tags=("case-1", "apt"))
    put(
        writer,
        "b",
        "x\n\ny",
        "Éclair",
        published=None,
        imported_at="2024-02-20T10:00:00Z",
        tlp=Marking.GREEN,
        source_format="pdf",
        tags=("case-1",),
    )
    put(writer, "c", "x" * 50, "apple", published="2023-12-31", tlp=Marking.AMBER_STRICT, pages=1)


def listed(reader: SqliteIndexReader, **query: object) -> str:
    return "".join(each.document.id for each in reader.documents(DocumentQuery(**query)))  # type: ignore[arg-type]


def test_a_row_holds_the_whole_document_and_what_was_counted(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    fields = {"source_mode": "edited", "published": "2024-01-01", "language": "en", "pages": 7, "grade": "B2", "parent": "mail"}
    document = a_document("one", "Title", tlp=Marking.AMBER, tags=("ü", "b"), **fields)
    writer.put_document(document, "äöü😀", [Chunk(0, 0, 4, "äöü😀")], STAMP)
    assert reader.documents(DocumentQuery()) == (DocumentSummary(document, 4, 1),)


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("sort", "ascending", "descending"),
    [
        ("id", "abc", "cba"),
        ("title", "cba", "abc"),  # apple, éclair, zebra: case and accents aside
        ("published", "cab", "acb"),  # a missing value is last either way
        ("pages", "cab", "acb"),
        ("tlp", "bca", "acb"),
        ("characters", "abc", "cba"),
        ("chunks", "acb", "bca"),
        ("imported_at", "bac", "cab"),
        ("format", "acb", "bca"),
    ],
)
def test_sorting_is_stable_and_mirrored(reader: SqliteIndexReader, sort: str, ascending: str, descending: str) -> None:
    assert listed(reader, sort=sort, descending=False) == ascending
    assert listed(reader, sort=sort) == descending


@pytest.mark.usefixtures("filled")
def test_every_sort_works_and_others_are_refused(reader: SqliteIndexReader) -> None:
    for sort in SORTS:
        assert sorted(listed(reader, sort=sort)) == ["a", "b", "c"]
    with pytest.raises(UsageError, match="nonsense"):
        reader.documents(DocumentQuery(sort="nonsense; DROP TABLE documents"))


@pytest.mark.usefixtures("filled")
def test_a_stretch_of_the_list(reader: SqliteIndexReader) -> None:
    assert listed(reader, sort="id", descending=False, offset=1, limit=1) == "b"
    assert listed(reader, sort="id", offset=5) == ""


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(("text", "expected"), [("ECLAIR", "b"), (" Zeb ", "a"), ("c.md", "c"), ("%", ""), ("", "cba"), ("   ", "cba")])
def test_text_is_sought_in_title_and_file_name(reader: SqliteIndexReader, text: str, expected: str) -> None:
    assert listed(reader, text=text, sort="id") == expected
    assert reader.count_documents(DocumentQuery(text=text, limit=1)) == len(expected)


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (Filters(), "abc"),
        (Filters(since="2024-01-10"), "ab"),
        (Filters(since="2024-01-11"), "b"),
        (Filters(until="2024-02-20"), "abc"),
        (Filters(until="2024-02-19"), "ac"),
        (Filters(since="2024"), "ab"),
        (Filters(until="2023"), "c"),
        (Filters(since="2024-01-10T12:00:00Z"), "ab"),
        (Filters(since="2024-01-01", until="2024-01-31"), "a"),
        (Filters(tlp_max=Marking.GREEN), "b"),
        (Filters(tlp_max=Marking.AMBER_STRICT), "bc"),
        (Filters(tags=("case-1",)), "ab"),
        (Filters(tags=("case-1", "apt")), "a"),
        (Filters(tags=("case",)), ""),
        (Filters(formats=("pdf", "docx")), "b"),
        (Filters(documents=("a", "c", "nothing")), "ac"),
    ],
)
def test_filters(reader: SqliteIndexReader, filters: Filters, expected: str) -> None:
    assert "".join(sorted(reader.filtered_documents(filters))) == expected


def test_the_document_of_an_original(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    put(writer, "b", "x", source_sha256="same")
    put(writer, "a", "x", source_sha256="same")
    assert (reader.document_for("same"), reader.document_for("other")) == ("a", None)


def test_chunks_come_in_the_order_asked(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    chunk = Chunk(0, 2, 7, "alpha", 3, ("Part", 'Üb"er'))
    writer.put_document(a_document("one", "Title"), "..alpha..beta", [chunk, Chunk(1, 9, 13, "beta")], STAMP)
    assert [(each.id, each.document_id, each.title) for each in reader.chunks([2, 99, 1])] == [(2, "one", "Title"), (1, "one", "Title")]
    assert reader.chunks([1])[0].chunk == chunk
    assert reader.chunks([]) == []


def test_the_chunk_at_an_offset(reader: SqliteIndexReader, writer: SqliteIndexWriter) -> None:
    spans = [(5, 20), (15, 30), (25, 40), (50, 60)]
    body = "x" * 70
    chunks = [Chunk(position, start, end, body[start:end]) for position, (start, end) in enumerate(spans)]
    writer.put_document(a_document("one"), body, chunks, STAMP)
    put(writer, "two", "other")
    found = {offset: reader.chunk_at("one", offset) for offset in (0, 5, 15, 20, 39, 45, 50, 69)}
    assert [each and each.chunk.position for each in found.values()] == [0, 0, 0, 1, 2, 2, 3, 3]
    assert reader.chunk_at("nothing", 0) is None
