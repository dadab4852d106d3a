"""Imports that were stopped, and what becomes of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from desktop.application.ingest.reasons import FINISHED_BEFORE, GIVEN_UP, HALF_OPENED, STOPPED
from desktop.application.job import CancelToken
from desktop.application.ports import FileStamp
from desktop.application.settings import ImportSettings, Settings
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document
from desktop.domain.errors import StorageProblem, UsageError
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import Outcome
from desktop.domain.marking import Marking
from tests.application.ingest.desk import Desk, named, outcomes
from tests.fakes.converter import archive


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path / "given")
    desk.settings = Settings(imports=ImportSettings(workers=1))
    return desk


def stopping_at(desk: Desk, name: str) -> None:
    desk.converter.before = lambda path: desk.cancel.cancel() if path.name == name else None


def test_an_import_is_remembered_with_its_options_but_no_password(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    options = ImportOptions(Marking.GREEN, ("one",), update=False, passwords=("secret",))
    ledger = desk.run(path, options=options)
    (job,) = desk.index.import_jobs()
    assert (job.id, job.started, job.ended) == (ledger.job, "2026-11-30T12:00:00Z", "2026-11-30T12:00:00Z")
    assert (job.given, job.files, job.waiting) == ((str(path),), 1, 0)
    assert job.options == ImportOptions(Marking.GREEN, ("one",), update=False)
    assert [row.job for row in ledger.rows] == [ledger.job]
    assert desk.importer.unfinished() == ()


def test_what_was_not_read_is_shown_as_skipped_and_not_kept(desk: Desk) -> None:
    for number in range(9):
        desk.file(f"{number}.md", f"words {number}")
    stopping_at(desk, "4.md")
    ledger = desk.run()
    assert len(ledger.rows) == 9
    (job,) = desk.importer.unfinished()
    kept = {row.path for row in desk.index.rows}
    assert job.waiting == 9 - len(kept) == sum(row.reason == STOPPED for row in ledger.rows)
    assert {row.path for row in ledger.rows if row.reason != STOPPED} == kept
    assert not any(row.reason == STOPPED for row in desk.index.rows)


def test_a_resumed_import_goes_on_with_its_options_and_gives_its_whole_ledger(desk: Desk) -> None:
    for number in range(9):
        desk.file(f"{number}.md", f"words {number}")
    stopping_at(desk, "4.md")
    stopped = desk.run(options=ImportOptions(Marking.RED, ("one",)))
    before = [row for row in stopped.rows if row.reason != STOPPED]
    desk.converter.before, desk.emitted = lambda _: None, []
    ledger = desk.resume(stopped.job)
    assert list(outcomes(desk, ledger)) == [f"{number}.md" for number in range(9)]
    assert {row.outcome for row in ledger.rows} == {Outcome.IMPORTED}
    assert set(before) <= set(ledger.rows)
    assert {desk.document(row).tlp for row in ledger.rows} == {Marking.RED}
    assert len(desk.emitted) == 9 - len(before)
    assert sorted(desk.index.rows, key=lambda row: row.path) == list(ledger.rows)
    assert desk.importer.unfinished() == ()
    assert desk.resume(stopped.job).rows == ledger.rows


def test_a_container_that_was_cut_short_is_opened_again_for_what_lacks_a_row(desk: Desk) -> None:
    desk.file("a.zip", archive(("1.txt", "words 1"), (".hidden", "words"), ("2.zip", [("3.txt", "words 3"), ("4.txt", "words 4")])))
    desk.converter.before = lambda path: desk.cancel.cancel() if path.read_text(encoding="utf-8") == "words 4" else None
    stopped = desk.run()
    assert STOPPED in {row.reason for row in stopped.rows}
    assert desk.index.waiting_files(stopped.job) == (str(desk.folder / "a.zip"),)
    desk.converter.before = lambda _: None
    ledger = desk.resume(stopped.job)
    rows = named(desk, ledger)
    assert sorted(rows) == [
        "a.zip",
        "a.zip!/.hidden",
        "a.zip!/1.txt",
        "a.zip!/2.zip",
        "a.zip!/2.zip!/3.txt",
        "a.zip!/2.zip!/4.txt",
    ]
    assert ledger.totals()[Outcome.IMPORTED] == 5
    assert len(desk.store.files) == 5
    assert desk.importer.unfinished() == ()


def test_a_document_without_a_row_was_finished_before_it_is_no_duplicate(desk: Desk) -> None:
    for name in ("a.md", "b.md"):
        desk.file(name, f"words of {name}")
    desk.converter.before = lambda path: desk.cancel.cancel() if path.name == "a.md" else None
    stopped = desk.run()
    desk.converter.before, desk.cancel = lambda _: None, CancelToken()
    (row,) = desk.run(desk.folder / "a.md").rows  # as if the program had died after it was indexed
    desk.index.rows.clear()
    resumed = named(desk, desk.resume(stopped.job))
    assert (resumed["a.md"].outcome, resumed["a.md"].reason, resumed["a.md"].document_id) == (
        Outcome.IMPORTED,
        FINISHED_BEFORE,
        row.document_id,
    )
    assert resumed["a.md"].chunks == 1
    assert resumed["b.md"].reason == ""


def test_a_document_that_was_there_before_the_import_is_a_duplicate_also_when_resumed(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    desk.run(path)
    desk.now += timedelta(seconds=5)
    desk.index.begin_import(ImportJob("job-2", "2026-11-30T12:00:05Z", (str(desk.folder),)), [str(path)])
    (row,) = desk.resume("job-2").rows
    assert row.outcome is Outcome.DUPLICATE


def test_an_import_that_is_given_up_has_a_row_for_every_file(desk: Desk) -> None:
    for number in range(9):
        desk.file(f"{number}.md", f"words {number}")
    stopping_at(desk, "4.md")
    stopped = desk.run()
    given_up = desk.importer.abandon(stopped.job)
    assert {(row.outcome, row.reason, row.job) for row in given_up.rows} == {(Outcome.SKIPPED, GIVEN_UP, stopped.job)}
    assert len(given_up.rows) == sum(row.reason == STOPPED for row in stopped.rows)
    assert len({row.path for row in desk.index.rows}) == 9 == len(desk.index.rows)
    assert desk.importer.unfinished() == ()
    assert desk.index.import_jobs()[0].ended


def test_an_archive_that_is_given_up_half_opened_says_so(desk: Desk) -> None:
    desk.file("a.zip", archive(("1.txt", "words 1"), ("2.txt", "words 2 and more")))
    desk.converter.before = lambda path: desk.cancel.cancel() if path.read_text(encoding="utf-8") == "words 2 and more" else None
    stopped = desk.run()
    (row,) = desk.importer.abandon(stopped.job).rows
    assert (row.path, row.outcome, row.reason) == (str(desk.folder / "a.zip"), Outcome.IMPORTED, HALF_OPENED)
    assert desk.importer.unfinished() == ()


def test_what_was_stored_without_a_row_is_told_when_the_rest_is_given_up(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    (stored,) = desk.run(path).rows
    desk.index.rows.clear()
    desk.index.begin_import(ImportJob("job-2", "2026-11-30T12:00:00Z", ()), [str(path), str(desk.folder / "b.md")])
    told, skipped = desk.importer.abandon("job-2").rows
    assert (told.outcome, told.reason, told.document_id) == (Outcome.IMPORTED, FINISHED_BEFORE, stored.document_id)
    assert skipped.outcome is Outcome.SKIPPED


def test_a_long_text_stops_being_indexed_and_is_taken_in_on_resuming(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.file("a.md", "some words " * 100_000)
    put = desk.index.put_document

    def stop_halfway(document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        desk.cancel.cancel()
        put(document, body, list(chunks), stamp)

    monkeypatch.setattr(desk.index, "put_document", stop_halfway)
    (row,) = desk.run().rows
    assert (row.reason, desk.index.bodies) == (STOPPED, {})
    monkeypatch.undo()
    (job,) = desk.importer.unfinished()
    (row,) = desk.resume(job.id).rows
    assert (row.outcome, row.reason) == (Outcome.IMPORTED, FINISHED_BEFORE)
    assert len(desk.store.files) == 1


def test_an_import_of_all_its_files_closes_one_that_was_stopped(desk: Desk) -> None:
    for number in range(9):
        desk.file(f"{number}.md", f"words {number}")
    stopping_at(desk, "4.md")
    desk.run()
    desk.converter.before, desk.cancel = lambda _: None, CancelToken()
    desk.run(desk.folder / "8.md")
    assert len(desk.importer.unfinished()) == 1
    desk.run()
    assert desk.importer.unfinished() == ()


def test_a_full_disk_leaves_an_import_that_can_be_resumed(desk: Desk) -> None:
    for number in range(80):
        desk.file(f"{number:03}.md", f"words {number}")

    def fill_up(path: Path) -> None:
        if path.name == "050.md":
            desk.store.fail_with = StorageProblem("No space left.", "Free some space.")

    desk.converter.before = fill_up
    with pytest.raises(StorageProblem):
        desk.run()
    desk.store.fail_with, desk.converter.before = None, lambda _: None
    (job,) = desk.importer.unfinished()
    ledger = desk.resume(job.id)
    assert ledger.totals()[Outcome.IMPORTED] == 80
    assert len(desk.store.files) == 80


def test_a_password_is_asked_for_again_on_resuming(desk: Desk) -> None:
    desk.file("a.zip", archive(("x.txt", "words"), lock="infected"))
    desk.index.begin_import(ImportJob("job-2", "2026-11-30T12:00:05Z", ()), [str(desk.folder / "a.zip")])
    (row,) = desk.resume("job-2").rows
    assert row.problem == "password_needed"
    desk.index.begin_import(ImportJob("job-3", "2026-11-30T12:00:06Z", ()), [str(desk.folder / "a.zip")])
    assert [row.outcome for row in desk.resume("job-3", "infected").rows] == [Outcome.IMPORTED] * 2


def test_an_import_that_is_not_there_is_named(desk: Desk) -> None:
    for do in (desk.resume, desk.importer.abandon):
        with pytest.raises(UsageError, match="no import nonsense"):
            do("nonsense")
