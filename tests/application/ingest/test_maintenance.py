"""The index follows the files."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import DocumentExtraction, IndexState
from desktop.application.settings import ImportSettings, Settings
from desktop.domain.document import Document
from desktop.domain.errors import Cancelled, StorageProblem
from desktop.domain.marking import Marking
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import STAMP, a_document, paragraphs
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer

BODY = "# Alpha\n\nSome words.\n"


def document(name: str, **fields: object) -> Document:
    made = Document(name, name.title(), f"{name}.pdf", "pdf", hashlib.sha256(name.encode()).hexdigest(), "fake 1", "2026-01-01T00:00:00Z")
    return replace(made, **fields)  # type: ignore[arg-type]


class Desk:
    def __init__(self) -> None:
        self.store, self.index, self.audit = MemoryStore(), MemoryIndex(), MemoryAuditLog()
        settings = Settings(imports=ImportSettings(default_tlp="GREEN"))
        self.maintenance = Maintenance(self.store, self.index, self.index, WordTokenizer(), self.audit, settings)

    def synchronise(self) -> set[str]:
        return set(self.maintenance.synchronise(JobContext()).documents)

    def verify(self) -> tuple[str, ...]:
        return self.maintenance.verify(JobContext())


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    for name in ("one", "two", "three"):
        desk.store.place(document(name), BODY)
    desk.synchronise()
    desk.audit.entries.clear()
    return desk


def test_what_is_in_the_files_is_in_the_index(desk: Desk) -> None:
    assert desk.index.bodies == {"one": BODY, "two": BODY, "three": BODY}
    assert desk.synchronise() == set()


def test_an_edited_file_is_noticed_and_left_as_it_is(desk: Desk) -> None:
    desk.store.edit("two", BODY + "Added by hand.\n")
    written = desk.store.stamps()
    assert desk.synchronise() == {"two"}
    assert desk.index.bodies["two"].endswith("Added by hand.\n")
    assert desk.index._documents["two"].source_mode == "edited"
    assert desk.audit.done() == [("edit", "two")]
    assert desk.store.stamps() == written
    assert desk.synchronise() == set()


def test_an_edit_of_the_front_matter_alone_is_taken_in_as_it_stands(desk: Desk) -> None:
    desk.store.place(document("two", title="Another title"), BODY)
    assert desk.synchronise() == {"two"}
    assert desk.index._documents["two"].title == "Another title"
    assert desk.index._documents["two"].source_mode == "converted"


def test_a_vanished_file_leaves_the_index(desk: Desk) -> None:
    desk.store.remove("one")
    assert desk.synchronise() == {"one"}
    assert set(desk.index.bodies) == {"two", "three"}
    assert desk.audit.done() == [("vanish", "one")]


def test_a_file_put_into_docs_by_hand_becomes_a_document(desk: Desk) -> None:
    bare = Document("My notes", "My notes", "My notes.md", "md", "", "none", "")
    desk.store.place(bare, "# The Heron\n\nIt nests.\n", front_matter=False)
    assert desk.synchronise() == {"My notes"}
    adopted = desk.index._documents["My notes"]
    assert (adopted.title, adopted.tlp, adopted.source_mode) == ("The Heron", Marking.GREEN, "edited")
    assert adopted.imported_at == "1970-01-01T00:00:00Z"
    assert desk.store.read("My notes").document == adopted
    assert desk.audit.done() == [("adopt", "My notes")]
    assert not [each for each in desk.verify() if "My notes" in each]


def test_a_file_that_cannot_be_understood_is_searched_but_not_written(desk: Desk) -> None:
    broken = replace(document("two"), tlp=Marking.RED)
    desk.store.place(broken, "---\ntags: [\n---\nwords", front_matter=False, warnings=("two.md: Its front matter is broken.",))
    before = desk.store.stamps()
    assert desk.synchronise() == {"two"}
    assert desk.store.stamps() == before
    assert desk.index._documents["two"].tlp is Marking.RED
    assert "two.md: Its front matter is broken." in desk.verify()


def test_a_rebuild_gives_the_same_index(desk: Desk) -> None:
    bodies, chunks = dict(desk.index.bodies), {name: [chunk for _, chunk in each] for name, each in desk.index.chunks_of.items()}
    desk.index.remove_documents(["one"])
    report = desk.maintenance.reindex(JobContext(), full=True)
    assert (report.documents, report.chunks, report.removed) == (3, 3, 0)
    assert desk.index.bodies == bodies
    assert {name: [chunk for _, chunk in each] for name, each in desk.index.chunks_of.items()} == chunks


def test_a_rebuild_needs_nothing_of_a_damaged_index(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged() -> dict[str, IndexState]:
        raise StorageProblem("The index is damaged.")

    with monkeypatch.context() as patch:
        patch.setattr(desk.index, "document_states", damaged)
        assert desk.maintenance.reindex(JobContext(), full=True).documents == 3
        with pytest.raises(StorageProblem):
            desk.maintenance.reindex(JobContext(), full=False)


def test_a_reindex_takes_in_only_what_differs(desk: Desk) -> None:
    kept = desk.index.chunks_of["three"]
    desk.store.edit("two", "new words")
    desk.store.remove("one")
    report = desk.maintenance.reindex(JobContext(), full=False)
    assert (report.documents, report.removed) == (2, 1)
    assert desk.index.bodies["two"] == "new words"
    assert desk.index.chunks_of["three"] is kept


def test_a_reindex_finds_an_edit_that_kept_the_files_time_and_size(desk: Desk) -> None:
    stamp = desk.store.stamps()["two"]
    desk.store.edit("two", BODY.replace("Some", "Same"))
    desk.store._stamps["two"] = stamp
    assert desk.synchronise() == set()
    desk.maintenance.reindex(JobContext(), full=False)
    assert "Same words." in desk.index.bodies["two"]


def test_a_cancelled_rebuild_is_caught_up_with(desk: Desk) -> None:
    cancel = CancelToken()

    def stop(progress: Progress) -> None:
        if progress.done == 1:
            cancel.cancel()

    with pytest.raises(Cancelled):
        desk.maintenance.reindex(JobContext(cancel, report=stop), full=True)
    assert 0 < len(desk.index.bodies) < 3
    desk.synchronise()
    assert set(desk.index.bodies) == {"one", "two", "three"}


def test_verify_names_every_difference(desk: Desk, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        original = tmp_path / f"{name}.pdf"
        original.write_bytes(name.encode())
        desk.store.files[name] = replace(desk.store.files[name], raw_path=original)
    assert desk.verify() == ()
    (tmp_path / "one.pdf").write_bytes(b"altered")
    desk.store.files["two"] = replace(desk.store.files["two"], raw_path=None, body="edited")
    desk.store.remove("three")
    desk.store.place(document("four"), BODY)
    desk.store.warnings, desk.index.damage = ["docs/x is no document."], ["The index is damaged."]
    altered = hashlib.sha256(b"altered").hexdigest()
    assert set(desk.verify()) == {
        "docs/four.md is not in the index; `coffer reindex` takes it in.",
        "three is in the index, but docs/three.md is gone.",
        f"raw/one.pdf was altered: its SHA-256 is {altered}, not {hashlib.sha256(b'one').hexdigest()}.",
        "docs/two.md was edited since it was indexed; `coffer reindex` takes that in.",
        "The original of two is missing from raw/.",
        "The original of four is missing from raw/.",
        "docs/x is no document.",
        "The index is damaged.",
    }


def test_a_document_that_trips_the_index_leaves_it_and_keeps_no_other_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    put = desk.index.put_document

    def trip(document: Document, *rest: Any) -> None:
        if document.id == "one":
            raise OverflowError("int too big to convert")
        put(document, *rest)

    monkeypatch.setattr(desk.index, "put_document", trip)
    for name in ("one", "two"):
        desk.store.edit(name, BODY + "Added by hand.\n")
    assert desk.synchronise() == {"one", "two"}
    assert desk.index.bodies["two"].endswith("Added by hand.\n")
    assert "docs/one.md is not in the index; `coffer reindex` takes it in." in desk.verify()


def test_verify_names_documents_that_break_the_extractor(desk: Desk) -> None:
    desk.index.put_document(a_document("one"), "alpha", paragraphs("alpha"), STAMP)
    desk.index.put_extractions([DocumentExtraction("one", desk.index.document_states()["one"].sha256, None)])
    assert "What one mentions is not in the graph: it breaks the extractor; please report it." in desk.verify()
