"""What a picture of the graph is made of."""

from __future__ import annotations

import pytest

from desktop.application.graph.picturing import BUDGET, Picturing
from desktop.application.job import JobContext
from desktop.application.ports import DocumentExtraction
from desktop.domain.chunk import content_hash
from desktop.domain.errors import Cancelled
from desktop.domain.graph import Direction
from desktop.domain.graph_card import DOCUMENTS, Choice
from desktop.domain.graph_view import MENTIONS, Addition, Kind, document_key
from tests.fakes.documents import put
from tests.fakes.extractions import APT28, HEADLACE, MIMIKATZ, POLAND, SANDWORM, an_entity, extract, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

ONE = "APT28 uses Headlace. APT28 targets Poland."
TWO = "APT28 uses Headlace. Sandworm met Poland. APT28 uses Mimikatz."
CONTEXT = JobContext()


@pytest.fixture
def picturing() -> Picturing:
    index = SearchableIndex()
    put_extracted(index, "one", ONE, title="First", published="2022-05-01", tags=("case",))
    put_extracted(index, "two", TWO, title="Second", published="2023-05-01", tags=("case",))
    put_extracted(index, "three", "Mimikatz again.", title="Third", published="2024-05-01")
    return Picturing(MemoryGraph(index), index)


def labels(addition: Addition) -> list[str]:
    return [each.label for each in addition.nodes]


def ties(addition: Addition) -> set[tuple[str, str, str]]:
    return {each.key for each in addition.ties}


def test_names_are_suggested_by_part_and_by_any_spelling(picturing: Picturing) -> None:
    assert [each.key for each in picturing.suggest("fancy bear")] == [APT28.id]
    assert [each.key for each in picturing.suggest("mimi")] == [MIMIKATZ.id]
    assert picturing.suggest("  ") == ()


def test_it_begins_with_a_name_and_what_is_claimed_of_it(picturing: Picturing) -> None:
    begun = picturing.begin(CONTEXT, [APT28.id], [])
    assert labels(begun)[0] == "APT28"
    assert sorted(labels(begun)) == ["APT28", "Headlace", "Mimikatz", "Poland"]
    assert begun.single == {APT28.id, HEADLACE.id, POLAND.id, MIMIKATZ.id}
    assert ties(begun) == {
        (APT28.id, "uses", HEADLACE.id),
        (APT28.id, "targets", POLAND.id),
        (APT28.id, "uses", MIMIKATZ.id),
    }
    (headlace,) = [each for each in begun.ties if each.target == HEADLACE.id]
    assert (headlace.sentences, headlace.documents, headlace.first_seen, headlace.last_seen) == (2, 2, "2022-05-01", "2023-05-01")


def test_of_a_name_without_relations_the_documents_come(picturing: Picturing) -> None:
    index = SearchableIndex()
    put_extracted(index, "three", "Mimikatz again.", title="Third")
    begun = Picturing(MemoryGraph(index), index).begin(CONTEXT, [MIMIKATZ.id], [])
    assert labels(begun) == ["Mimikatz", "Third"]
    assert ties(begun) == {(document_key("three"), MENTIONS, MIMIKATZ.id)}


def test_a_document_begins_with_what_it_mentions_most(picturing: Picturing) -> None:
    begun = picturing.begin(CONTEXT, [document_key("two")], [])
    assert labels(begun)[:2] == ["Second", "APT28"]
    assert begun.anchor == document_key("two")
    assert (document_key("two"), MENTIONS, SANDWORM.id) in ties(begun)
    assert (SANDWORM.id, "related-to", POLAND.id) in ties(begun)


def test_a_passage_brings_what_stands_in_it(picturing: Picturing) -> None:
    start = TWO.index("Sandworm")
    found = picturing.passage(CONTEXT, "two", start, start + len("Sandworm met Poland."), [])
    assert sorted(labels(found)) == ["Poland", "Sandworm", "Second"]
    assert labels(picturing.passage(CONTEXT, "three", 9, 14, [])) == ["Third", "Mimikatz"]


