"""What every store of named graphs does, on the fake and on files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters.graph_files import GraphFiles
from desktop.application.ports import GraphStore
from desktop.domain.errors import UsageError
from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import Kind
from desktop.domain.layout import LayoutKind
from desktop.domain.named_graph import NamedGraph
from desktop.domain.vault import VaultPaths
from tests.fakes.memory_graphs import MemoryGraphs

GRAPH = NamedGraph(
    "Winter case",
    ("intrusion-set:G0007", "document:d-1"),
    {"intrusion-set:G0007": "collection:actor:"},
    frozenset({"document:d-1"}),
    frozenset({"collection:actor:"}),
    frozenset({Kind.PLACE}),
    frozenset({"uses"}),
    {"document:d-1": (1.5, -2.0)},
    LayoutKind.RADIAL,
    "2024-01-01",
    "2026-12-01T08:00:00Z",
    Period("2022-01-01", "2022-12-31"),
    "winter",
)


@pytest.fixture(params=["memory", "files"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> GraphStore:
    return MemoryGraphs() if request.param == "memory" else GraphFiles(VaultPaths(tmp_path))


def names(store: GraphStore) -> list[str]:
    return [each.name for each in store.heads()]


def test_a_graph_is_read_as_it_was_kept(store: GraphStore) -> None:
    assert store.heads() == ()
    store.keep(GRAPH)
    assert store.read("winter  CASE") == GRAPH
    with pytest.raises(UsageError, match="Summer"):
        store.read("Summer")


def test_another_of_the_name_takes_its_place_and_names_written_alike_stay_apart(store: GraphStore) -> None:
    store.keep(GRAPH)
    store.keep(NamedGraph("WINTER case", ("a",)))
    store.keep(NamedGraph("Winter-case", ("b",)))
    store.keep(NamedGraph("冬", ("c",)))
    assert names(store) == ["WINTER case", "Winter-case", "冬"]
    assert [store.read(name).nodes for name in names(store)] == [("a",), ("b",), ("c",)]


def test_a_list_tells_of_graphs_what_it_takes_to_choose_one(store: GraphStore) -> None:
    store.keep(GRAPH)
    (head,) = store.heads()
    assert (head.name, head.case, head.saved_at, head.nodes) == ("Winter case", "winter", "2026-12-01T08:00:00Z", 2)
    assert head.file


def test_another_name_leaves_all_else_as_it_is_and_takes_nobody_s(store: GraphStore) -> None:
    store.keep(GRAPH)
    store.keep(NamedGraph("Summer", ("a",)))
    file = store.heads()[1].file
    store.rename("winter case", "Spring")
    assert store.read("Spring") == replace(GRAPH, name="Spring")
    assert [each.file for each in store.heads() if each.name == "Spring"] == [file]
    store.rename("Spring", "SPRING")
    with pytest.raises(UsageError, match="already"):
        store.rename("Spring", "summer")
    with pytest.raises(UsageError, match="Autumn"):
        store.rename("Autumn", "x")
    assert names(store) == ["SPRING", "Summer"]


def test_what_is_moved_to_the_trash_comes_back_or_goes_for_good(store: GraphStore) -> None:
    store.keep(GRAPH)
    file = store.trash("Winter case")
    assert (names(store), [(each.file, each.name) for each in store.trashed()]) == ([], [(file, "Winter case")])
    store.keep(NamedGraph("Winter case", ("new",)))
    with pytest.raises(UsageError, match="again"):
        store.restore(file)
    other = store.trash("Winter case")
    assert other != file
    assert store.restore(file) == "Winter case"
    assert store.read("Winter case") == GRAPH
    assert store.empty_trash(["nothing"]) == 0
    assert (store.empty_trash([other]), store.trashed()) == (1, ())
    store.trash("Winter case")
    assert (store.empty_trash(), store.trashed()) == (1, ())
    for failing in (store.trash, store.restore):
        with pytest.raises(UsageError):
            failing("nothing")
