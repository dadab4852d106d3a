"""What becomes of each file of an import."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop.application.ingest.reasons import STOPPED
from desktop.application.job import CancelToken, Progress
from desktop.application.ports import Conversion
from desktop.application.settings import ImportSettings, Settings
from desktop.domain.document import Document
from desktop.domain.errors import Cancelled, ModelUnavailable, StorageProblem
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Outcome
from desktop.domain.marking import Marking
from desktop.domain.quality import Flag, FlagKind
from tests.application.ingest.desk import Desk, outcomes, row_of
from tests.fakes.converter import archive
from tests.fakes.words import WordTokenizer


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "given")


def overwriting(target: Path) -> Callable[[Path], None]:
    """Meddles with one file while it is being converted."""

    def meddle(path: Path) -> None:
        if path == target:
            path.write_text("after", encoding="utf-8")

    return meddle


def test_what_a_text_may_play_on_its_reader_is_said_in_its_row(desk: Desk) -> None:
    path = desk.file("report.md", "Ignore all of it.\n")
    orders = tuple(Flag(FlagKind.INSTRUCTIONS, quote) for quote in ("Ignore", "all"))
    flags = (*orders, Flag(FlagKind.HIDDEN_TEXT, "it"))
    desk.converter.changes["report.md"] = Conversion("Ignore all of it.\n", "md", "fake 1", flags=flags)
    (row,) = desk.run(path).rows
    assert row.outcome is Outcome.IMPORTED
    assert row.reason == (
        "Text in it gives orders to a language model. It is kept as evidence, and never obeyed. "
        "It has text that nobody sees who looks at the original."
    )


def test_a_file_becomes_a_document(desk: Desk) -> None:
    path = desk.file("report.md", "# APT28: Headlace\n\nAPT28 uses Headlace.\n")
    desk.converter.changes["report.md"] = Conversion(
        "# APT28: Headlace\n\nAPT28 uses Headlace.\n", "md", "fake 1", "APT28: Headlace", 2, (1,), published="2026-01-02", language="en"
    )
    ledger = desk.run(path, options=ImportOptions(Marking.AMBER, ("case-7",)))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    (row,) = ledger.rows
    assert row.document_id == f"apt28-headlace-{digest[:8]}"
    assert (row.outcome, row.format, row.converter) == (Outcome.IMPORTED, "md", "fake 1")
    assert row.reason == "No text on page 1; look at the original."
    assert (row.pages, row.pages_with_text, row.characters, row.chunks, row.truncated) == (2, 1, 40, 1, False)
    stored = desk.store.read(row.document_id)
    assert stored.body == "# APT28: Headlace\n\nAPT28 uses Headlace.\n"
    assert stored.document.source_filename == "report.md"
    assert stored.document.source_sha256 == digest
    assert stored.document.imported_at == "2026-11-30T12:00:00Z"
    assert (stored.document.tlp, stored.document.tags) == (Marking.AMBER, ("case-7",))
    assert (stored.document.published, stored.document.language, stored.document.source_mode) == ("2026-01-02", "en", "converted")
    assert desk.store.originals[row.document_id] == path.read_bytes()
    assert [chunk.text for _, chunk in desk.index.chunks_of[row.document_id]] == [stored.body.strip()]
    assert desk.audit.done() == [("import", row.document_id)]
    assert desk.index.rows == [row] == desk.emitted
    assert desk.progress == [Progress("import", 1, 1, "report.md")]


def test_an_import_leaves_no_converter_waiting_in_memory(desk: Desk) -> None:
    desk.importer.import_paths(desk.context, [desk.file("a.md", "Grey Otter."), desk.file("b.md", "Velvet Heron.")], ImportOptions())
    assert desk.converter.rested == 1


def test_a_file_without_title_or_marking_takes_its_name_and_the_vaults_default(desk: Desk) -> None:
    desk.settings = Settings(imports=ImportSettings(default_tlp="GREEN"))
    (row,) = desk.run(desk.file("Notes of May.txt", "No heading here.")).rows
    assert row.document_id is not None
    document = desk.store.read(row.document_id).document
    assert (document.title, document.tlp) == ("Notes of May", Marking.GREEN)
    assert document.id.startswith("notes-of-may-")


def test_every_file_of_a_folder_is_one_row_in_order(desk: Desk) -> None:
    for name in ("b.md", "a.md", "sub/c.md", ".hidden", "Thumbs.db", "~$a.docx", "empty.md", "broken.md", "unknown.x", "bug.md"):
        desk.file(name, "" if name == "empty.md" else f"text of {name}")
    (desk.folder / "link.md").symlink_to(desk.folder / "a.md")
    ledger = desk.run()
    assert outcomes(desk, ledger) == {
        ".hidden": Outcome.SKIPPED,
        "Thumbs.db": Outcome.SKIPPED,
        "a.md": Outcome.IMPORTED,
        "b.md": Outcome.IMPORTED,
        "broken.md": Outcome.FAILED,
        "bug.md": Outcome.FAILED,
        "empty.md": Outcome.SKIPPED,
        "link.md": Outcome.SKIPPED,
        "sub/c.md": Outcome.IMPORTED,
        "unknown.x": Outcome.SKIPPED,
        "~$a.docx": Outcome.SKIPPED,
    }
    assert list(outcomes(desk, ledger)) == sorted(outcomes(desk, ledger))
    assert all(row.reason for row in ledger.rows if row.outcome is not Outcome.IMPORTED)
    assert row_of(ledger, desk.folder / "broken.md").reason == "The file is damaged. Get it again."
    assert sorted(map(repr, desk.index.rows)) == sorted(map(repr, ledger.rows))
    assert len({row.job for row in desk.index.rows}) == 1


def test_names_that_are_no_text_are_imported(desk: Desk) -> None:
    try:
        path = Path(os.fsdecode(os.fsencode(desk.folder) + b"/caf\xe9.md"))
        path.write_text("words", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes only UTF-8 names")
    (row,) = desk.run().rows
    assert row.outcome is Outcome.IMPORTED
    assert row.path.endswith("caf\\xe9.md")


def test_what_is_not_there_fails(desk: Desk) -> None:
    (row,) = desk.run(desk.folder / "nowhere.pdf").rows
    assert (row.outcome, row.reason) == (
        Outcome.FAILED,
        "It could not be read: No such file or directory. Look for where it is now, and import it from there.",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_what_may_not_be_read_fails(desk: Desk) -> None:
    path = desk.file("secret.md", "text")
    path.chmod(0)
    (row,) = desk.run().rows
    assert (row.outcome, row.reason) == (
        Outcome.FAILED,
        "It could not be read: Permission denied. Get the right to read it, then import it again.",
    )


def test_a_pipe_is_not_waited_for(desk: Desk) -> None:
    os.mkfifo(desk.folder / "pipe")
    (row,) = desk.run().rows
    assert row.outcome is Outcome.SKIPPED


def test_a_file_over_the_limit_is_skipped_before_it_is_read(desk: Desk) -> None:
    desk.settings = Settings(imports=ImportSettings(max_file_mb=1))
    path = desk.folder / "big.bin"
    with path.open("wb") as file:
        file.truncate(1_000_001)
    (row,) = desk.run().rows
    assert row.outcome is Outcome.SKIPPED
    assert "larger than 1 MB" in row.reason
    assert desk.converter.paths == []


def test_a_conversion_gets_the_limits_of_the_settings(desk: Desk) -> None:
    desk.settings = Settings(imports=ImportSettings(seconds_per_file=7, memory_mb=300, max_output_mb=2, max_pages=9))
    desk.run(desk.file("a.md", "text"))
    assert desk.converter.limits is not None
    assert desk.converter.limits.seconds == 7
    assert desk.converter.limits.memory_bytes == 300_000_000
    assert desk.converter.limits.output_characters == 2_000_000
    assert desk.converter.limits.pages == 9


def test_equal_files_are_one_document(desk: Desk) -> None:
    for name in ("a.md", "b.md", "c.md"):
        desk.file(name, "the same words")
    ledger = desk.run()
    first, *others = ledger.rows
    assert first.outcome is Outcome.IMPORTED
    assert [(row.outcome, row.document_id) for row in others] == [(Outcome.DUPLICATE, first.document_id)] * 2
    assert len(desk.converter.paths) == 1
    again = desk.run()
    assert [(row.outcome, row.document_id) for row in again.rows] == [(Outcome.DUPLICATE, first.document_id)] * 3
    assert len(desk.store.files) == 1


def test_equals_of_a_broken_file_fail_like_it(desk: Desk) -> None:
    for name in ("a.md", "b.md"):
        desk.file(name, "broken")
    assert [row.outcome for row in desk.run().rows] == [Outcome.FAILED] * 2
    assert len(desk.converter.paths) == 1


def test_a_known_file_given_with_a_new_marking_or_tag_is_updated(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    (first,) = desk.run(path, options=ImportOptions(tags=("one",))).rows
    assert first.document_id is not None
    (row,) = desk.run(path, options=ImportOptions(Marking.RED, ("two",))).rows
    assert (row.outcome, row.document_id) == (Outcome.UPDATED, first.document_id)
    document = desk.store.read(first.document_id).document
    assert (document.tlp, document.tags) == (Marking.RED, ("one", "two"))
    assert desk.run(path, options=ImportOptions(Marking.RED, ("two",))).rows[0].outcome is Outcome.DUPLICATE
    assert desk.audit.done() == [("import", first.document_id), ("update", first.document_id)]


def test_a_known_document_whose_file_has_vanished_is_imported_again(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    (first,) = desk.run(path).rows
    assert first.document_id is not None
    desk.store.remove(first.document_id)
    (row,) = desk.run(path).rows
    assert (row.outcome, row.document_id) == (Outcome.IMPORTED, first.document_id)


def test_a_path_given_twice_is_read_once(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    assert len(desk.run(path, desk.folder, path).rows) == 1


def test_a_vault_is_not_imported(desk: Desk) -> None:
    desk.file("vault/coffer.toml", "")
    inside = desk.file("vault/docs/a.md", "words")
    assert [row.outcome for row in desk.run().rows] == [Outcome.SKIPPED]
    assert [row.outcome for row in desk.run(inside).rows] == [Outcome.SKIPPED]


@pytest.mark.parametrize(
    ("conversion", "outcome"),
    [
        (Conversion(" \n", "txt", "fake 1"), Outcome.SKIPPED),
        (Conversion("<!-- page: 1 -->\n", "docx", "fake 1"), Outcome.SKIPPED),
        (Conversion("<!-- page: 1 -->\n", "pdf", "fake 1", pages=1, empty_pages=(1,)), Outcome.IMPORTED),
        (Conversion("", "png", "fake 1"), Outcome.IMPORTED),
    ],
)
def test_a_file_without_text_is_kept_if_it_can_be_looked_at(desk: Desk, conversion: Conversion, outcome: Outcome) -> None:
    desk.file("a", "words")
    desk.converter.changes["a"] = conversion
    (row,) = desk.run().rows
    assert row.outcome is outcome
    assert "No text was found" in row.reason


def test_what_the_converter_warns_of_stands_in_the_row(desk: Desk) -> None:
    desk.file("a", "words")
    desk.converter.changes["a"] = Conversion("words", "pdf", "fake 1", truncated=True, warnings=("Page 3 is damaged.", "Cut at 64 MB."))
    (row,) = desk.run().rows
    assert (row.outcome, row.reason, row.truncated) == (Outcome.IMPORTED, "Page 3 is damaged. Cut at 64 MB.", True)


def test_pages_without_text_are_told_with_what_becomes_of_them(desk: Desk) -> None:
    path = desk.file("a.pdf", "words")
    scanned = Conversion("<!-- page: 1 -->\n\nwords\n", "pdf", "fake 1", pages=3, empty_pages=(2, 3))
    desk.converter.changes["a.pdf"] = scanned
    (row,) = desk.run(path).rows
    assert row.reason == "No text on 2 of 3 pages; OCR is off, so they can be looked at, not searched (recognition.enabled)."
    desk.recognises = True
    path.write_text("other words", encoding="utf-8")
    (row,) = desk.run(path).rows
    assert row.reason.endswith("No text on 2 of 3 pages; they are read by OCR afterwards.")
    assert row.pages_with_text == 1
    assert desk.document(row).quality.empty_pages == (2, 3)
    assert desk.document(row).quality.warnings == ()


def test_who_wrote_it_and_where_that_stands_is_kept(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    origins = (("author", "the document's properties"),)
    desk.converter.changes["a.md"] = Conversion("words", "md", "fake 1", author="R. Heron", origins=origins, undecodable=0.25)
    document = desk.document(desk.run(path).rows[0])
    assert (document.author, document.origins, document.source_path) == ("R. Heron", origins, str(path))
    assert document.quality.undecodable == 0.25


def test_a_file_that_changes_while_it_is_read_fails_alone(desk: Desk) -> None:
    changing = desk.file("changing.md", "before")
    desk.file("steady.md", "steady")
    desk.converter.before = overwriting(changing)
    ledger = desk.run()
    assert outcomes(desk, ledger) == {"changing.md": Outcome.FAILED, "steady.md": Outcome.IMPORTED}
    assert "changed while it was being imported" in row_of(ledger, changing).reason


def test_an_equal_of_a_file_that_changed_is_imported_in_its_place(desk: Desk) -> None:
    changing = desk.file("a.md", "the same")
    desk.file("b.md", "the same")
    desk.file("c.md", "the same")
    desk.converter.before = overwriting(changing)
    assert outcomes(desk, desk.run()) == {"a.md": Outcome.FAILED, "b.md": Outcome.IMPORTED, "c.md": Outcome.DUPLICATE}


def test_files_that_an_import_stored_and_did_not_index_are_taken_in_not_overwritten(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    (row,) = desk.run(path).rows
    assert row.document_id is not None
    desk.index.clear()
    desk.store.edit(row.document_id, "words, edited meanwhile")
    (again,) = desk.run(path).rows
    assert (again.outcome, again.document_id) == (Outcome.DUPLICATE, row.document_id)
    assert desk.index.bodies[row.document_id] == "words, edited meanwhile"


def test_an_id_that_another_file_has_is_numbered(desk: Desk) -> None:
    path = desk.file("a.md", "words")
    (row,) = desk.run(path).rows
    assert row.document_id is not None
    stored = desk.store.read(row.document_id)
    desk.index.clear()
    desk.store.place(replace(stored.document, source_sha256="f" * 64), "another")
    (again,) = desk.run(path).rows
    assert again.document_id == f"{row.document_id}-2"
    assert desk.store.read(row.document_id).body == "another"


def test_many_files_are_stored_in_groups(desk: Desk) -> None:
    for number in range(70):
        desk.file(f"{number:03}.md", f"words {number}")
    ledger = desk.run()
    assert ledger.totals()[Outcome.IMPORTED] == 70
    assert max(desk.store.groups) <= 32
    assert sum(desk.store.groups) == 70
    done = [progress.done for progress in desk.progress]
    assert done == sorted(done)
    assert done[-1] == 70


def test_a_cancelled_import_keeps_what_is_done_and_accounts_for_the_rest(desk: Desk) -> None:
    for number in range(40):
        desk.file(f"{number:03}.md", f"words {number}")
    desk.settings = Settings(imports=ImportSettings(workers=1))
    desk.converter.before = lambda path: desk.cancel.cancel() if path.name == "020.md" else None
    ledger = desk.run()
    assert len(ledger.rows) == 40
    stopped = [row for row in ledger.rows if row.reason == STOPPED]
    imported = [row for row in ledger.rows if row.outcome is Outcome.IMPORTED]
    assert len(stopped) + len(imported) == 40
    assert len(stopped) >= 20
    assert len(imported) >= 10
    assert {row.document_id for row in imported} == set(desk.store.files)
    desk.cancel, desk.converter.before = CancelToken(), lambda _: None
    assert desk.run().totals() == {
        Outcome.IMPORTED: len(stopped),
        Outcome.DUPLICATE: len(imported),
        Outcome.UPDATED: 0,
        Outcome.SKIPPED: 0,
        Outcome.FAILED: 0,
    }


def test_looking_for_files_can_be_stopped(desk: Desk) -> None:
    desk.file("a.md", "words")
    desk.cancel.cancel()
    with pytest.raises(Cancelled):
        desk.run()
    assert desk.index.rows == []


def test_a_full_disk_stops_the_import_with_what_was_done(desk: Desk) -> None:
    for number in range(80):
        desk.file(f"{number:03}.md", f"words {number}")

    def fill_up(path: Path) -> None:
        if path.name == "050.md":
            desk.store.fail_with = StorageProblem("The documents could not be stored: No space left.", "Free some space.")

    desk.converter.before = fill_up
    with pytest.raises(StorageProblem, match=r"No space left.*stopped after \d+ of 80 files") as caught:
        desk.run()
    assert caught.value.hint == "Free some space. Then resume the import."
    assert {row.document_id for row in desk.index.rows} == set(desk.store.files)
    assert 32 <= len(desk.store.files) < 80


def test_an_import_needs_no_model(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_model(_self: object, _text: str) -> list[int]:
        raise ModelUnavailable("The tokenizer is missing.")

    monkeypatch.setattr(WordTokenizer, "token_ends", no_model)
    (row,) = desk.run(desk.file("a.md", "words " * 1000)).rows
    assert row.outcome is Outcome.IMPORTED
    assert row.chunks == 5


def test_a_document_that_trips_the_index_costs_no_other_its_import(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    put = desk.index.put_document

    def trip(document: Document, *rest: Any) -> None:
        if document.source_filename == "a.md":
            raise OverflowError("int too big to convert")
        put(document, *rest)

    monkeypatch.setattr(desk.index, "put_document", trip)
    for name in ("a.md", "b.md"):
        desk.file(name, f"text of {name}")
    ledger = desk.run()
    assert outcomes(desk, ledger) == {"a.md": Outcome.FAILED, "b.md": Outcome.IMPORTED}
    row = row_of(ledger, desk.folder / "a.md")
    trouble = "OverflowError: int too big to convert"
    assert row.reason == f"It is stored, but an error in Coffer itself keeps it from being searched ({trouble}); please report it."
    assert row.document_id in desk.store.stamps()


def test_what_is_imported_again_is_marked_and_tagged_as_its_import_said(desk: Desk) -> None:
    red, tagged = desk.file("red.md", "broken"), desk.file("tagged.md", "broken")
    member = desk.file("mail.zip", archive(("inner.md", "broken")))
    (first,) = desk.run(red, options=ImportOptions(Marking.RED)).rows
    rows = desk.run(tagged, member, options=ImportOptions(tags=("case-7",))).rows
    desk.file("red.md", "red words")
    desk.file("tagged.md", "tagged words")
    again = desk.importer.import_again(desk.context, [first, *rows, replace(first, job="nobody knows")])
    made = {Path(row.path).name: desk.document(row) for row in again.rows if row.outcome is Outcome.IMPORTED}
    assert (made["red.md"].tlp, made["red.md"].tags) == (Marking.RED, ())
    assert (made["tagged.md"].tlp, made["tagged.md"].tags) == (Marking.CLEAR, ("case-7",))
    assert sorted(Path(row.path).name for row in again.rows) == ["inner.md", "mail.zip", "red.md", "tagged.md"]


def test_importing_again_is_remembered_as_a_whole_before_any_of_it_is_done(desk: Desk) -> None:
    one, two = desk.file("one.md", "broken"), desk.file("two.md", "broken")
    rows = [desk.run(each, options=ImportOptions(marking)).rows[0] for each, marking in ((one, Marking.RED), (two, Marking.AMBER))]
    desk.converter.before = lambda _: desk.cancel.cancel()
    ledger = desk.importer.import_again(desk.context, rows)
    assert [job.waiting for job in desk.importer.unfinished()] == [1, 1]
    assert [(row.path, row.outcome) for row in ledger.rows] == [(str(one), Outcome.SKIPPED)]


def test_a_password_for_what_is_imported_again_goes_with_its_options(desk: Desk) -> None:
    row, *_ = desk.run(desk.file("a.zip", archive(("x.md", "words"), lock="infected")), options=ImportOptions(Marking.RED)).rows
    again = desk.importer.import_again(desk.context, [row], ("infected",))
    assert {desk.document(each).tlp for each in again.rows} == {Marking.RED}


@pytest.mark.parametrize(("text", "remark"), [("TLP:AMBER", "Its text says TLP:AMBER, but it is marked TLP:GREEN."), ("TLP:CLEAR", "")])
def test_a_higher_marking_that_the_text_bears_is_said(desk: Desk, text: str, remark: str) -> None:
    desk.settings = Settings(imports=ImportSettings(default_tlp="GREEN"))
    (row,) = desk.run(desk.file("note.md", f"{text}\n\nA report.")).rows
    assert row.reason == remark
    assert desk.store.read(row.document_id or "").document.tlp is Marking.GREEN
