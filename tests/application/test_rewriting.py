"""What is rewritten reaches the files, the index and the audit log alike."""

from __future__ import annotations

from dataclasses import replace

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext
from desktop.application.ports import DocumentQuery
from desktop.application.rewriting import Rewrite, Rewriting
from desktop.application.settings import Settings
from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer


class Desk:
    def __init__(self) -> None:
        self.store, self.index, self.audit = MemoryStore(), MemoryIndex(), MemoryAuditLog()
        maintenance = Maintenance(self.store, self.index, self.index, WordTokenizer(), self.audit, Settings())
        self.store.place(a_document("one", "First"), "words")
        maintenance.synchronise(JobContext())
        self.rewriting = Rewriting(self.store, self.index, self.index, maintenance, self.audit)
        self.puts: list[str] = []
        put = self.index.put_document
        self.index.put_document = lambda document, *rest: (self.puts.append(document.id), put(document, *rest))[1]  # type: ignore[method-assign]

    def indexed(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(row.document.title, row.document.tags) for row in self.index.documents(DocumentQuery())]


def test_only_what_a_chunk_holds_is_chunked_again() -> None:
    desk = Desk()
    old = desk.store.read("one").document
    tagged = replace(old, tags=("x",))
    assert desk.rewriting.apply([Rewrite(old, tagged, "update")]) == Changes(frozenset({"one"}))
    assert (desk.puts, desk.indexed()) == ([], [("First", ("x",))])
    desk.rewriting.apply([Rewrite(tagged, replace(tagged, title="Second"), "rename")])
    assert (desk.puts, desk.indexed()) == (["one"], [("Second", ("x",))])
    assert desk.audit.done() == [("update", "one"), ("rename", "one")]


def test_a_file_that_the_index_is_behind_of_is_read_again() -> None:
    desk = Desk()
    desk.store.edit("one", "other words")
    old = desk.store.read("one").document
    desk.rewriting.apply([Rewrite(old, replace(old, tags=("x",)), "update")])
    assert (desk.puts, desk.index.bodies["one"]) == (["one"], "other words")
    assert [(each.action, each.details.get("outside")) for each in desk.audit.entries] == [("edit", True), ("update", None)]
    assert desk.audit.entries[0].details["body_sha256"] == content_hash("other words")


def test_nothing_to_do_asks_nobody() -> None:
    desk = Desk()
    old = desk.store.read("one").document
    assert desk.rewriting.apply([Rewrite(old, old, "update")]) == Changes()
    assert desk.audit.entries == []
