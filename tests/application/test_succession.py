"""Chains of versions, whole again whatever goes and comes back in which order."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.job import JobContext
from desktop.application.library import Library
from desktop.application.settings import Settings
from desktop.application.succession import Succession
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer


class Chain:
    """Versions called a, b, c, a day apart."""

    def __init__(self, names: str = "abc") -> None:
        self.store, self.index = MemoryStore(), MemoryIndex()
        for day, name in enumerate(names):
            older, newer = names[day - 1] if day else None, names[day + 1] if day + 1 < len(names) else None
            self.store.place(a_document(name, supersedes=older, superseded_by=newer, imported_at=f"2026-01-0{day + 1}"), "body")
        maintenance = Maintenance(self.store, self.index, self.index, WordTokenizer(), MemoryAuditLog(), Settings())
        maintenance.synchronise(JobContext())
        self.library = Library(self.store, self.index, self.index, maintenance, MemoryAuditLog())

    def links(self) -> str:
        """The documents in the vault as a chain, which must be linked both ways."""
        documents = [self.store.read(name).document for name in sorted(self.store.files)]
        for one, other in pairwise(documents):
            assert (one.superseded_by, other.supersedes) == (other.id, one.id)
        assert [self.index.documents_named(f"{each.id}.md") for each in documents] == [(each.id,) for each in documents]
        return "".join(each.id for each in documents)


def test_versions_are_known_from_any_of_them() -> None:
    chain = Chain()
    succession = Succession(chain.store, chain.index)
    for name in "abc":
        assert [each.id for each in succession.versions(chain.store.read(name).document)] == ["a", "b", "c"]


@pytest.mark.parametrize("gone", "abc")
def test_those_beside_a_deleted_version_are_linked_with_each_other(gone: str) -> None:
    chain = Chain()
    changes = chain.library.delete(gone)
    left = "abc".replace(gone, "")
    assert chain.links() == left
    ends = chain.store.read(left[0]).document.supersedes, chain.store.read(left[1]).document.superseded_by
    assert ends == (None, None)
    assert gone in changes.documents
    chain.library.restore(gone)
    assert chain.links() == "abc"


@pytest.mark.parametrize("there", ["".join(each) for each in permutations("abc")])
@pytest.mark.parametrize("back", ["".join(each) for each in permutations("abc")])
def test_a_chain_that_went_piece_by_piece_comes_back_whole(there: str, back: str) -> None:
    chain = Chain()
    for name in there:
        chain.library.delete(name)
    for name in back:
        chain.library.restore(name)
    assert chain.links() == "abc"


def test_many_go_and_come_back_at_once() -> None:
    chain = Chain("abcd")
    assert chain.library.delete("b", "c").documents >= {"b", "c"}
    assert chain.links() == "ad"
    chain.library.restore("b", "c")
    assert chain.links() == "abcd"


def test_what_is_gone_for_good_is_named_by_nobody() -> None:
    chain = Chain()
    chain.library.delete("a")
    chain.library.delete("b")
    chain.library.restore("a")
    assert chain.store.read("a").document.superseded_by == "b"
    chain.library.delete("c")
    chain.library.restore("b")
    assert chain.store.read("b").document.superseded_by == "c"
    assert chain.library.empty_trash() == 1
    assert (chain.links(), chain.store.read("b").document.superseded_by) == ("ab", None)


def test_links_that_lead_in_a_circle_end() -> None:
    chain = Chain("ab")
    chain.store.place(a_document("a", supersedes="b", superseded_by="b"), "body")
    document = chain.store.read("b").document
    assert {each.id for each in Succession(chain.store, chain.index).versions(document)} == {"a", "b"}
