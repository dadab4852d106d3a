"""Ways between two nodes in the order of time."""

from __future__ import annotations

import pytest

from desktop.application.graph.ordered_ways import OrderedFinding, OrderedPaths
from desktop.application.graph.picturing import Picturing
from desktop.application.job import JobContext
from desktop.domain.graph_card import OrderedWays
from tests.fakes.extractions import APT28, HEADLACE, MIMIKATZ, POLAND, SANDWORM, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex


def find(documents: dict[str, tuple[str, str | None]], *, as_of: str = "") -> OrderedFinding:
    """The ways between APT28 and Sandworm, of documents with their texts and dates."""
    index = SearchableIndex()
    for name, (text, published) in documents.items():
        put_extracted(index, name, text, title=name.title(), published=published)
    graph = MemoryGraph(index)
    return OrderedPaths(graph, Picturing(graph, index)).find(JobContext(), APT28.id, SANDWORM.id, [APT28.id, SANDWORM.id], as_of)


def told(found: OrderedWays) -> list[list[tuple[str, str, str]]]:
    return [[(step.date, step.tie.source, step.tie.target) for step in way] for way in found.ways]


def test_a_way_goes_only_where_time_does_not_go_backward() -> None:
    found = find({"one": ("APT28 uses Headlace.", "2022-05-01"), "two": ("Sandworm uses Headlace.", "2023-05-01")})
    assert told(found.there) == [[("2022-05-01", APT28.id, HEADLACE.id), ("2023-05-01", SANDWORM.id, HEADLACE.id)]]
    assert (found.there.undated, found.back.ways) == (False, ())
    assert [each.key for each in found.addition.nodes] == [APT28.id, HEADLACE.id, SANDWORM.id]
    assert [(step.sentence.document_id, step.sentence.quote) for step in found.there.ways[0]] == [
        ("one", "APT28 uses Headlace."),
        ("two", "Sandworm uses Headlace."),
    ]


def test_an_edge_counts_from_the_first_document_that_states_it() -> None:
    later = {"one": ("APT28 uses Headlace.", "2024-05-01"), "two": ("Sandworm uses Headlace.", "2023-05-01")}
    assert told(find(later).there) == []
    again = find({**later, "three": ("APT28 uses Headlace.", "2020-01-01")})
    assert [step.date for step in again.there.ways[0]] == ["2020-01-01", "2023-05-01"]
    assert again.there.ways[0][0].sentence.document_id == "three"


def test_one_day_and_a_date_that_may_be_late_enough_are_no_step_back() -> None:
    same = find({"one": ("APT28 uses Headlace. Sandworm uses Headlace.", "2022-05-01")})
    assert (len(same.there.ways), len(same.back.ways)) == (1, 1)
    coarse = find({"one": ("APT28 uses Headlace.", "2022-05-01"), "two": ("Sandworm uses Headlace.", "2022")})
    assert len(coarse.there.ways) == 1
    assert find({"one": ("APT28 uses Headlace.", "2022-05-01"), "two": ("Sandworm uses Headlace.", "2021")}).there.ways == ()


def test_of_parallel_relations_the_one_that_fits_is_taken_and_a_way_is_told_once() -> None:
    found = find(
        {
            "one": ("APT28 uses Headlace.", "2024-01-01"),
            "two": ("APT28 targets Headlace.", "2022-01-01"),
            "three": ("Sandworm uses Headlace. Sandworm targets Headlace.", "2023-01-01"),
        }
    )
    assert [way[0].tie.relationship for way in found.there.ways] == ["targets"]


def test_undated_relations_count_only_where_nothing_else_fits_and_that_is_said() -> None:
    undated = {"one": ("APT28 targets Poland.", None), "two": ("Sandworm targets Poland.", "2021-01-01")}
    found = find(undated)
    assert told(found.there) == [[("", APT28.id, POLAND.id), ("2021-01-01", SANDWORM.id, POLAND.id)]]
    assert (found.there.undated, found.back.undated) == (True, True)
    both = find({**undated, "three": ("APT28 uses Mimikatz.", "2019-01-01"), "four": ("Sandworm uses Mimikatz.", "2020-01-01")})
    assert (told(both.there)[0][0][2], len(both.there.ways), both.there.undated) == (MIMIKATZ.id, 1, False)


def test_what_merely_stands_in_one_sentence_counts_where_no_claim_leads_there() -> None:
    found = find({"one": ("APT28 met Poland.", "2020-01-01"), "two": ("Sandworm met Poland.", "2021-01-01")})
    assert len(found.there.ways) == 1


@pytest.mark.parametrize(("as_of", "ways"), [("2022-12-31", 0), ("2023-12-31", 1)])
def test_as_of_a_day_nothing_later_is_gone_over(as_of: str, ways: int) -> None:
    documents: dict[str, tuple[str, str | None]] = {
        "one": ("APT28 uses Headlace.", "2022-05-01"),
        "two": ("Sandworm uses Headlace.", "2023-05-01"),
    }
    assert len(find(documents, as_of=as_of).there.ways) == ways


def test_where_nothing_connects_them_nothing_is_added() -> None:
    found = find({"one": ("APT28 uses Headlace.", "2022-05-01"), "two": ("Sandworm uses Mimikatz.", "2023-05-01")})
    assert (found.there.ways, found.back.ways, found.addition.nodes) == ((), (), ())
