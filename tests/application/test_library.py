"""Listing, reading, deleting, bringing back."""

from __future__ import annotations

import pytest

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext
from desktop.application.library import Library
from desktop.application.ports import DocumentQuery, LedgerQuery
from desktop.application.settings import Settings
from desktop.domain.changes import Changes
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, StorageProblem, UsageError
from desktop.domain.ledger import LedgerRow, Outcome
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
