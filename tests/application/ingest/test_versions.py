"""Files that changed since they were imported, and documents that succeed each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from desktop.application.settings import ImportSettings, Settings
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from tests.application.ingest.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "given")


def imported(desk: Desk, name: str, text: str, options: ImportOptions | None = None) -> LedgerRow:
    """The row of one file, imported an hour after the last."""
    desk.now += timedelta(hours=1)
    (row,) = desk.run(desk.file(name, text), options=options).rows
    return row


def test_a_file_that_changed_becomes_the_successor_of_its_document(desk: Desk) -> None:
    old = imported(desk, "a.md", "words", ImportOptions(Marking.AMBER, ("case-7", "old")))
    assert old.document_id is not None
    desk.store.update(replace(desk.document(old), grade="B2"))
    new = imported(desk, "a.md", "other words", ImportOptions(tags=("new",)))
    assert (new.outcome, new.problem) == (Outcome.UPDATED, "")
    assert new.reason == f"The file changed: {new.document_id} succeeds {old.document_id}, which is kept."
    before, after = desk.document(old), desk.document(new)
    assert (before.superseded_by, after.supersedes) == (after.id, before.id)
    assert (after.tlp, after.tags, after.grade) == (Marking.AMBER, ("case-7", "old", "new"), "B2")
    assert desk.store.read(before.id).body == "words"
    assert desk.index.document_from(str(desk.folder / "a.md")) == after.id
    third = imported(desk, "a.md", "third words")
    assert desk.document(third).supersedes == after.id
    assert desk.document(old).superseded_by == after.id


@pytest.mark.parametrize(
    ("first", "given", "kept"),
    [
        (Marking.RED, Marking.GREEN, Marking.RED),
        (Marking.GREEN, Marking.RED, Marking.RED),
        (Marking.GREEN, None, Marking.GREEN),
    ],
)
def test_the_stricter_marking_wins(desk: Desk, first: Marking, given: Marking | None, kept: Marking) -> None:
    desk.settings = Settings(imports=ImportSettings(default_tlp="AMBER"))
    imported(desk, "a.md", "words", ImportOptions(first))
    assert desk.document(imported(desk, "a.md", "other words", ImportOptions(given))).tlp is kept


@pytest.mark.parametrize(("setting", "option"), [("keep_both", None), ("update", False)])
def test_both_may_be_kept_beside_each_other(desk: Desk, setting: str, option: bool | None) -> None:
    desk.settings = Settings(imports=ImportSettings(changed_files=setting))
    old = imported(desk, "a.md", "words")
    new = imported(desk, "a.md", "other words", ImportOptions(update=option))
    assert (new.outcome, new.reason) == (
        Outcome.IMPORTED,
        f"The file changed: {old.document_id} was made of it before; both are kept.",
    )
    assert (desk.document(old).superseded_by, desk.document(new).supersedes) == (None, None)


def test_an_option_wins_over_the_setting(desk: Desk) -> None:
    desk.settings = Settings(imports=ImportSettings(changed_files="keep_both"))
    imported(desk, "a.md", "words")
    assert imported(desk, "a.md", "other words", ImportOptions(update=True)).outcome is Outcome.UPDATED


def test_another_file_of_the_same_name_is_imported_with_a_remark(desk: Desk) -> None:
    old = imported(desk, "a.md", "words")
    new = imported(desk, "elsewhere/a.md", "other words")
    assert (new.outcome, new.reason) == (Outcome.IMPORTED, f"Another document has this name: {old.document_id}.")
    assert desk.document(new).supersedes is None


def test_files_of_one_name_in_one_import_are_no_news(desk: Desk) -> None:
    for folder in ("x", "y"):
        desk.file(f"{folder}/README.md", f"words of {folder}")
    assert [row.reason for row in desk.run().rows] == ["", ""]


def test_a_document_whose_file_has_vanished_is_not_succeeded(desk: Desk) -> None:
    old = imported(desk, "a.md", "words")
    assert old.document_id is not None
    desk.store.remove(old.document_id)
    new = imported(desk, "a.md", "other words")
    assert (new.outcome, desk.document(new).supersedes) == (Outcome.IMPORTED, None)


def test_a_link_that_a_crash_left_half_made_is_completed(desk: Desk) -> None:
    old, new = imported(desk, "a.md", "words"), imported(desk, "a.md", "other words")
    desk.store.update(replace(desk.document(old), superseded_by=None))
    desk.index.begin_import(replace(desk.index.import_jobs()[0], id="job-2", ended=None), [str(desk.folder / "a.md")])
    desk.index.rows = [row for row in desk.index.rows if row.document_id != new.document_id]
    (row,) = desk.resume("job-2").rows
    assert row.outcome is Outcome.UPDATED
    assert desk.document(old).superseded_by == new.document_id


def test_two_documents_can_be_linked_and_parted_afterwards(desk: Desk) -> None:
    old = imported(desk, "a.md", "words", ImportOptions(Marking.RED, ("one",))).document_id
    new = imported(desk, "b.md", "other words", ImportOptions(Marking.GREEN, ("two",))).document_id
    assert old is not None
    assert new is not None
    assert desk.importer.link_versions(old, new).documents == {old, new}
    after = desk.store.read(new).document
    assert (after.supersedes, after.tlp, after.tags) == (old, Marking.RED, ("one", "two"))
    assert desk.store.read(old).document.superseded_by == new
    assert desk.importer.link_versions(old, new).documents == {old, new}
    with pytest.raises(UsageError):
        desk.importer.link_versions(new, old)
    assert desk.importer.unlink_versions(old, new).documents == {old, new}
    parted = desk.store.read(new).document
    assert (parted.supersedes, parted.tlp, parted.tags) == (None, Marking.RED, ("one", "two"))
    assert desk.store.read(old).document.superseded_by is None
    with pytest.raises(UsageError):
        desk.importer.unlink_versions(old, new)
    assert [action for action, _ in desk.audit.done()][-3:] == ["link", "link", "unlink"]


def test_what_cannot_be_linked_is_refused(desk: Desk) -> None:
    first, second, third = (imported(desk, "a.md", text).document_id or "" for text in ("one", "two", "three"))
    other = imported(desk, "b.md", "four").document_id or ""
    for old, new in ((first, first), (first, third), (third, first), (first, other)):
        with pytest.raises(UsageError):
            desk.importer.link_versions(old, new)
    with pytest.raises(DocumentNotFound):
        desk.importer.link_versions(other, "nowhere")
    assert desk.store.read(second).document.supersedes == first


def test_a_file_whose_front_matter_is_broken_is_not_linked(desk: Desk) -> None:
    old, new = (imported(desk, name, f"words of {name}").document_id or "" for name in ("a.md", "b.md"))
    stored = desk.store.read(new)
    desk.store.place(stored.document, stored.body, warnings=("It is broken.",))
    with pytest.raises(UsageError, match="front matter cannot be understood"):
        desk.importer.link_versions(old, new)
    assert desk.store.read(old).document.superseded_by is None
