"""What verification says of versions; the rest is held where maintenance is."""

from __future__ import annotations

from desktop.application.ingest.verification import Verification
from desktop.application.job import JobContext
from desktop.domain.chunk import content_hash
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import STAMP, a_document
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore


class Desk:
    def __init__(self) -> None:
        self.store, self.index = MemoryStore(), MemoryIndex()

    def place(self, name: str, **links: str) -> None:
        document = a_document(name, source_sha256="", **links)
        self.store.place(document, "body")
        self.index.put_document(document, "body", [], STAMP)
        assert self.index.document_states()[name].sha256 == content_hash("body")

    def problems(self) -> list[str]:
        return list(Verification(self.store, self.index, MemoryAuditLog()).problems(JobContext()))


def test_versions_that_name_each_other_are_no_problem() -> None:
    desk = Desk()
    desk.place("old", superseded_by="new")
    desk.place("new", supersedes="old")
    assert desk.problems() == []


def test_versions_that_do_not_name_each_other_are() -> None:
    desk = Desk()
    desk.place("old")
    desk.place("new", supersedes="old")
    assert desk.problems() == ["docs/new.md names old as the version before it, but docs/old.md does not say so; mend one of the two."]
    desk.place("old", superseded_by="other")
    desk.place("other")
    assert len(desk.problems()) == 2


def test_a_version_in_the_trash_may_be_named_and_one_that_is_nowhere_may_not() -> None:
    desk = Desk()
    desk.place("old", superseded_by="new")
    assert desk.problems() == [
        "docs/old.md names new as the version after it, which is neither in the vault nor in its trash; "
        "take that line out of its front matter."
    ]
    desk.store.place(a_document("new"), "body")
    desk.store.trash("new")
    assert desk.problems() == []
