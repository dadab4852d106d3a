"""Documents and facts in one trash."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from desktop.adapters.board_files import BoardFiles
from desktop.application.gate import MarkingGate
from desktop.application.graph.named_graphs import NamedGraphs
from desktop.application.graph.picturing import Picturing
from desktop.application.library import Library
from desktop.application.memory.boards import Boards
from desktop.application.ports import TrashedDocument
from desktop.application.settings import MarkingSettings
from desktop.application.trash_bin import TrashBin
from desktop.domain.answer import Answer, AnswerKind, Timing
from desktop.domain.changes import Changes
from desktop.domain.errors import DocumentNotFound
from desktop.domain.named_graph import NamedGraph
from desktop.domain.vault import VaultPaths
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.facts_vault import FactsVault
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.memory_graphs import MemoryGraphs
from tests.fakes.search_desk import DeskVault
from tests.fakes.searchable_index import SearchableIndex


class Shelf:
    """Documents in the trash."""

    def __init__(self, *names: str) -> None:
        self.names = list(names)

    def trashed(self) -> tuple[TrashedDocument, ...]:
        return tuple(TrashedDocument(name, name.title(), "2026-12-02T08:00:00Z", 10) for name in self.names)

    def restore(self, *names: str) -> Changes:
        if missing := [name for name in names if name not in self.names]:
            raise DocumentNotFound(f"The trash holds no document {missing[0]}.")
        self.names = [name for name in self.names if name not in names]
        return Changes(frozenset(names))

    def empty_trash(self, names: list[str] | None = None) -> int:
        gone = [name for name in self.names if names is None or name in names]
        self.names = [name for name in self.names if name not in gone]
        return len(gone)


def no_graphs(store: MemoryGraphs | None = None) -> NamedGraphs:
    index = SearchableIndex()
    return NamedGraphs(store or MemoryGraphs(), Picturing(MemoryGraph(index), index), MemoryAuditLog())


def no_boards(facts: FactsVault, root: Path) -> Boards:
    return Boards(BoardFiles(VaultPaths(root)), facts.memory, MarkingGate(facts.index, MarkingSettings()), facts.audit)


@pytest.fixture
def vault(tmp_path: Path) -> SimpleNamespace:
    facts, shelf = FactsVault(), Shelf("a", "b")
    threads = DeskVault().desk.threads
    fact_id = facts.keep("A fact.")
    facts.memory.forget(fact_id)
    library, graphs, boards = cast("Library", shelf), no_graphs(), no_boards(facts, tmp_path)
    return SimpleNamespace(
        facts=facts,
        shelf=shelf,
        fact=f"memory/{fact_id}",
        bin=TrashBin(library, facts.memory, threads, graphs, boards),
    )


def test_both_are_listed_newest_first(vault: SimpleNamespace) -> None:
    assert [each.id for each in vault.bin.entries()] == ["a", "b", vault.fact]


def test_both_come_back_together(vault: SimpleNamespace) -> None:
    changes = vault.bin.restore("a", vault.fact)
    assert (changes.documents, changes.facts) == ({"a"}, {vault.fact.removeprefix("memory/")})
    assert [each.id for each in vault.bin.entries()] == ["b"]


def test_what_cannot_come_back_is_told_and_keeps_nothing_else(vault: SimpleNamespace) -> None:
    assert vault.bin.restore("nowhere", vault.fact).problems == ("The trash holds no document nowhere.",)
    with pytest.raises(DocumentNotFound):
        vault.bin.restore("nowhere")


def test_some_or_all_are_removed_for_good(vault: SimpleNamespace) -> None:
    assert vault.bin.empty([vault.fact]) == 1
    assert [each.id for each in vault.bin.entries()] == ["a", "b"]
    assert (vault.bin.empty(), vault.bin.entries()) == (2, ())


def test_threads_are_listed_come_back_and_go_with_the_others(tmp_path: Path) -> None:
    facts, threads = FactsVault(), DeskVault().desk.threads
    bin_ = TrashBin(cast("Library", Shelf("a")), facts.memory, threads, no_graphs(), no_boards(facts, tmp_path))
    for name in ("one", "two"):
        threads.keep(name, Answer(f"{name}?", AnswerKind.NOT_FOUND, (), 0.0, None, (), (), Timing(0.0, None, 0.0)))
        threads.forget(name)
    assert [(each.id, each.title) for each in bin_.entries()] == [("a", "A"), ("threads/one", "one?"), ("threads/two", "two?")]
    assert bin_.restore("a", "threads/one").threads == {"one"}
    assert [each.id for each in threads.all()] == ["one"]
    assert bin_.empty(["threads/two"]) == 1
    assert bin_.entries() == ()


def test_graphs_are_listed_come_back_and_go_with_the_others(tmp_path: Path) -> None:
    facts, store = FactsVault(), MemoryGraphs()
    bin_ = TrashBin(cast("Library", Shelf("a")), facts.memory, DeskVault().desk.threads, no_graphs(store), no_boards(facts, tmp_path))
    for name in ("Winter", "Summer"):
        store.keep(NamedGraph(name, ("a",)))
        store.trash(name)
    assert [(each.id, each.title) for each in bin_.entries()] == [("a", "A"), ("graphs/graph-2", "Summer"), ("graphs/graph-1", "Winter")]
    assert bin_.restore("a", "graphs/graph-1").graphs == {"Winter"}
    assert [each.name for each in store.heads()] == ["Winter"]
    assert (bin_.empty(["graphs/graph-2"]), bin_.entries()) == (1, ())


def test_boards_are_listed_come_back_and_go_with_the_others(tmp_path: Path) -> None:
    facts = FactsVault()
    boards = no_boards(facts, tmp_path)
    bin_ = TrashBin(cast("Library", Shelf("a")), facts.memory, DeskVault().desk.threads, no_graphs(), boards)
    one, two = boards.begin("One?"), boards.begin("Two?")
    for each in (one, two):
        boards.forget(each.id)
    assert {(each.id, each.title) for each in bin_.entries()} == {
        ("a", "A"), (f"boards/{one.id}", "One?"), (f"boards/{two.id}", "Two?"),
    }  # fmt: skip
    assert bin_.restore("a", f"boards/{one.id}").boards == {one.id}
    assert [each.title for each in boards.all()] == ["One?"]
    assert (bin_.empty([f"boards/{two.id}"]), bin_.entries()) == (1, ())
