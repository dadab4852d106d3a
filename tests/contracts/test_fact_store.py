"""What every FactStore does, on the fake and on files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters.fact_files import FactFiles
from desktop.application.ports import FactStore, NewFact
from desktop.domain.errors import FactNotFound, UsageError
from desktop.domain.fact import Fact
from desktop.domain.vault import VaultPaths
from tests.fakes.memory_facts import MemoryFacts


@pytest.fixture(params=["memory", "files"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> FactStore:
    return MemoryFacts() if request.param == "memory" else FactFiles(VaultPaths(tmp_path))


def a_fact(name: str = "one") -> Fact:
    return Fact(name, name.title(), "2026-12-01T08:00:00Z", "2026-12-01T08:00:00Z")


def test_what_is_stored_is_read_again_and_stored_once(store: FactStore) -> None:
    stored = store.write_all([NewFact(a_fact("two"), "Two.\n"), NewFact(a_fact(), "One.\n")])
    assert [store.read(each.fact.id) for each in stored] == stored
    assert list(store.stamps()) == ["one", "two"]
    with pytest.raises(UsageError):
        store.write_all([NewFact(a_fact(), "Again.\n")])


def test_a_change_is_told_by_stamp_and_hash_and_can_be_put_back(store: FactStore) -> None:
    first, stamp = store.write_all([NewFact(a_fact(), "First.\n")])[0], store.stamp("one")
    second = store.update_all([(replace(first.fact, description="said"), "Second, longer.\n")])[0]
    assert second is not None
    assert (second.sha256 != first.sha256, store.stamp("one") != stamp) == (True, True)
    assert store.version("one", first.sha256) == first
    assert store.put_back("one", first.sha256) == first
    assert store.put_back("one", "0" * 64) is None


def test_the_trash_gives_back_until_it_is_emptied(store: FactStore) -> None:
    store.write_all([NewFact(a_fact(), "One.\n")])
    store.trash("one")
    assert [each.fact_id for each in store.trashed()] == ["one"]
    with pytest.raises(FactNotFound):
        store.stamp("one")
    store.restore("one")
    assert (store.read("one").text, store.trashed()) == ("One.\n", ())
    store.trash("one")
    assert (store.empty_trash(["other"]), store.empty_trash()) == (0, 1)
    with pytest.raises(FactNotFound):
        store.restore("one")


def test_the_list_is_written_once(store: FactStore) -> None:
    assert [store.write_list("a", create=False), store.write_list("a"), store.write_list("a"), store.write_list("b")] == [
        False,
        True,
        False,
        True,
    ]
