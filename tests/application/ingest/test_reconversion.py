"""Originals that are converted again: what is found is new, what a person stated stays, nothing is lost unasked."""

from __future__ import annotations

import errno
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.application.ingest import reconversion
from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.maintenance import Maintenance
from desktop.application.ingest.reconversion import Reconversion, ReconversionReport, refreshed
from desktop.application.job import CancelToken
from desktop.application.library import Library
from desktop.application.ports import Conversion, DocumentQuery
from desktop.application.settings import ChunkSettings, ImportSettings, Settings
from desktop.domain.changes import Changes
from desktop.domain.document import BY_PERSON, Document
from desktop.domain.errors import StorageProblem
from desktop.domain.import_job import ImportOptions
from desktop.domain.marking import Marking
from desktop.domain.quality import FULLY_READ, Quality, RecognisedPage
from tests.application.ingest.desk import Desk
from tests.fakes.converter import archive
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "given")
    (tmp_path / "raw").mkdir()
    desk.store = MemoryStore(tmp_path / "raw")
    return desk


def imported(desk: Desk, name: str, text: str, options: ImportOptions | None = None) -> str:
    row, *_ = desk.run(desk.file(name, text), options=options).rows
    assert row.document_id is not None
    desk.converter.paths.clear()
    desk.emitted.clear()
    desk.progress.clear()
    return row.document_id


def convert_again(desk: Desk, *document_ids: str, discard_edits: bool = False, passwords: tuple[str, ...] = ()) -> ReconversionReport:
    indexer = DocumentIndexer(desk.index, WordTokenizer(), ChunkSettings())
    stage = Reconversion(desk.store, desk.converter, indexer, desk.audit, ImportSettings(), recognises=desk.recognises)
    return stage.convert_again(desk.context, document_ids, discard_edits=discard_edits, passwords=passwords)


def library(desk: Desk) -> Library:
    maintenance = Maintenance(desk.store, desk.index, desk.index, WordTokenizer(), desk.audit, Settings())
    return Library(desk.store, desk.index, desk.index, maintenance, desk.audit)


def codes(report: ReconversionReport) -> list[tuple[str, str]]:
    return [(each.document_id, each.error.code) for each in report.refused]


def test_what_a_better_converter_finds_takes_the_place_of_what_the_old_one_found(desk: Desk) -> None:
    name = imported(desk, "report.md", "The first words.", ImportOptions(Marking.AMBER, ("case-7",)))
    desk.converter.changes["report.md"] = Conversion("Better words.", "md", "fake 2", published="2026-01-02", language="en", pages=3)
    report = convert_again(desk, name)
    assert (report.changes, report.refused) == (Changes(frozenset({name})), ())
    stored = desk.store.read(name)
    assert (stored.body, stored.document.converter, stored.document.pages) == ("Better words.", "fake 2", 3)
    assert (stored.document.published, stored.document.language, stored.document.source_mode) == ("2026-01-02", "en", "converted")
    assert (stored.document.id, stored.document.tlp, stored.document.tags) == (name, Marking.AMBER, ("case-7",))
    assert [chunk.text for _, chunk in desk.index.chunks_of[name]] == ["Better words."]
    assert desk.index.documents(DocumentQuery())[0].document == stored.document
    assert desk.audit.done()[-1] == ("reconvert", name)
    assert desk.audit.entries[-1].details["converter"] == "fake 2"
    assert desk.emitted == [Changes(frozenset({name}))]
    assert [(each.stage, each.done, each.total) for each in desk.progress] == [("convert", 1, 1)]


def test_the_original_is_converted_under_the_name_it_was_given_and_nothing_is_left_of_that(desk: Desk, tmp_path: Path) -> None:
    name = imported(desk, "notes of May.log", "words")
    convert_again(desk, name)
    (path,) = desk.converter.paths
    assert path.name == "notes of May.log"
    assert not path.exists()
    assert (tmp_path / "raw" / name).read_text(encoding="utf-8") == "words"