def test_a_case_begins_with_what_its_documents_have_in_common(picturing: Picturing) -> None:
    found = picturing.case(CONTEXT, "case", [])
    assert labels(found)[:2] == ["Second", "First"]
    assert set(labels(found)[2:5]) == {"APT28", "Headlace", "Poland"}
    assert found.total == 7


def test_only_so_many_of_a_kind_are_drawn_alone_and_those_that_are_drawn_do_not_count() -> None:
    names = ["Aa", "Bb", "Cc", "Dd", "Ee", "Ff", "Gg", "Hh", "Ii", "Jj", "Kk", "Ll", "Mm", "Nn"]
    known = (APT28, *(an_entity(f"malware:{each}", each) for each in names))
    index = SearchableIndex()
    body = " ".join(f"APT28 uses {each}." for each in names)
    put(index, "d", body)
    index.put_extractions([DocumentExtraction("d", content_hash(body), extract(body, known))])
    picturing = Picturing(MemoryGraph(index), index)
    begun = picturing.begin(CONTEXT, [APT28.id], [])
    assert (len(begun.nodes), len(begun.single), begun.total) == (15, BUDGET + 1, 15)
    more = picturing.around(CONTEXT, APT28.id, None, [each.key for each in begun.nodes], tuple(begun.single))
    assert len(more.single) == 4
    assert not more.single & begun.single


def test_a_node_is_widened_by_the_sort_that_is_chosen(picturing: Picturing) -> None:
    users = picturing.around(CONTEXT, HEADLACE.id, Choice("uses", Direction.IN, Kind.ACTOR), [], [])
    assert labels(users) == ["APT28"]
    documents = picturing.around(CONTEXT, MIMIKATZ.id, DOCUMENTS, [MIMIKATZ.id], [])
    assert labels(documents) == ["Third", "Second"] or labels(documents) == ["Second", "Third"]
    assert (document_key("three"), MENTIONS, MIMIKATZ.id) in ties(documents)
    only = picturing.around(CONTEXT, document_key("two"), Choice(MENTIONS, Direction.OUT, Kind.PLACE), [], [])
    assert labels(only) == ["Poland"]


def test_what_there_is_around_is_counted_by_sort_claims_first(picturing: Picturing) -> None:
    assert picturing.choices(POLAND.id) == (
        Choice("targets", Direction.IN, Kind.ACTOR, 1),
        Choice("related-to", Direction.BOTH, Kind.ACTOR, 1),
        Choice(MENTIONS, Direction.IN, Kind.DOCUMENT, 2),
    )
    assert picturing.choices(document_key("three")) == (Choice(MENTIONS, Direction.OUT, Kind.TOOL, 1),)


def test_as_of_a_day_only_what_was_known_then_is_there(picturing: Picturing) -> None:
    early = picturing.begin(CONTEXT, [APT28.id], [], "2022-12-31")
    assert sorted(labels(early)) == ["APT28", "Headlace", "Poland"]
    assert picturing.choices(POLAND.id, "2022-12-31")[-1].entities == 1


def test_what_is_gone_is_not_there_when_it_is_looked_at_again(picturing: Picturing) -> None:
    found = picturing.again([APT28.id, "malware:gone", document_key("one"), document_key("gone")])
    assert labels(found) == ["APT28", "First"]
    assert ties(found) == {(document_key("one"), MENTIONS, APT28.id)}


def test_names_to_begin_with_are_no_indicators_and_whoever_waits_may_stop(picturing: Picturing) -> None:
    assert [each.label for each in picturing.starts(2)] == ["APT28", "Headlace"]
    context = JobContext()
    context.cancel.cancel()
    with pytest.raises(Cancelled):
        picturing.begin(context, [APT28.id], [])


