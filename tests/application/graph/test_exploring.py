"""Looking about in the graph."""

from __future__ import annotations

import pytest

from desktop.application.graph.exploring import GraphExplorer
from desktop.application.job import CancelToken
from desktop.application.ports import DocumentExtraction
from desktop.domain.chunk import content_hash
from desktop.domain.errors import AmbiguousName, Cancelled, EntityNotFound
from desktop.domain.graph import EdgeQuery, NamedEntity
from desktop.domain.relation import Relationship
from tests.fakes.documents import put
from tests.fakes.extractions import APT28, HEADLACE, POLAND, SANDWORM, an_entity, extract, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

BODY = "APT28 uses Headlace. APT28 targets Poland. Tsar Team was there. Sandworm met Poland."


def explorer_of(*texts: str, known: tuple[NamedEntity, ...] | None = None) -> GraphExplorer:
    index = SearchableIndex()
    for number, text in enumerate(texts):
        if known is None:
            put_extracted(index, f"d{number}", text)
        else:
            put(index, f"d{number}", text)
            index.put_extractions([DocumentExtraction(f"d{number}", content_hash(text), extract(text, known))])
    return GraphExplorer(MemoryGraph(index))


LETTERS = tuple(an_entity(f"malware:{each}", each) for each in ("Aa", "Bb", "Cc", "Dd", "Ee", "Ff"))


def ways(text: str, one: str, other: str, count: int = 3, query: EdgeQuery | None = None) -> list[str]:
    explorer = explorer_of(text, known=LETTERS)
    found = explorer.connections(f"malware:{one}", f"malware:{other}", query or EdgeQuery(), CancelToken(), count)
    return [" ".join(each.partition(":")[2] for each in way.entities) for way in found.ways]


def test_a_name_that_two_share_is_told_with_both() -> None:
    explorer = explorer_of(BODY)
    assert explorer.find("fancy bear").id == APT28.id
    with pytest.raises(AmbiguousName, match=f"{APT28.id} \\(APT28, 1 document\\); {SANDWORM.id}"):
        explorer.find("Tsar Team")
    with pytest.raises(EntityNotFound, match="'Emotet'"):
        explorer.find("Emotet")


def test_neighbours_come_with_their_sentences_and_their_number() -> None:
    found = explorer_of(BODY).neighbours([APT28.id], EdgeQuery(limit=1))
    assert [each.id for each in found.nodes] == [APT28.id, POLAND.id]
    assert ([each.quote for each in found.edges[0].evidence], found.total) == (["APT28 targets Poland."], 2)


def test_what_there_is_around_is_counted_first() -> None:
    expansion = explorer_of(BODY).expansion([POLAND.id], EdgeQuery(co_occurring=True))
    assert {(each.relationship, each.entities) for each in expansion.counts} == {(Relationship.TARGETS, 1), (Relationship.RELATED_TO, 1)}
    assert expansion.total == 2


def test_two_edges_away() -> None:
    found = explorer_of(BODY).around([POLAND.id], 2, EdgeQuery(), CancelToken(), evidence=1)
    assert [each.id for each in found.nodes] == [POLAND.id, APT28.id, HEADLACE.id]
    assert [each.evidence[0].quote for each in found.edges] == ["APT28 targets Poland.", "APT28 uses Headlace."]


def test_the_shortest_ways_come_first_whichever_way_their_edges_point() -> None:
    text = "Aa uses Bb. Cc uses Bb. Aa uses Dd. Dd uses Cc. Dd uses Ee. Ee uses Cc. Ff uses Ff."
    assert ways(text, "Aa", "Cc") == ["Aa Bb Cc", "Aa Dd Cc", "Aa Dd Ee Cc"]
    assert ways(text, "Aa", "Cc", count=1) == ["Aa Bb Cc"]
    assert ways(text, "Aa", "Aa") == []
    assert ways(text, "Aa", "Ff") == []


def test_of_ways_as_short_the_better_supported_is_first() -> None:
    explorer = explorer_of("Aa uses Bb. Bb uses Cc. Aa uses Dd. Dd uses Cc.", "Aa uses Dd. Dd uses Cc.", known=LETTERS)
    found = explorer.connections("malware:Aa", "malware:Cc", EdgeQuery(), CancelToken())
    assert [each.entities[1] for each in found.ways] == ["malware:Dd", "malware:Bb"]
    assert [edge.documents for edge in found.ways[0].edges] == [2, 2]
    assert [len(edge.evidence) for edge in found.ways[0].edges] == [2, 2]


def test_co_occurrence_connects_only_where_no_claim_does_and_that_is_said() -> None:
    explorer = explorer_of("Aa met Bb. Bb met Cc.", known=LETTERS)
    found = explorer.connections("malware:Aa", "malware:Cc", EdgeQuery(), CancelToken())
    assert (len(found.ways), found.co_occurring) == (1, True)
    assert ways("Aa met Cc. Aa uses Bb. Bb uses Cc.", "Aa", "Cc") == ["Aa Bb Cc"]
    assert ways("Aa met Cc.", "Aa", "Cc", query=EdgeQuery(relationships=(Relationship.USES,))) == []


def test_nobody_waits_for_ways_that_nobody_wants() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        explorer_of(BODY).connections(POLAND.id, HEADLACE.id, EdgeQuery(), cancel)
