"""Graphs by name: kept, and opened on what the vault holds by then."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from desktop.application.graph.named_graphs import NamedGraphs
from desktop.application.graph.picturing import Picturing
from desktop.application.job import JobContext
from desktop.domain.errors import UsageError
from desktop.domain.graph_view import GraphView, Kind, Node, add, document_key, hide, move, pin
from desktop.domain.layout import LayoutKind
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.extractions import APT28, HEADLACE, POLAND, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.memory_graphs import MemoryGraphs
from tests.fakes.searchable_index import SearchableIndex


def test_a_view_comes_back_as_it_was_on_an_index_made_anew() -> None:
    index, store = SearchableIndex(), MemoryGraphs()
    put_extracted(index, "one", "APT28 uses Headlace. APT28 targets Poland.", title="First")
    picturing = Picturing(MemoryGraph(index), index)
    view = add(GraphView(), picturing.begin(JobContext(), [document_key("one")], []))
    view = hide(pin(move(view, {APT28.id: (3.0, 4.0)}), [APT28.id], pinned=True), [POLAND.id])
    audit = MemoryAuditLog()
    graphs = NamedGraphs(store, picturing, audit, lambda: datetime(2026, 12, 1, 8, tzinfo=UTC))
    assert graphs.save("  My   graph ", view, LayoutKind.LAYERED) == "My graph"
    assert ([each.name for each in graphs.heads()], store.read("my graph").saved_at) == (["My graph"], "2026-12-01T08:00:00Z")

    fresh = SearchableIndex()
    put_extracted(fresh, "one", "APT28 uses Headlace.", title="First")
    opened = NamedGraphs(store, Picturing(MemoryGraph(fresh), fresh), audit).open(JobContext(), "my graph")
    assert sorted(opened.view.nodes) == sorted([document_key("one"), APT28.id, HEADLACE.id])
    assert (opened.missing, opened.layout, opened.view.spots[APT28.id]) == ((POLAND.id,), LayoutKind.LAYERED, (3.0, 4.0))
    assert (opened.view.pinned, opened.view.hidden) == ({APT28.id}, {POLAND.id})
    assert (APT28.id, "uses", HEADLACE.id) in {each.key for each in opened.view.ties}


def test_a_graph_needs_a_name_and_something_in_it() -> None:
    index = SearchableIndex()
    graphs = NamedGraphs(MemoryGraphs(), Picturing(MemoryGraph(index), index), MemoryAuditLog())
    with pytest.raises(UsageError):
        graphs.save("Name", GraphView(), LayoutKind.FORCE)


@pytest.fixture
def graphs() -> NamedGraphs:
    index = SearchableIndex()
    put_extracted(index, "one", "APT28 uses Headlace.")
    return NamedGraphs(MemoryGraphs(), Picturing(MemoryGraph(index), index), MemoryAuditLog())


VIEW = GraphView(nodes={APT28.id: Node(APT28.id, Kind.ACTOR, "APT28", "intrusion-set")})


def test_a_graph_belongs_to_the_case_that_it_was_kept_in(graphs: NamedGraphs) -> None:
    graphs.save("Winter", VIEW, LayoutKind.FORCE, "north")
    graphs.save("Summer", VIEW, LayoutKind.FORCE)
    assert [each.name for each in graphs.heads("north")] == ["Winter"]
    assert [(each.name, each.case) for each in graphs.heads()] == [("Summer", ""), ("Winter", "north")]
    graphs.save("winter", VIEW, LayoutKind.RADIAL)  # no case is worked on now
    assert [(each.name, each.case) for each in graphs.heads("north")] == [("winter", "north")]
    with pytest.raises(UsageError, match="belongs to the case north"):
        graphs.save("Winter", VIEW, LayoutKind.FORCE, "south")
    graphs.save("Summer", VIEW, LayoutKind.FORCE, "south")
    assert [each.name for each in graphs.heads("south")] == ["Summer"]


def test_a_graph_is_renamed_moved_to_the_trash_and_brought_back(graphs: NamedGraphs) -> None:
    graphs.save("Winter", VIEW, LayoutKind.FORCE, "north")
    assert graphs.rename("Winter", "  Cold   winter ") == "Cold winter"
    with pytest.raises(UsageError):
        graphs.rename("Cold winter", " ")
    file = graphs.forget("Cold winter")
    assert (graphs.heads(), [each.name for each in graphs.trashed()]) == ((), ["Cold winter"])
    assert graphs.restore(file, "gone").problems == ("The trash holds no graph gone.",)
    assert [(each.name, each.case) for each in graphs.heads()] == [("Cold winter", "north")]
    with pytest.raises(UsageError):
        graphs.restore("gone")
    graphs.forget("Cold winter")
    assert (graphs.empty_trash([file]), graphs.trashed()) == (1, ())
