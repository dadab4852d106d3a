"""What a picture was made of, and what of its tables may leave."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.gate import MarkingGate
from desktop.application.graph.picture_sources import PictureSources
from desktop.application.graph.picturing import Picturing
from desktop.application.job import JobContext
from desktop.application.settings import MarkingSettings
from desktop.domain.graph_rows import node_rows, tie_rows
from desktop.domain.graph_view import MENTIONS, GraphView, Kind, Node, Tie, add, document_key, hide
from desktop.domain.leaving import Exit
from desktop.domain.marking import Marking
from tests.fakes.extractions import APT28, HEADLACE, MIMIKATZ, POLAND, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

CONTEXT = JobContext()


class Markings:
    def effective_markings(self, ids: object) -> dict[str, Marking]:
        return {"open": Marking.CLEAR, "secret": Marking.RED}


@pytest.fixture
def graph() -> MemoryGraph:
    index = SearchableIndex()
    put_extracted(index, "open", "APT28 uses Headlace. APT28 targets Poland.", title="Open")
    put_extracted(index, "secret", "APT28 uses Headlace. APT28 uses Mimikatz.", title="Secret")
    return MemoryGraph(index)


@pytest.fixture
def sources(graph: MemoryGraph) -> PictureSources:
    return PictureSources(graph, MarkingGate(Markings(), MarkingSettings(export_max="GREEN")))


@pytest.fixture
def view(graph: MemoryGraph) -> GraphView:
    return add(GraphView(), Picturing(graph, graph.index).begin(CONTEXT, [APT28.id], []))


def test_a_picture_is_made_of_every_document_that_its_nodes_and_ties_count(sources: PictureSources) -> None:
    assert sources.made_of(CONTEXT, [POLAND.id], []) == ("open",)
    assert sources.made_of(CONTEXT, [document_key("secret")], []) == ("secret",)
    assert sources.made_of(CONTEXT, [], [Tie(APT28.id, "uses", HEADLACE.id)]) == ("open", "secret")
    assert sources.made_of(CONTEXT, [], [Tie(APT28.id, "uses", MIMIKATZ.id)]) == ("secret",)
    assert sources.made_of(CONTEXT, [], [Tie(document_key("open"), MENTIONS, APT28.id)]) == ("open",)


def test_what_rests_on_nothing_that_is_known_does_not_leave(sources: PictureSources) -> None:
    assert sources.made_of(CONTEXT, [], [Tie(APT28.id, "drops", POLAND.id)]) == ("",)
    assert not sources.examine(CONTEXT, Exit.CSV, "it", [], [Tie(APT28.id, "drops", POLAND.id)]).complete


def test_a_node_that_no_text_mentions_does_not_leave(sources: PictureSources, tmp_path: Path) -> None:
    only_in_a_fact = Node("malware:nightjar", Kind.MALWARE, "Nightjar", "malware")
    assert sources.made_of(CONTEXT, [only_in_a_fact.key], []) == ("",)
    assert not sources.examine(CONTEXT, Exit.IMAGE, "it", [only_in_a_fact.key], []).complete
    rows = node_rows(GraphView({only_in_a_fact.key: only_in_a_fact}))
    assert [each.name for each in sources.write_nodes(CONTEXT, rows, tmp_path / "n.csv").withheld] == ["Nightjar"]
    assert "Nightjar" not in (tmp_path / "n.csv").read_text(encoding="utf-8")


def test_rows_leave_only_where_all_that_they_count_may(sources: PictureSources, view: GraphView, tmp_path: Path) -> None:
    release = sources.write_nodes(CONTEXT, node_rows(view), tmp_path / "nodes.csv")
    assert (tmp_path / "nodes.csv").read_text(encoding="utf-8").splitlines() == [
        "name,kind,type,documents,mentions,relations,shown",
        "Poland,place,location,1,1,1,drawn",
    ]
    assert sorted(each.name for each in release.withheld) == ["APT28", "Headlace", "Mimikatz"]
    release = sources.write_ties(tie_rows(view), tmp_path / "ties.csv")
    assert (tmp_path / "ties.csv").read_text(encoding="utf-8").splitlines()[1:] == [
        "APT28,targets,Poland,derived,1,1,2024-03-02,2024-03-02"
    ]
    assert (len(release.allowed), len(release.withheld)) == (1, 2)


def test_a_picture_leaves_as_a_whole_or_not_at_all(sources: PictureSources, view: GraphView) -> None:
    assert sources.examine(CONTEXT, Exit.CSV, "Picture", [POLAND.id], []).complete
    held = sources.examine(CONTEXT, Exit.CSV, "Picture", list(view.nodes), view.ties)
    assert (held.complete, held.marking) == (False, Marking.CLEAR)
    assert held.explanation == "Picture may not leave by csv: marked up to TLP:RED, and the limit is TLP:GREEN."


def test_rows_say_how_a_node_stands_in_the_picture(view: GraphView) -> None:
    assert {each.name: each.shown for each in node_rows(hide(view, [POLAND.id]))}["Poland"] == "hidden"
