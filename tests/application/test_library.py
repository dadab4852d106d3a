"""Listing, reading, deleting, bringing back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext
from desktop.application.library import Library
from desktop.application.ports import DocumentQuery, LedgerQuery
from desktop.application.settings import Settings
from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document, Facets
from desktop.domain.errors import DocumentChanged, DocumentNotFound, StorageProblem, UsageError
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer


class Desk:
    def __init__(self) -> None:
        self.store, self.index, self.audit = MemoryStore(), MemoryIndex(), MemoryAuditLog()
        for name in ("alpha", "beta"):
            self.store.place(
                Document(name, name.title(), f"{name}.md", "md", name * 8, "fake 1", f"2026-01-0{len(name)}"), f"About {name}."
            )
        maintenance = Maintenance(self.store, self.index, self.index, WordTokenizer(), self.audit, Settings())
        maintenance.synchronise(JobContext())
        self.library = Library(self.store, self.index, self.index, maintenance, self.audit)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_rows_are_the_indexs(desk: Desk) -> None:
    rows = desk.library.rows(DocumentQuery(sort="title", descending=False))
    assert [(row.document.id, row.characters, row.chunks) for row in rows] == [("alpha", 12, 1), ("beta", 11, 1)]
    assert desk.library.count(DocumentQuery(text="bet")) == 1


def test_what_documents_can_be_told_apart_by_is_the_indexs(desk: Desk) -> None:
    assert desk.library.facets() == Facets((), ("md",))


def test_a_document_is_read_from_its_file(desk: Desk) -> None:
    desk.store.edit("beta", "Edited a moment ago.")
    assert desk.library.read("beta").body == "Edited a moment ago."
    with pytest.raises(DocumentNotFound):
        desk.library.read("gamma")


def test_a_deleted_document_is_gone_until_it_is_brought_back(desk: Desk) -> None:
    assert desk.library.delete("beta") == Changes(frozenset({"beta"}))
    assert set(desk.index.bodies) == {"alpha"}
    with pytest.raises(DocumentNotFound):
        desk.library.read("beta")
    assert desk.library.restore("beta") == Changes(frozenset({"beta"}))
    assert desk.index.bodies == {"alpha": "About alpha.", "beta": "About beta."}
    assert desk.audit.done() == [("delete", "beta"), ("restore", "beta")]


def test_a_deletion_is_recorded_even_if_the_index_cannot_follow(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(_: object) -> None:
        raise StorageProblem("The disk is full.")

    monkeypatch.setattr(desk.index, "remove_documents", unable)
    with pytest.raises(StorageProblem):
        desk.library.delete("beta")
    assert desk.audit.done() == [("delete", "beta")]


def test_what_is_in_the_vault_cannot_be_brought_back_over_itself(desk: Desk) -> None:
    desk.library.delete("beta")
    desk.store.place(Document("beta", "Beta", "beta.md", "md", "b", "fake 1", ""), "Imported again.")
    with pytest.raises(UsageError):
        desk.library.restore("beta")
    assert desk.library.read("beta").body == "Imported again."


def test_deleting_what_is_not_there_changes_nothing(desk: Desk) -> None:
    with pytest.raises(DocumentNotFound):
        desk.library.delete("gamma")
    assert desk.audit.entries == []


def test_the_ledger_is_newest_first(desk: Desk) -> None:
    rows = [LedgerRow(f"{number}.md", Outcome.IMPORTED) for number in range(3)]
    for row in rows:
        desk.index.put_ledger([row])
    assert desk.library.ledger(LedgerQuery(limit=2)) == (rows[0], rows[1])
    assert desk.library.count_ledger(LedgerQuery(limit=2)) == 3
    assert desk.library.count_outcomes()[Outcome.IMPORTED] == 3


def test_the_ledger_is_written_where_a_person_wants_it(desk: Desk, tmp_path: Path) -> None:
    desk.index.put_ledger([LedgerRow("=1.md", Outcome.FAILED), LedgerRow("b.md", Outcome.IMPORTED)])
    desk.library.export_ledger(LedgerQuery(outcomes=(Outcome.FAILED,)), tmp_path / "list.csv")
    lines = (tmp_path / "list.csv").read_bytes().split(b"\r\n")
    assert [line.split(b",")[0] for line in lines] == [b"path", b"'=1.md", b""]
    with pytest.raises(StorageProblem, match="could not be written"):
        desk.library.export_ledger(LedgerQuery(), tmp_path / "nowhere" / "list.csv")


def documents_of(desk: Desk) -> dict[str, Document]:
    """What the index says, which must be what the files say."""
    indexed = {row.document.id: row.document for row in desk.library.rows(DocumentQuery())}
    assert indexed == {name: desk.store.read(name).document for name in desk.store.files}
    return indexed


def test_many_documents_are_marked_graded_and_tagged(desk: Desk) -> None:
    chunks = dict(desk.index.chunks_of)
    desk.library.update(["alpha"], add_tags=["old", "kept"])
    changes = desk.library.update(["alpha", "beta"], tlp=Marking.AMBER, grade="b2", add_tags=[" case  7 ", "kept", ""], remove_tags=["old"])
    assert changes == Changes(frozenset({"alpha", "beta"}))
    alpha, beta = documents_of(desk)["alpha"], documents_of(desk)["beta"]
    assert (alpha.tlp, alpha.grade, alpha.tags) == (Marking.AMBER, "B2", ("kept", "case 7"))
    assert (beta.tlp, beta.grade, beta.tags) == (Marking.AMBER, "B2", ("case 7", "kept"))
    assert desk.index.chunks_of == chunks
    assert desk.audit.done() == [("update", "alpha"), ("update", "alpha"), ("update", "beta")]
    assert desk.audit.entries[0].details == {"tags": ("old", "kept"), "before": {"tags": ()}}
    after, before = {"tlp": Marking.AMBER, "grade": "B2", "tags": ("case 7", "kept")}, {"tlp": Marking.CLEAR, "grade": None, "tags": ()}
    assert desk.audit.entries[2].details == {**after, "before": before}


def test_what_changes_nothing_is_not_written(desk: Desk) -> None:
    desk.library.update(["alpha"], grade="A1")
    stamps = desk.store.stamps()
    assert desk.library.update(["alpha"], tlp=Marking.CLEAR, grade="A1", remove_tags=["x"]) == Changes()
    assert (desk.store.stamps(), len(desk.audit.entries)) == (stamps, 1)
    desk.library.update(["alpha"], grade="")
    assert documents_of(desk)["alpha"].grade is None
    with pytest.raises(UsageError, match="no grade"):
        desk.library.update(["alpha"], grade="G7")


def test_what_could_not_be_changed_is_said_and_costs_the_others_nothing(desk: Desk) -> None:
    stored = desk.store.read("beta")
    desk.store.place(stored.document, stored.body, warnings=("Its front matter is broken.",))
    changes = desk.library.update(["beta", "gamma", "alpha"], tlp=Marking.RED)
    assert changes.documents == {"alpha"}
    assert [problem.split(" ")[:2] for problem in changes.problems] == [["docs/beta.md", "was"], ["There", "is"]]
    assert (desk.store.read("beta").document.tlp, desk.store.read("alpha").document.tlp) == (Marking.CLEAR, Marking.RED)
    with pytest.raises(DocumentNotFound):
        desk.library.update(["gamma"], tlp=Marking.RED)


def test_marking_a_file_that_was_edited_meanwhile_takes_in_the_edit(desk: Desk) -> None:
    desk.store.edit("beta", "Written by another program.")
    desk.library.update(["beta"], tlp=Marking.GREEN)
    assert desk.index.bodies["beta"] == "Written by another program."
    assert documents_of(desk)["beta"].tlp is Marking.GREEN


def test_hundreds_are_changed_a_few_at_a_time(desk: Desk) -> None:
    names = [f"doc {number}" for number in range(120)]
    for name in names:
        desk.store.place(replace(desk.store.read("alpha").document, id=name), "words")
    assert desk.library.update(names, add_tags=["x"]).documents == set(names)
    assert all(desk.store.read(name).document.tags == ("x",) for name in names)


def test_another_title_is_found_at_once(desk: Desk) -> None:
    assert desk.library.rename("beta", "  The   second ") == Changes(frozenset({"beta"}))
    assert documents_of(desk)["beta"].title == "The second"
    assert desk.library.count(DocumentQuery(text="second")) == 1
    assert desk.audit.done() == [("rename", "beta")]
    with pytest.raises(UsageError, match="title"):
        desk.library.rename("beta", " ")
    stored = desk.store.read("beta")
    desk.store.place(stored.document, stored.body, warnings=("Broken.",))
    with pytest.raises(UsageError, match="not changed"):
        desk.library.rename("beta", "Third")


def test_an_edit_is_kept_indexed_and_recorded(desk: Desk) -> None:
    assert desk.library.edit("beta", "About beta, corrected.", begun_from="About beta.") == Changes(frozenset({"beta"}))
    assert (desk.store.read("beta").body, desk.index.bodies["beta"]) == ("About beta, corrected.",) * 2
    assert documents_of(desk)["beta"].source_mode == "edited"
    assert desk.audit.done() == [("edit", "beta")]
    assert desk.audit.entries[0].details == {"before": content_hash("About beta."), "body_sha256": content_hash("About beta, corrected.")}


def test_an_earlier_text_is_brought_back(desk: Desk) -> None:
    desk.library.edit("beta", "About beta, corrected.", begun_from="About beta.")
    before = content_hash("About beta.")
    assert desk.library.version("beta", before) == "About beta."
    assert desk.library.put_back("beta", before) == Changes(frozenset({"beta"}))
    assert (desk.store.read("beta").body, desk.index.bodies["beta"]) == ("About beta.",) * 2
    assert desk.audit.done() == [("edit", "beta"), ("revert", "beta")]
    assert desk.library.put_back("beta", before) == Changes()
    with pytest.raises(UsageError, match="not kept"):
        desk.library.put_back("beta", "0" * 64)


def test_an_edit_of_a_text_that_changed_meanwhile_is_refused(desk: Desk) -> None:
    desk.store.edit("beta", "Written by another program.")
    with pytest.raises(DocumentChanged, match="beta"):
        desk.library.edit("beta", "Mine.", begun_from="About beta.")
    assert desk.store.read("beta").body == "Written by another program."
    assert desk.audit.entries == []


SCAN = "<!-- page: 1 -->\n\nTyped.\n\n<!-- page: 2 -->\n"


def test_what_ocr_read_while_somebody_edited_is_kept_beside_the_edit(desk: Desk) -> None:
    read = "<!-- page: 1 -->\n\nTyped.\n\n<!-- page: 2 -->\n\nSeen.\n"
    desk.store.place(desk.store.read("beta").document, read)
    desk.library.edit("beta", SCAN.replace("Typed.", "Typed, corrected."), begun_from=SCAN)
    assert desk.store.read("beta").body == read.replace("Typed.", "Typed, corrected.")
    assert desk.index.bodies["beta"] == desk.store.read("beta").body


@pytest.mark.parametrize(
    "mine", [pytest.param(f"{SCAN}\nMine.\n", id="on the page that OCR read"), pytest.param("Mine.", id="without its mark")]
)
def test_an_edit_that_leaves_no_room_for_what_ocr_read_is_refused(desk: Desk, mine: str) -> None:
    desk.store.place(desk.store.read("beta").document, f"{SCAN}\nSeen.\n")
    with pytest.raises(DocumentChanged):
        desk.library.edit("beta", mine, begun_from=SCAN)
    assert desk.store.read("beta").body == f"{SCAN}\nSeen.\n"


def test_an_edit_that_changes_nothing_leaves_the_file_alone(desk: Desk) -> None:
    stamps = desk.store.stamps()
    assert desk.library.edit("beta", "About beta.", begun_from="About beta.") == Changes()
    assert desk.store.stamps() == stamps


def test_many_are_deleted_and_those_that_cannot_be_are_named(desk: Desk) -> None:
    changes = desk.library.delete("alpha", "gamma", "beta", "alpha")
    assert changes.documents == {"alpha", "beta"}
    assert changes.problems == ("There is no document gamma.",)
    assert desk.index.bodies == {}
    assert desk.library.restore("alpha", "beta").documents == {"alpha", "beta"}
    assert desk.index.bodies == {"alpha": "About alpha.", "beta": "About beta."}


def test_what_is_removed_for_good_is_recorded(desk: Desk) -> None:
    desk.library.delete("alpha", "beta")
    assert [each.document_id for each in desk.library.trashed()] == ["beta", "alpha"]
    assert desk.library.empty_trash(["beta"]) == 1
    assert [each.document_id for each in desk.library.trashed()] == ["alpha"]
    assert desk.library.empty_trash() == 1
    assert desk.audit.done()[2:] == [("remove", "beta"), ("remove", "alpha")]
    assert desk.audit.entries[2].details == {"title": "Beta", "bytes": 11}


def test_what_failed_and_was_imported_since_fails_no_more(desk: Desk) -> None:
    for job, outcome in (("old", Outcome.FAILED), ("new", Outcome.IMPORTED)):
        desk.index.begin_import(ImportJob(job, "2026-01-01", ("/c",)), [])
        desk.index.put_ledger([LedgerRow("/c/mended.pdf", outcome, job=job), LedgerRow("/c/bad.pdf", Outcome.FAILED, job=job)])
    assert [(row.job, row.path) for row in desk.library.still_failing()] == [("new", "/c/bad.pdf"), ("old", "/c/bad.pdf")]
    assert [(row.job, row.path) for row in desk.library.still_failing("old")] == [("old", "/c/bad.pdf")]
