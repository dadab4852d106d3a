"""What every store of named graphs does, on the fake and on files."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.graph_files import GraphFiles
from desktop.application.ports import GraphStore
from desktop.domain.errors import UsageError
from desktop.domain.graph_timeline import Period
from desktop.domain.graph_view import Kind
from desktop.domain.layout import LayoutKind
from desktop.domain.named_graph import NamedGraph
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
)


@pytest.fixture(params=["memory", "files"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> GraphStore:
    return MemoryGraphs() if request.param == "memory" else GraphFiles(tmp_path / "graphs")


def test_a_graph_is_read_as_it_was_kept(store: GraphStore) -> None:
    assert store.names() == ()
    store.keep(GRAPH)
    assert store.read("winter  CASE") == GRAPH
    with pytest.raises(UsageError, match="Summer"):
        store.read("Summer")


def test_another_of_the_name_takes_its_place_and_names_written_alike_stay_apart(store: GraphStore) -> None:
    store.keep(GRAPH)
    store.keep(NamedGraph("WINTER case", ("a",)))
    store.keep(NamedGraph("Winter-case", ("b",)))
    store.keep(NamedGraph("冬", ("c",)))
    assert store.names() == ("WINTER case", "Winter-case", "冬")
    assert [store.read(name).nodes for name in store.names()] == [("a",), ("b",), ("c",)]
