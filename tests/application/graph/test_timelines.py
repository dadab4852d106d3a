"""When what a picture holds was written of."""

from __future__ import annotations

import pytest

from desktop.application.graph.timelines import Timelines
from desktop.application.job import JobContext
from desktop.domain.graph_view import MENTIONS, document_key
from tests.fakes.extractions import APT28, HEADLACE, POLAND, SANDWORM, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

USES, TARGETS = (APT28.id, "uses", HEADLACE.id), (APT28.id, "targets", POLAND.id)


@pytest.fixture
def timelines() -> Timelines:
    index = SearchableIndex()
    put_extracted(index, "one", "APT28 uses Headlace. APT28 targets Poland.", published="2022-05-01")
    put_extracted(index, "two", "APT28 uses Headlace. Sandworm met Poland.", published="2023-05-01")
    put_extracted(index, "three", "Headlace again.")
    return Timelines(MemoryGraph(index))


def test_nodes_and_ties_have_the_documents_that_speak_of_them(timelines: Timelines) -> None:
    found = timelines.of(JobContext(), [APT28.id, HEADLACE.id, POLAND.id, document_key("one")])
    assert found.of_nodes == {
        APT28.id: {"one", "two"},
        HEADLACE.id: {"one", "two", "three"},
        POLAND.id: {"one", "two"},
        document_key("one"): {"one"},
    }
    mentions = {(document_key("one"), MENTIONS, each): {"one"} for each in (APT28.id, HEADLACE.id, POLAND.id)}
    assert found.of_ties == {USES: {"one", "two"}, TARGETS: {"one"}, **mentions}
    assert {name: (each.date, each.has_date) for name, each in found.documents.items()} == {
        "one": ("2022-05-01", True),
        "two": ("2023-05-01", True),
        "three": ("2024-03-02", False),
    }


def test_as_of_a_day_later_documents_are_not_there(timelines: Timelines) -> None:
    found = timelines.of(JobContext(), [APT28.id, HEADLACE.id, SANDWORM.id, POLAND.id], "2022-12-31")
    assert set(found.documents) == {"one"}
    assert (found.of_nodes[HEADLACE.id], found.of_nodes[SANDWORM.id]) == ({"one"}, frozenset())
    assert found.of_ties == {USES: {"one"}, TARGETS: {"one"}}
    assert timelines.of(JobContext(), []).documents == {}
