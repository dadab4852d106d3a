"""Cards of nodes, and the sentences behind lines."""

from __future__ import annotations

import pytest

from desktop.application.graph.descriptions import Description, Descriptions
from desktop.application.graph.picturing import Picturing
from desktop.application.graph.telling import MOST_TOLD, Telling
from desktop.application.job import JobContext
from desktop.application.ports import StoredDocument
from desktop.domain.errors import EntityNotFound
from desktop.domain.graph_view import MENTIONS, Tie, document_key
from tests.fakes.documents import a_document
from tests.fakes.extractions import APT28, HEADLACE, POLAND, put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.memory_packs import MemoryPacks
from tests.fakes.searchable_index import SearchableIndex

BODIES = {
    "one": "APT28 uses Headlace. APT28 targets Poland.",
    "two": "It began.\nFancy Bear and more. APT28 uses Headlace.\nPoland met APT28.",
    "long": f"{'word ' * 60}Fancy Bear {'more ' * 60}",
}
CONTEXT = JobContext()


class Texts:
    def read(self, document_id: str) -> StoredDocument:
        return StoredDocument(a_document(document_id), BODIES[document_id], 0, {}, None)


class CountingTexts(Texts):
    def __init__(self) -> None:
        self.read_so_far: list[str] = []

    def read(self, document_id: str) -> StoredDocument:
        self.read_so_far.append(document_id)
        return super().read(document_id)


@pytest.fixture
def telling() -> Telling:
    index = SearchableIndex()
    put_extracted(index, "one", BODIES["one"], title="First", published="2022-05-01")
    put_extracted(index, "two", BODIES["two"], title="Second", published="2023-05-01")
    graph = MemoryGraph(index)
    packs = MemoryPacks({"weighty": {APT28.id: " "}, "light": {APT28.id: "A group."}})
    return Telling(graph, Texts(), Picturing(graph, index), Descriptions(packs))


def test_a_card_says_names_dates_documents_and_what_a_pack_says(telling: Telling) -> None:
    card = telling.card(APT28.id)
    assert card.node.names == ("Fancy Bear", "Sofacy", "Tsar Team")
    assert (card.description, card.described_by) == ("A group.", "Light")
    assert (card.first_seen, card.last_seen, [each.title for each in card.documents]) == ("2022-05-01", "2023-05-01", ["First", "Second"])
    assert [each.relationship for each in card.choices] == ["targets", "uses", "related-to", MENTIONS]


def test_a_card_of_a_document_says_when_it_is_from(telling: Telling) -> None:
    card = telling.card(document_key("one"))
    assert (card.node.label, card.first_seen, card.node.mentions) == ("First", "2022-05-01", 4)


@pytest.mark.parametrize("key", ["malware:gone", document_key("gone")])
def test_of_what_is_gone_there_is_no_card(telling: Telling, key: str) -> None:
    with pytest.raises(EntityNotFound):
        telling.card(key)


def test_a_line_rests_on_exactly_the_sentences_that_state_it(telling: Telling) -> None:
    ties = (Tie(APT28.id, "targets", POLAND.id), Tie(APT28.id, "uses", HEADLACE.id, sentences=2, documents=2))
    uses, targets = telling.evidence(CONTEXT, ties)
    assert [(each.document_id, each.title, BODIES[each.document_id][each.start : each.end]) for each in uses.sentences] == [
        ("one", "First", "APT28 uses Headlace."),
        ("two", "Second", "APT28 uses Headlace."),
    ]
    assert [each.quote for each in targets.sentences] == ["APT28 targets Poland."]
    assert all(each.quote == BODIES[each.document_id][each.start : each.end] for each in uses.sentences)


def test_more_than_is_shown_is_told(telling: Telling) -> None:
    (found,) = telling.evidence(CONTEXT, [Tie(APT28.id, "uses", HEADLACE.id, sentences=2, documents=2)], limit=1)
    assert (len(found.sentences), found.total) == (1, 2)


def test_once_so_many_are_told_further_ties_say_how_many_there_are(telling: Telling) -> None:
    ties = [Tie(document_key("two"), MENTIONS, APT28.id, sentences=3, first_seen=f"{number}") for number in range(MOST_TOLD)]
    found = telling.evidence(CONTEXT, ties)
    full = -(-MOST_TOLD // 3)
    assert [len(each.sentences) for each in found] == [3] * full + [0] * (MOST_TOLD - full)
    assert sum(each.total for each in found) == 3 * MOST_TOLD


def test_a_mention_is_shown_with_the_line_it_stands_on(telling: Telling) -> None:
    (found,) = telling.evidence(CONTEXT, [Tie(document_key("two"), MENTIONS, APT28.id)])
    assert [each.quote for each in found.sentences] == [
        "Fancy Bear and more. APT28 uses Headlace.",
        "Fancy Bear and more. APT28 uses Headlace.",
        "Poland met APT28.",
    ]
    assert all(each.quote == BODIES["two"][each.start : each.end] for each in found.sentences)


def test_a_document_is_read_once_for_all_that_it_mentions() -> None:
    index = SearchableIndex()
    put_extracted(index, "two", BODIES["two"], title="Second")
    graph, texts = MemoryGraph(index), CountingTexts()
    telling = Telling(graph, texts, Picturing(graph, index), Descriptions(MemoryPacks({})))
    ties = [Tie(document_key("two"), MENTIONS, each.id) for each in (APT28, HEADLACE, POLAND)]
    found = telling.evidence(CONTEXT, ties)
    assert {each.tie.target: each.total for each in found} == {APT28.id: 3, HEADLACE.id: 1, POLAND.id: 1}
    assert texts.read_so_far == ["two"]


def test_long_lines_are_cut_between_words() -> None:
    index = SearchableIndex()
    put_extracted(index, "long", BODIES["long"], title="Second")
    graph = MemoryGraph(index)
    telling = Telling(graph, Texts(), Picturing(graph, index), Descriptions(MemoryPacks()))
    (found,) = telling.evidence(CONTEXT, [Tie(document_key("long"), MENTIONS, APT28.id)])
    quote = found.sentences[0].quote
    assert set(quote.split()) == {"word", "Fancy", "Bear", "more"}
    assert len(quote) < 200


def test_where_no_pack_says_anything_there_is_no_description() -> None:
    descriptions = Descriptions(MemoryPacks({"p": {"malware:S1": "It steals."}}))
    assert descriptions.of("malware:S2") is None
    assert descriptions.of("malware:S1") == Description("It steals.", "P")


def test_as_of_a_day_only_sentences_of_then_count(telling: Telling) -> None:
    (found,) = telling.evidence(CONTEXT, [Tie(APT28.id, "uses", HEADLACE.id)], "2022-12-31")
    assert [each.document_id for each in found.sentences] == ["one"]
    assert [each.document_id for each in telling.card(APT28.id, "2022-12-31").documents] == ["one"]
