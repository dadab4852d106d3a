"""What lies around a document: versions, its container, its members."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext
from desktop.application.library import Library
from desktop.application.settings import Settings
from desktop.domain.reading import ALONE, Surroundings
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer


class Desk:
    def __init__(self) -> None:
        self.store, self.index = MemoryStore(), MemoryIndex()
        self.day = 0

    def place(self, name: str, **fields: Any) -> None:
        """A document imported a day after the one before."""
        self.day += 1
        self.store.place(a_document(name, **{"imported_at": f"2026-01-0{self.day}", **fields}), "body")

    def around(self, name: str) -> Surroundings:
        maintenance = Maintenance(self.store, self.index, self.index, WordTokenizer(), MemoryAuditLog(), Settings())
        maintenance.synchronise(JobContext())
        library = Library(self.store, self.index, self.index, maintenance, MemoryAuditLog())
        return library.around(library.read(name).document)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def same_name(store: MemoryStore, *names: str, filename: str = "report.pdf", **fields: Any) -> None:
    """Make these documents of files with one name."""
    for name in names:
        stored = store.read(name)
        store.place(replace(stored.document, source_filename=filename, **fields), stored.body)


def test_a_document_by_itself_has_nothing_around_it(desk: Desk) -> None:
    desk.place("a")
    assert desk.around("a") == ALONE


def test_linked_versions_are_told_and_one_that_is_gone_is_not(desk: Desk) -> None:
    desk.place("a", superseded_by="b")
    desk.place("b", supersedes="a", superseded_by="gone")
    around = desk.around("b")
    assert around.earlier == desk.store.read("a").document
    assert around.later is None
    assert desk.around("a").later == desk.store.read("b").document


def test_a_document_of_the_same_file_goes_before_one_of_the_same_name(desk: Desk) -> None:
    for name in ("other", "first", "second"):
        desk.place(name)
    same_name(desk.store, "other", source_path="/elsewhere/report.pdf")
    same_name(desk.store, "first", "second", source_path="/cases/report.pdf")
    around = desk.around("second")
    assert around.unlinked is not None
    assert around.unlinked.id == "first"
    same_name(desk.store, "first", source_path="/moved/report.pdf")
    around = desk.around("second")
    assert around.unlinked is not None
    assert around.unlinked.id == "first"  # the newest of that name


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"superseded_by": "x"}, id="it has a successor"),
        pytest.param({"parent": "mail"}, id="it came out of a mail"),
        pytest.param({"source_sha256": ""}, id="it was written by hand"),
    ],
)
def test_what_cannot_be_linked_is_not_told(desk: Desk, fields: dict[str, Any]) -> None:
    desk.place("first")
    desk.place("second")
    same_name(desk.store, "second")
    same_name(desk.store, "first", **fields)
    assert desk.around("second").unlinked is None


def test_versions_of_one_document_are_not_offered_to_be_linked(desk: Desk) -> None:
    desk.place("a", superseded_by="b")
    desk.place("b", supersedes="a", superseded_by="c")
    desk.place("c", supersedes="b")
    same_name(desk.store, "a", "b", "c")
    assert desk.around("c").unlinked is None


def test_container_and_members_are_told_by_name(desk: Desk) -> None:
    desk.place("mail")
    for number in range(25):
        desk.place(f"m{number:02}", parent="mail", imported_at="2026-01-09")
    around = desk.around("mail")
    assert [each.id for each in around.members] == [f"m{number:02}" for number in range(20)]
    assert around.member_count == 25
    assert desk.around("m00").container == desk.store.read("mail").document