def test_two_are_connected_over_what_both_touch() -> None:
    index = SearchableIndex()
    put_extracted(index, "one", "APT28 uses Headlace. Sandworm uses Headlace. Sandworm targets Poland.", title="First")
    picturing = Picturing(MemoryGraph(index), index)
    found = picturing.paths(CONTEXT, APT28.id, SANDWORM.id, [])
    assert labels(found) == ["APT28", "Headlace", "Sandworm"]
    assert ties(found) == {(APT28.id, "uses", HEADLACE.id), (SANDWORM.id, "uses", HEADLACE.id)}
    assert picturing.paths(CONTEXT, APT28.id, MIMIKATZ.id, []).nodes == ()


def test_two_deep_is_what_the_neighbours_touch() -> None:
    index = SearchableIndex()
    put_extracted(index, "one", "APT28 uses Headlace. Sandworm uses Headlace. Sandworm targets Poland.", title="First")
    found = Picturing(MemoryGraph(index), index).two_deep(CONTEXT, APT28.id, [])
    assert sorted(labels(found)) == ["Headlace", "Sandworm"]
    assert (found.anchor, found.single) == (APT28.id, {APT28.id, HEADLACE.id, SANDWORM.id})


def test_what_is_mentioned_only_later_is_known(picturing: Picturing) -> None:
    keys = [APT28.id, MIMIKATZ.id, document_key("one"), document_key("two")]
    assert picturing.later(CONTEXT, keys, "2022-12-31") == {MIMIKATZ.id, document_key("two")}
    assert picturing.later(CONTEXT, keys, "") == frozenset()


def test_of_several_documents_what_they_have_in_common_comes_first(picturing: Picturing) -> None:
    begun = picturing.begin(CONTEXT, [document_key("one"), document_key("two")], [])
    assert labels(begun)[:2] == ["First", "Second"]
    assert set(labels(begun)[2:5]) == {"APT28", "Headlace", "Poland"}
    assert begun.anchor == ""


TWIN = an_entity("threat-actor:sofacy", "Sofacy", "Fancy Bear")


@pytest.fixture
def joined() -> Picturing:
    """APT28, whom another source calls Sofacy: one document speaks of either, one of Sofacy alone."""
    index = SearchableIndex()
    group = an_entity(APT28.id, "APT28", "Fancy Bear")
    for name, text in (("one", "APT28 uses Headlace. Sofacy uses Headlace."), ("two", "Sofacy targets Poland. Sofacy uses Headlace.")):
        put(index, name, text, title=name, published="2024-05-01")
        index.put_extractions([DocumentExtraction(name, content_hash(text), extract(text, [group, TWIN, HEADLACE, POLAND]))])
    return Picturing(MemoryGraph(index), index)


def test_what_is_said_of_a_node_by_another_name_stays_tied_to_it(joined: Picturing) -> None:
    begun = joined.begin(CONTEXT, [APT28.id], [])
    assert ties(begun) == {(APT28.id, "uses", HEADLACE.id), (APT28.id, "targets", POLAND.id)}
    again = joined.again([each.key for each in begun.nodes])
    assert set(again.ties) == set(begun.ties)
    (headlace,) = [each for each in again.ties if each.target == HEADLACE.id]
    assert (headlace.sentences, headlace.documents) == (3, 2)
    document = joined.ties([document_key("one"), document_key("two"), APT28.id])
    assert [(each.source, each.sentences) for each in document] == [(document_key("one"), 2), (document_key("two"), 2)]


def test_two_that_are_the_same_keep_their_own_ties_where_both_are_nodes(joined: Picturing) -> None:
    found = joined.again([APT28.id, TWIN.id, HEADLACE.id, POLAND.id])
    assert ties(found) == {
        (APT28.id, "uses", HEADLACE.id),
        (TWIN.id, "uses", HEADLACE.id),
        (TWIN.id, "targets", POLAND.id),
    }
