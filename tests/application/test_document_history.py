"""What was done to documents is told and taken back, in the files, the index and the log alike."""

from __future__ import annotations

import pytest

from desktop.application.document_history import DocumentHistory
from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext
from desktop.application.library import Library
from desktop.application.rewriting import Rewriting
from desktop.application.settings import Settings
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer

FIRST, SECOND = "About one.\n", "About one, corrected.\n"


class Desk:
    def __init__(self) -> None:
        self.store, self.index, self.audit = MemoryStore(), MemoryIndex(), MemoryAuditLog()
        maintenance = Maintenance(self.store, self.index, self.index, WordTokenizer(), self.audit, Settings())
        for name in ("one", "two"):
            self.store.place(a_document(name, name.title()), FIRST)
        maintenance.synchronise(JobContext())
        self.audit.entries.clear()
        self.library = Library(self.store, self.index, self.index, maintenance, self.audit)
        rewriting = Rewriting(self.store, self.index, self.index, maintenance, self.audit)
        self.history = DocumentHistory(self.library, self.store, rewriting, self.audit)

    def document(self, name: str = "one") -> Document:
        return self.store.read(name).document


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_marks_and_tags_of_several_documents_are_taken_back_together_one_step_after_the_other(desk: Desk) -> None:
    desk.library.update(["one"], tlp=Marking.GREEN, add_tags=["old"])
    desk.library.update(["one", "two"], tlp=Marking.AMBER, grade="B2", add_tags=["case"], remove_tags=["old"])
    assert desk.history.undo(["one", "two"]).documents == {"one", "two"}
    assert [(each.tlp, each.grade, each.tags) for each in map(desk.document, ("one", "two"))] == [
        (Marking.GREEN, None, ("old",)),
        (Marking.CLEAR, None, ()),
    ]
    desk.history.undo(["one"])
    assert (desk.document().tlp, desk.document().tags) == (Marking.CLEAR, ())
    with pytest.raises(UsageError, match="nothing to take back"):
        desk.history.undo(["one"])


def test_a_title_is_taken_back_with_where_it_came_from(desk: Desk) -> None:
    before = desk.document()
    desk.library.rename("one", "Another title")
    desk.history.undo(["one"])
    assert desk.document() == before


def test_a_text_is_taken_back_and_found_again(desk: Desk) -> None:
    desk.library.edit("one", SECOND, begun_from=FIRST)
    desk.history.undo(["one"])
    assert (desk.store.read("one").body, desk.index.bodies["one"]) == (FIRST, FIRST)
    desk.library.put_back("one", content_hash(SECOND))
    desk.library.edit("one", "A third.\n", begun_from=SECOND)
    for body in (SECOND, FIRST):
        desk.history.undo(["one"])
        assert desk.store.read("one").body == body


def test_a_deletion_is_taken_back(desk: Desk) -> None:
    desk.library.delete("one")
    desk.history.undo(["one"])
    assert desk.store.read("one").body == FIRST
    with pytest.raises(UsageError, match="nothing to take back"):
        desk.history.undo(["one"])


def test_what_says_something_else_by_now_is_not_overwritten(desk: Desk) -> None:
    desk.library.edit("one", SECOND, begun_from=FIRST)
    desk.store.edit("one", "By another program.")
    with pytest.raises(UsageError, match="changed since"):
        desk.history.undo(["one"])
    desk.library.update(["two"], tlp=Marking.AMBER)
    desk.store.place(a_document("two", "Two"), FIRST)
    with pytest.raises(UsageError, match="changed since"):
        desk.history.undo(["two"])


def test_nothing_done_is_nothing_to_take_back(desk: Desk) -> None:
    with pytest.raises(UsageError, match="nothing to take back"):
        desk.history.undo(["one"])
    desk.audit.append("update", "one", tlp="AMBER")  # as it was recorded before what it replaced was
    with pytest.raises(UsageError, match=r"one \(update\) cannot be taken back"):
        desk.history.undo(["one"])


def test_the_history_tells_fields_and_which_texts_are_kept(desk: Desk) -> None:
    desk.library.update(["one"], tlp=Marking.AMBER, add_tags=["a", "b"])
    desk.library.edit("one", SECOND, begun_from=FIRST)
    desk.audit.append("edit", "one", body_sha256="00", outside=True)
    by_other, edit, update = desk.history.of("one")
    assert (by_other.outside, by_other.kept) == (True, False)
    assert (edit.before, edit.after, edit.kept) == (content_hash(FIRST), content_hash(SECOND), True)
    assert (update.said, update.kept) == ("tlp: CLEAR → AMBER; tags: none → a, b", False)


def test_texts_are_compared_line_by_line(desk: Desk) -> None:
    desk.library.edit("one", SECOND, begun_from=FIRST)
    assert desk.history.compare("one", content_hash(FIRST)).splitlines()[2:] == ["@@ -1 +1 @@", "-About one.", "+About one, corrected."]
    with pytest.raises(UsageError, match="not kept"):
        desk.history.compare("one", "0" * 64)
