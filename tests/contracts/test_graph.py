"""What every graph does, on the fake and on SQLite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.graph_reader import SqliteGraphReader
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentExtraction, ExtractorIdentity, GraphReader, IndexReader, IndexWriter
from desktop.domain.chunk import content_hash
from desktop.domain.entity import EntityType
from desktop.domain.graph import (
    DatedDocument,
    Direction,
    EdgeQuery,
    EdgeStatus,
    EntityQuery,
    EntitySummary,
    MentionCount,
    NeighbourCount,
    Statement,
)
from desktop.domain.passage import Filters
from desktop.domain.relation import Relationship
from tests.fakes.documents import names, put
from tests.fakes.extractions import APT28, HEADLACE, IDENTITY, MIMIKATZ, POLAND, SANDWORM, an_entity, extract, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

Index = tuple[IndexWriter, IndexReader, GraphReader]
R, T = Relationship, EntityType
EVERY = EdgeQuery(negated=True, co_occurring=True)
ONE = "APT28 uses Headlace.\n\nFancy Bear was seen. APT28 targets Poland."
TWO = "APT28 uses Headlace.\n\nTsar Team never sleeps. APT28 never uses Mimikatz.\n\nSandworm met Headlace."


@pytest.fixture(params=["memory", "sqlite"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Index]:
    if request.param == "memory":
        memory = SearchableIndex()
        yield memory, memory, MemoryGraph(memory)
        return
    database = Database(tmp_path / "coffer.db")
    yield SqliteIndexWriter(database), SqliteIndexReader(database), SqliteGraphReader(database)
    database.close()


@pytest.fixture
def graph(index: Index) -> GraphReader:
    """ONE, published in 2022, and TWO, imported in 2024."""
    put_extracted(index[0], "one", ONE, published="2022-05-01", tags=("case",))
    put_extracted(index[0], "two", TWO)
    return index[2]


def edges(graph: GraphReader, entity_id: str, query: EdgeQuery = EVERY) -> list[tuple[str, str, str, bool]]:
    found = graph.edges([entity_id], query)
    assert graph.count_edges([entity_id], query) == len(found)
    return [(each.source, each.relationship, each.target, each.negated) for each in found]


def test_documents_wait_until_they_are_extracted_and_again_when_their_text_changes(index: Index) -> None:
    writer, reader, graph = index
    put(writer, "one", ONE)
    put(writer, "two", TWO, imported_at="2023-01-01T00:00:00Z")
    assert (reader.unextracted(1), reader.count_unextracted()) == (("two",), 2)
    writer.put_extractions([DocumentExtraction("one", content_hash(ONE), extract(ONE)), DocumentExtraction("gone", "", extract(ONE))])
    writer.put_extractions([DocumentExtraction("two", content_hash("what it was"), extract(TWO))])
    assert (reader.unextracted(9), len(graph.mentions_in("one")), graph.mentions_in("two")) == (("two",), 5, ())
    put(writer, "one", ONE, "Another title")
    assert (reader.unextracted(9), len(graph.mentions_in("one"))) == (("two",), 5)
    put(writer, "one", "Nothing.")
    assert (reader.count_unextracted(), graph.entities(EntityQuery()), reader.entity_ids()) == (2, (), ())


def test_what_breaks_the_extractor_is_known_and_waits_no_more(index: Index) -> None:
    writer, reader, _ = index
    put(writer, "one", ONE)
    writer.put_extractions([DocumentExtraction("one", content_hash(ONE), None)])
    assert (reader.count_unextracted(), reader.unextractable()) == (0, ("one",))


def test_entities_are_listed_by_how_many_documents_mention_them(graph: GraphReader) -> None:
    found = graph.entities(EntityQuery())
    assert [(each.id, each.documents, each.mentions) for each in found] == [
        (APT28.id, 2, 5),
        (HEADLACE.id, 2, 3),
        (SANDWORM.id, 1, 1),
        (POLAND.id, 1, 1),
        (MIMIKATZ.id, 1, 1),
    ]
    assert found[0] == EntitySummary(APT28.id, T.INTRUSION_SET, "APT28", "", ("Fancy Bear", "Sofacy", "Tsar Team"), 2, 5)
    assert graph.entities(EntityQuery(offset=1, limit=1)) == found[1:2]
    assert graph.count_types() == {T.INTRUSION_SET: 2, T.LOCATION: 1, T.MALWARE: 1, T.TOOL: 1}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (EntityQuery(types=(T.TOOL, T.MALWARE)), {HEADLACE.id, MIMIKATZ.id}),
        (EntityQuery(text="MIMI"), {MIMIKATZ.id}),
        (EntityQuery(text="fancy-bear"), {APT28.id}),
        (EntityQuery(text="%"), set()),
        (EntityQuery(document_id="one"), {APT28.id, HEADLACE.id, POLAND.id}),
        (EntityQuery(document_id="gone"), set()),
    ],
)
def test_entities_are_sought_by_type_name_and_document(graph: GraphReader, query: EntityQuery, expected: set[str]) -> None:
    assert {each.id for each in graph.entities(query)} == expected
    assert graph.count_entities(query) == len(expected)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (APT28.id, [APT28.id]),
        ("apt 28", [APT28.id]),
        ("FANCYBEAR", [APT28.id]),
        ("Tsar Team", [APT28.id, SANDWORM.id]),
        ("nobody", []),
        ("", []),
    ],
)
def test_an_entity_is_called_by_id_or_any_spelling_of_a_name(graph: GraphReader, name: str, expected: list[str]) -> None:
    assert [each.id for each in graph.called(name)] == expected


def test_an_undisputed_name_leads_on_to_others_that_it_names(index: Index) -> None:
    writer, _, graph = index
    chain = [an_entity(f"malware:{each}", each, after) for each, after in (("A", "B"), ("B", "C"), ("D", "E"))]
    chain += [an_entity("malware:C", "C", disputed=("D",)), an_entity("location:a", "A")]
    put(writer, "one", "A B C D")
    writer.put_extractions([DocumentExtraction("one", content_hash("A B C D"), extract("A B C D", chain))])
    writer.use_extractor(IDENTITY, b"", chain, ())
    assert graph.same_as(["malware:A"]) == ("malware:A", "malware:B", "malware:C")
    assert graph.same_as(["malware:D"]) == ("malware:D",)
    assert graph.same_as(["malware:unknown"]) == ("malware:unknown",)


def test_mentions_know_their_place_and_ground(graph: GraphReader) -> None:
    found = graph.mentions([APT28.id], 99)
    assert [(each.document_id, each.mention.start, each.mention.text) for each in found] == [
        ("one", 0, "APT28"),
        ("one", 22, "Fancy Bear"),
        ("one", 43, "APT28"),
        ("two", 0, "APT28"),
        ("two", 22, "Tsar Team"),
        ("two", 46, "APT28"),
    ]
    assert graph.mentions([APT28.id], 2, 1) == found[1:3]
    assert found[1].mention.by == "pack: Fancy Bear"
    assert (found[4].mention.entity_id, found[4].mention.candidates, found[4].mention.value) == (None, (APT28.id, SANDWORM.id), "Tsar Team")
    assert graph.mentions([POLAND.id], 9)[0].mention == extract(ONE).mentions[-1]


def test_chunks_are_ranked_by_what_they_mention(graph: GraphReader) -> None:
    found = graph.chunks_mentioning([APT28.id], 9, Filters(), CancelToken())
    assert names(found) == [("one", 1), ("two", 1), ("one", 0), ("two", 0)]
    assert [each.score for each in found] == pytest.approx([1.6, 1.2, 0.8, 0.8])
    assert names(graph.chunks_mentioning([APT28.id], 1, Filters(tags=("case",)), CancelToken())) == [("one", 1)]


def test_edges_say_what_states_them(graph: GraphReader) -> None:
    (edge,) = graph.with_evidence(graph.edges([HEADLACE.id], EdgeQuery()), 1)
    assert (edge.source, edge.relationship, edge.target, edge.negated) == (APT28.id, R.USES, HEADLACE.id, False)
    assert (edge.status, edge.confidence, edge.sentences, edge.documents) == (EdgeStatus.DERIVED, 0.5, 2, 2)
    assert (edge.first_seen, edge.last_seen, edge.is_claim) == ("2022-05-01", "2024-03-02", True)
    assert [(each.document_id, each.start, each.end, each.quote, each.by) for each in edge.evidence] == [
        ("one", 0, 20, "APT28 uses Headlace.", "“uses”")
    ]
    assert graph.edges_by_key([999, edge.key])[0].target == HEADLACE.id


def test_denials_and_mere_neighbours_are_no_edges_unless_asked_for(graph: GraphReader) -> None:
    assert edges(graph, APT28.id, EdgeQuery()) == [
        (APT28.id, R.USES, HEADLACE.id, False),
        (APT28.id, R.TARGETS, POLAND.id, False),
    ]
    assert edges(graph, APT28.id, EdgeQuery(negated=True))[1:] == [
        (APT28.id, R.TARGETS, POLAND.id, False),
        (APT28.id, R.USES, MIMIKATZ.id, True),
    ]
    assert edges(graph, SANDWORM.id, EdgeQuery()) == []
    assert edges(graph, SANDWORM.id, EdgeQuery(relationships=(R.RELATED_TO,))) == [(SANDWORM.id, R.RELATED_TO, HEADLACE.id, False)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (EdgeQuery(types=(T.LOCATION,)), [POLAND.id]),
        (EdgeQuery(relationships=(R.USES,)), [HEADLACE.id]),
        (EdgeQuery(Direction.IN), []),
        (EdgeQuery(as_of="2022-04-30"), []),
        (EdgeQuery(as_of="2022"), [POLAND.id, HEADLACE.id]),
    ],
)
def test_edges_are_chosen_by_type_relationship_direction_and_day(graph: GraphReader, query: EdgeQuery, expected: list[str]) -> None:
    assert [target for _, _, target, _ in edges(graph, APT28.id, query)] == expected


def test_a_stretch_of_edges(graph: GraphReader) -> None:
    assert [each.target for each in graph.edges([APT28.id], EdgeQuery(offset=1, limit=1))] == [POLAND.id]
    assert graph.count_edges([APT28.id], EdgeQuery(offset=0, limit=1_000)) == 2
    assert [each.target for each in graph.edges_among([APT28.id, POLAND.id], EdgeQuery())] == [POLAND.id]


def test_neighbours_are_counted_by_kind(graph: GraphReader) -> None:
    assert set(graph.count_neighbours([HEADLACE.id], EVERY)) == {
        NeighbourCount(R.RELATED_TO, Direction.IN, T.INTRUSION_SET, 1),
        NeighbourCount(R.USES, Direction.IN, T.INTRUSION_SET, 1),
    }


def test_two_hops_reach_further_for_less(graph: GraphReader) -> None:
    found = graph.reach([POLAND.id], 2, EVERY, CancelToken())
    assert [(each.entity_id, each.score, len(each.edges)) for each in found] == [
        (APT28.id, 0.25, 1),
        (HEADLACE.id, 0.0625, 2),
        (MIMIKATZ.id, 0.0625, 2),
    ]
    assert [each.entity_id for each in graph.reach([POLAND.id], 1, EVERY, CancelToken())] == [APT28.id]
    assert graph.reach([POLAND.id], 2, EdgeQuery(Direction.OUT), CancelToken()) == []
    path = graph.edges_by_key(found[1].edges)
    assert [(each.source, each.target) for each in path] == [(APT28.id, POLAND.id), (APT28.id, HEADLACE.id)]


def test_a_document_takes_what_only_it_said_along(index: Index, graph: GraphReader) -> None:
    writer, reader, _ = index
    writer.remove_documents(["two"])
    assert reader.entity_ids() == (APT28.id, POLAND.id, HEADLACE.id)
    assert [(each.mentions, each.documents) for each in graph.summaries([APT28.id])] == [(3, 1)]
    assert graph.with_evidence(graph.edges([HEADLACE.id], EVERY), 9)[0].sentences == 1
    assert reader.problems() == []
    writer.clear()
    assert (reader.entity_ids(), graph.entities(EntityQuery())) == ((), ())


def test_other_knowledge_renames_entities_and_has_the_documents_it_touches_wait(index: Index, graph: GraphReader) -> None:
    writer, reader, _ = index
    assert reader.extractor() is None
    renamed = an_entity(APT28.id, "Forest Blizzard", "APT28")
    later = ExtractorIdentity("rules 1", "names 2")
    writer.use_extractor(later, b"\0names", [renamed], ["two"])
    assert reader.extractor() == (later, b"\0names")
    assert reader.unextracted(9) == ("two",)
    assert [(each.value, each.aliases, each.mentions) for each in graph.summaries([APT28.id])] == [("Forest Blizzard", ("APT28",), 5)]
    assert graph.called("Fancy Bear") == ()
    writer.use_extractor(IDENTITY, b"", [], None)
    assert reader.count_unextracted() == 2


def test_many_names_are_asked_about_at_once(graph: GraphReader) -> None:
    asked = ["Fancy-Bear", "nobody", "Tsar Team", POLAND.id, "headlace", ""]
    assert graph.named_among(asked) == {
        "Fancy-Bear": (APT28.id,),
        "Tsar Team": (APT28.id, SANDWORM.id),
        POLAND.id: (POLAND.id,),
        "headlace": (HEADLACE.id,),
    }


def test_the_chunks_in_which_edges_are_stated(graph: GraphReader) -> None:
    keys = {(each.source, each.target): each.key for each in graph.edges([APT28.id], EVERY)}
    asked = [keys[APT28.id, HEADLACE.id], keys[APT28.id, POLAND.id], 999]
    found = graph.chunks_stating(asked, 9, Filters(), CancelToken())
    assert [(edge, chunk.document_id, chunk.position, chunk.score) for edge, chunk in found] == [
        (asked[0], "one", 0, 0.5),
        (asked[0], "two", 0, 0.5),
        (asked[1], "one", 1, 0.5),
    ]
    assert [edge for edge, _ in graph.chunks_stating(asked, 1, Filters(), CancelToken())] == asked[:2]
    assert {chunk.document_id for _, chunk in graph.chunks_stating(asked, 9, Filters(tags=("case",)), CancelToken())} == {"one"}


def test_links_lead_on_both_ways_those_that_most_sentences_state_first(graph: GraphReader) -> None:
    found = graph.links([APT28.id], EVERY, CancelToken())
    assert (found[0].source, found[0].target, found[0].sentences, found[0].is_claim) == (APT28.id, HEADLACE.id, 2, True)
    assert {each.target for each in found} == {HEADLACE.id, POLAND.id, MIMIKATZ.id}
    assert [each.source for each in graph.links([POLAND.id], EVERY, CancelToken())] == [APT28.id]
    assert [each.target for each in graph.links([APT28.id], EdgeQuery(limit=1), CancelToken())] == [HEADLACE.id]


def test_what_was_not_known_on_a_day_leads_nowhere(graph: GraphReader) -> None:
    then, before = EdgeQuery(as_of="2022-12-31", negated=True), EdgeQuery(as_of="2021")
    assert {each.target for each in graph.links([APT28.id], then, CancelToken())} == {HEADLACE.id, POLAND.id}
    assert {each.entity_id for each in graph.reach([APT28.id], 2, then, CancelToken())} == {HEADLACE.id, POLAND.id}
    assert (graph.links([APT28.id], before, CancelToken()), graph.reach([APT28.id], 2, before, CancelToken())) == ([], [])


def test_documents_are_put_in_order_of_time(graph: GraphReader) -> None:
    assert graph.timeline([APT28.id, POLAND.id]) == (
        DatedDocument("2022-05-01", "one", "one", 4),
        DatedDocument("2024-03-02", "two", "two", 2, has_date=False),
    )
    assert [each.document_id for each in graph.timeline([POLAND.id])] == ["one"]
    assert graph.timeline([]) == ()


def test_documents_are_told_with_their_dates_and_what_they_mention(index: Index, graph: GraphReader) -> None:
    assert graph.dated(["two", "gone", "one"]) == (
        DatedDocument("2024-03-02", "two", "two", 7, has_date=False),
        DatedDocument("2022-05-01", "one", "one", 5),
    )
    assert graph.count_mentions(["one", "gone"]) == (
        MentionCount("one", APT28.id, 3),
        MentionCount("one", POLAND.id, 1),
        MentionCount("one", HEADLACE.id, 1),
    )
    assert graph.count_mentions([]) == ()


def test_which_documents_mention_and_state_things_is_told_for_each(graph: GraphReader) -> None:
    assert graph.mentioned_in([HEADLACE.id, POLAND.id]) == (
        MentionCount("one", POLAND.id, 1),
        MentionCount("one", HEADLACE.id, 1),
        MentionCount("two", HEADLACE.id, 2),
    )
    assert graph.mentioned_in([]) == ()
    drawn = [APT28.id, HEADLACE.id, SANDWORM.id]
    assert graph.stated_in(drawn, EdgeQuery()) == (
        Statement(APT28.id, R.USES, HEADLACE.id, "one"),
        Statement(APT28.id, R.USES, HEADLACE.id, "two"),
    )
    assert graph.stated_in(drawn, EdgeQuery(co_occurring=True))[-1] == Statement(SANDWORM.id, R.RELATED_TO, HEADLACE.id, "two")
    assert [each.document_id for each in graph.stated_in(drawn, EdgeQuery(as_of="2023-01-01"))] == ["one"]


def test_an_edge_is_first_published_with_the_earliest_document_that_bears_a_date(graph: GraphReader) -> None:
    uses, met = graph.edges_among([APT28.id, HEADLACE.id, SANDWORM.id], EdgeQuery(co_occurring=True))
    assert (uses.relationship, met.relationship) == (R.USES, R.RELATED_TO)
    assert graph.first_published([uses.key, met.key]) == {uses.key: "2022-05-01"}