def test_a_name_that_can_be_no_files_name_gives_way_to_the_originals(desk: Desk) -> None:
    name = imported(desk, "a.txt", "words")
    desk.store.update(replace(desk.store.read(name).document, source_filename="../" * 100 + "a.txt"))
    assert convert_again(desk, name).refused == ()
    assert desk.converter.paths[0].name == name


def test_edits_are_given_up_only_when_that_was_said(desk: Desk) -> None:
    edited, other = imported(desk, "edited.txt", "Machine's words."), imported(desk, "other.txt", "Other words.")
    desk.store.edit(edited, "Analyst's words.")
    desk.converter.changes["other.txt"] = Conversion("New.", "txt", "fake 2")
    report = convert_again(desk, edited, other)
    assert codes(report) == [(edited, "text_edited")]
    assert report.changes.documents == {other}
    assert desk.store.read(edited).body == "Analyst's words."
    assert desk.audit.done()[-1] == ("reconvert", other)
    assert convert_again(desk, edited, discard_edits=True).refused == ()
    assert desk.store.read(edited).body == "Machine's words."
    assert desk.audit.entries[-1].details["discarded_edits"] is True


def test_a_text_that_is_edited_while_its_original_is_converted_stays(desk: Desk) -> None:
    name = imported(desk, "a.txt", "Machine's words.")
    desk.converter.before = lambda _: desk.store.edit(name, "Analyst's words.")
    assert codes(convert_again(desk, name)) == [(name, "text_edited")]
    assert desk.store.read(name).body == "Analyst's words."


def test_an_original_that_is_missing_or_was_changed_is_said(desk: Desk, tmp_path: Path) -> None:
    gone, changed = imported(desk, "gone.txt", "one"), imported(desk, "changed.txt", "two")
    (tmp_path / "raw" / gone).unlink()
    desk.store.place(desk.store.read(gone).document, "one")
    (tmp_path / "raw" / changed).write_text("tampered", encoding="utf-8")
    desk.store.place(Document("by-hand", "By hand", "by-hand.md", "md", "", "none", ""), "words")
    report = convert_again(desk, gone, changed, "by-hand", "nothing-12345678")
    assert sorted(codes(report)) == [
        ("by-hand", "original_unusable"),
        (changed, "original_unusable"),
        (gone, "original_unusable"),
        ("nothing-12345678", "document_not_found"),
    ]
    assert (desk.store.read(changed).body, desk.converter.paths) == ("two", [])


def test_an_original_that_cannot_be_read_costs_the_others_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = imported(desk, "one.txt", "one"), imported(desk, "two.txt", "two")

    def read(path: Path, cancel: CancelToken) -> str:
        if path.name == "one.txt":
            raise OSError(errno.EIO, "bad sector")
        return sha256_of(path, cancel)

    monkeypatch.setattr(reconversion, "sha256_of", read)
    report = convert_again(desk, one, two)
    assert codes(report) == [(one, "original_unusable")]
    assert report.refused[0].error.message.startswith(f"The original of {one} could not be read: Input/output error.")
    assert report.changes.documents == {two}


def test_a_locked_original_asks_for_its_password_again(desk: Desk) -> None:
    name = imported(desk, "locked.zip", archive(("a.txt", "x"), lock="infected"), ImportOptions(passwords=("infected",)))
    assert codes(convert_again(desk, name)) == [(name, "password_needed")]
    assert convert_again(desk, name, passwords=("wrong", "infected")).refused == ()


def test_a_text_that_ocr_read_is_only_given_up_where_ocr_can_read_it_again(desk: Desk) -> None:
    name = imported(desk, "scan.pdf", "scan")
    read = Quality(empty_pages=(1,), recognised=(RecognisedPage(1, 0.9),), recogniser="ocr 1")
    desk.store.place(replace(desk.store.read(name).document, quality=read, pages=1), "What OCR read.")
    desk.converter.changes["scan.pdf"] = Conversion("<!-- page: 1 -->\n", "pdf", "fake 2", pages=1, empty_pages=(1,))
    assert codes(convert_again(desk, name)) == [(name, "conversion_failed")]
    assert desk.store.read(name).body == "What OCR read."
    desk.recognises = True
    assert convert_again(desk, name).refused == ()
    assert desk.store.read(name).document.quality.unread_pages == (1,)
    assert desk.index.unrecognised(5) == (name,)


