"""The routes over what documents mention."""

from __future__ import annotations

import time

import pytest

from desktop.application.job import CancelToken
from desktop.application.retrieve.graph_routes import GraphRoutes, Thing
from desktop.domain.passage import Filters
from tests.fakes.documents import names
from tests.fakes.extractions import APT28, HEADLACE, MIMIKATZ, POLAND, SANDWORM, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

ONE = "APT28 uses Headlace.\n\nFancy Bear was seen with Sandworm.\n\nHeadlace was rewritten."
TWO = "Sofacy was busy.\n\nAPT28 targets Poland.\n\nSandworm uses Mimikatz.\n\nSandworm met Headlace."
ANY = Filters()


@pytest.fixture
def routes() -> GraphRoutes:
    index = SearchableIndex()
    put_extracted(index, "one", ONE, tags=("case",))
    put_extracted(index, "two", TWO)
    return GraphRoutes(MemoryGraph(index))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What does Fancy Bear use?", [Thing("Fancy Bear", (APT28.id,))]),
        ("APT 28's tools, and Headlace?", [Thing("Headlace", (HEADLACE.id,))]),
        ("apt28", [Thing("apt28", (APT28.id,))]),
        ("sandworm", [Thing("sandworm", (SANDWORM.id,))]),
        ("the sandworm of dune", []),
        ("Tsar Team", [Thing("Tsar Team", (APT28.id, SANDWORM.id))]),
        ("Emotet", []),
        ("", []),
    ],
)
def test_things_that_documents_mention_are_known_by_any_name(routes: GraphRoutes, text: str, expected: list[Thing]) -> None:
    assert routes.things(text) == expected


def test_the_things_in_pages_of_text_are_found_soon(routes: GraphRoutes) -> None:
    text = f"{' '.join(f'Heron{number}' for number in range(12000))} Sandworm"
    started = time.process_time()
    assert routes.things(text) == [Thing("Sandworm", (SANDWORM.id,))]
    assert time.process_time() - started < 6


def test_a_name_that_is_to_mean_itself_alone_is_no_thing(routes: GraphRoutes) -> None:
    assert routes.things("APT28 and Headlace", frozenset({"apt28"})) == [Thing("Headlace", (HEADLACE.id,))]


def test_chunks_that_mention_more_of_the_things_come_first_then_the_better_by_words(routes: GraphRoutes) -> None:
    things = routes.things("Fancy Bear with Sandworm")
    found = routes.mentioning(things, {4: 1}, 9, ANY, CancelToken())
    assert names(found.chunks)[:2] == [("one", 1), ("two", 0)]
    assert found.why[found.chunks[0].chunk] == "mentions Fancy Bear and Sandworm"
    assert names(routes.mentioning(things, {}, 9, Filters(tags=("case",)), CancelToken()).chunks) == [("one", 1), ("one", 0)]


def test_what_states_an_edge_comes_before_what_only_mentions_where_it_leads(routes: GraphRoutes) -> None:
    found = routes.connected("APT28", routes.things("APT28"), 9, ANY, CancelToken())
    assert names(found.chunks)[:2] == [("one", 0), ("two", 1)]
    assert ("one", 2) in names(found.chunks)
    assert found.why[found.chunks[0].chunk] == "APT28 uses Headlace"


def test_the_way_that_leads_to_a_chunk_is_said(routes: GraphRoutes) -> None:
    found = routes.connected("Poland", routes.things("Poland"), 9, ANY, CancelToken())
    said = {(each.document_id, each.position): found.why[each.chunk] for each in found.chunks}
    assert (said["two", 1], said["one", 0]) == ("APT28 targets Poland", "APT28 targets Poland; APT28 uses Headlace")


@pytest.mark.parametrize(("text", "first"), [("Which tool does APT28 have?", ("one", 0)), ("Which countries does APT28 hit?", ("two", 1))])
def test_edges_of_the_kind_that_is_asked_for_come_first(routes: GraphRoutes, text: str, first: tuple[str, int]) -> None:
    assert names(routes.connected(text, routes.things(text), 9, ANY, CancelToken()).chunks)[0] == first


def test_nothing_leads_nowhere(routes: GraphRoutes) -> None:
    assert routes.connected("nobody", routes.things("nobody"), 9, ANY, CancelToken()).chunks == []
    assert routes.connected("Poland", [Thing("x", ("unknown",))], 9, ANY, CancelToken()).chunks == []
    assert {MIMIKATZ.id, POLAND.id} & set(routes.things("Mimikatz")[0].entity_ids) == {MIMIKATZ.id}