def test_a_text_is_kept_where_none_is_found_this_time(desk: Desk) -> None:
    name = imported(desk, "a.txt", "words")
    desk.converter.changes["a.txt"] = Conversion("", "txt", "fake 2")
    assert codes(convert_again(desk, name)) == [(name, "conversion_failed")]
    assert desk.store.read(name).body == "words"


def test_one_that_trips_the_converter_costs_the_others_nothing(desk: Desk) -> None:
    one, two = imported(desk, "one.txt", "one"), imported(desk, "two.txt", "two")

    def trip(path: Path) -> None:
        if path.name == "one.txt":
            raise ZeroDivisionError("by design")

    desk.converter.before = trip
    report = convert_again(desk, one, two, two)
    assert codes(report) == [(one, "error")]
    assert "ZeroDivisionError: by design" in report.refused[0].error.message
    assert report.changes.documents == {two}


def test_a_document_whose_front_matter_is_broken_stays_as_it_is(desk: Desk) -> None:
    name = imported(desk, "a.txt", "words")
    desk.store.place(desk.store.read(name).document, "words", warnings=("It is no YAML.",))
    assert codes(convert_again(desk, name)) == [(name, "usage")]


def test_a_full_disk_ends_it_and_what_was_finished_is_kept(desk: Desk) -> None:
    name = imported(desk, "a.txt", "words")
    desk.store.fail_with = StorageProblem("The disk is full.")
    with pytest.raises(StorageProblem):
        convert_again(desk, name)


def test_cancelled_it_tells_what_was_done(desk: Desk) -> None:
    one, two = imported(desk, "one.txt", "one"), imported(desk, "two.txt", "two")
    desk.converter.before = lambda path: desk.cancel.cancel() if path.name == "one.txt" else None
    report = convert_again(desk, one, two)
    assert one not in report.changes.documents
    assert report.refused == ()


OLD = Document(
    id="old-title-12345678",
    title="Old title",
    source_filename="report.pdf",
    source_format="pdf",
    source_sha256="12345678" + "0" * 56,
    converter="fake 1",
    imported_at="2026-11-30T12:00:00Z",
    published="2025-05-05",
    author="Ann",
    origins=(("published", "metadata"), ("title", "metadata")),
)
NEW = Conversion("x", "pdf", "fake 2", "New title", published="2026-06-06", origins=(("title", "first heading"), ("published", "text")))


def test_a_title_that_was_found_is_found_anew_and_one_that_was_given_stays(desk: Desk) -> None:
    assert refreshed(OLD, NEW).title == "New title"
    assert refreshed(replace(OLD, id="old-title-12345678-2"), NEW).title == "New title"
    assert refreshed(replace(OLD, title="Given by hand in an editor"), NEW).title == "Given by hand in an editor"
    assert refreshed(replace(OLD, title="OLD title!"), replace(NEW, title="Old title")).title == "OLD title!"
    assert refreshed(replace(OLD, origins=(("title", BY_PERSON),)), NEW).title == "Old title"
    assert refreshed(OLD, replace(NEW, title=None)).title == "report"


def test_what_was_found_is_found_anew_and_what_a_person_wrote_stays() -> None:
    told = refreshed(OLD, NEW)
    assert (told.published, told.author) == ("2026-06-06", "Ann")  # nothing says where the author was found: a person wrote it
    assert dict(told.origins) == {"title": "first heading", "published": "text"}
    assert (told.quality, told.converter, told.imported_at) == (FULLY_READ, "fake 2", OLD.imported_at)


def test_a_title_given_in_coffer_survives(desk: Desk) -> None:
    name = imported(desk, "a.md", "# Found\n\nwords")
    library(desk).rename(name, "FOUND")
    convert_again(desk, name)
    assert desk.store.read(name).document.title == "FOUND"
