from __future__ import annotations

import pytest

from desktop.application.answer.listing import Asked, Lister, Listing, read_listing
from desktop.application.answer.question import read_question
from desktop.domain.entity import EntityType
from desktop.domain.passage import Filters
from desktop.domain.relation import Relationship
from tests.application.answer.samples import place
from tests.fakes.extractions import put_extracted
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.memory_store import MemoryStore
from tests.fakes.searchable_index import SearchableIndex

BODIES = {
    "one": "APT28 uses Headlace. APT28 targets Poland.",
    "two": "In March APT28 uses Headlace. APT28 met Mimikatz.",
    "three": "APT28 never uses Mimikatz.",
}


def listed(question: str, bodies: dict[str, str] = BODIES, filters: Filters = Filters()) -> Listing | None:  # noqa: B008
    index, store = SearchableIndex(), MemoryStore()
    for name, body in bodies.items():
        put_extracted(index, name, body)
        place(store, name, body)
    asked = read_listing(read_question(question))
    assert asked is not None
    return Lister(MemoryGraph(index), index, store).find(asked, filters)


@pytest.mark.parametrize(
    ("question", "types", "relationships", "counts"),
    [
        ("Which groups used Cobalt Strike?", EntityType.INTRUSION_SET, Relationship.USES, False),
        ("Who has used Cobalt Strike?", EntityType.INTRUSION_SET, Relationship.USES, False),
        ("Which groups in our collection are tied to Cobalt Strike?", EntityType.INTRUSION_SET, Relationship.USES, False),
        ("How many CVEs does Velvet Heron exploit?", EntityType.VULNERABILITY, Relationship.EXPLOITS, True),
        ("List all countries that Velvet Heron targets", EntityType.LOCATION, Relationship.TARGETS, False),
    ],
)
def test_a_list_is_asked_for(question: str, types: EntityType, relationships: Relationship, counts: bool) -> None:
    asked = read_listing(read_question(question))
    assert isinstance(asked, Asked)
    assert types in asked.types
    assert relationships in asked.relationships
    assert asked.counts is counts
    assert "cves" not in asked.noun


@pytest.mark.parametrize(
    "question",
    [
        "Which groups used Cobalt Strike against hospitals?",
        "Which tools does the loader use?",
        "Did Velvet Heron use tools?",
        "Which tools did Velvet Heron use in Brazil?",
        "When did Velvet Heron use tools?",
    ],
)
def test_what_asks_for_more_than_a_list_is_left_to_the_passages(question: str) -> None:
    assert read_listing(read_question(question)) is None


def test_every_thing_stands_once_with_its_sentences_what_is_stated_before_what_is_named_together() -> None:
    listing = listed("Which malware does APT28 use?")
    assert listing is not None
    assert [each.text for each in listing.sentences] == ["Headlace: APT28 uses Headlace.", "Mimikatz (named together): APT28 met Mimikatz."]
    assert [(each.document_id, each.quote) for each in listing.sentences[0].citations] == [
        ("one", "APT28 uses Headlace."), ("two", "APT28 uses Headlace."),
    ]  # fmt: skip
    assert all(BODIES[each.document_id][each.start : each.end] == each.quote for row in listing.sentences for each in row.citations)


def test_what_was_covered_is_said() -> None:
    listing = listed("Which malware does APT28 use?")
    assert listing is not None
    assert listing.covered == (
        "Everything that is indexed was gone through: “APT28” is mentioned in 3 documents; 1 of the malware asked for is stated. "
        "1 more is only named in one sentence with it."
    )


def test_a_count_is_said_first_with_a_place_for_each() -> None:
    listing = listed("How many countries does APT28 target?")
    assert listing is not None
    assert listing.sentences[0].text == "1 in all: Poland."
    assert [each.quote for each in listing.sentences[0].citations] == ["APT28 targets Poland."]


def test_a_document_that_is_filtered_out_states_nothing() -> None:
    listing = listed("Which malware does APT28 use?", filters=Filters(documents=("two",)))
    assert listing is not None
    assert {each.document_id for row in listing.sentences for each in row.citations} == {"two"}


def test_what_the_graph_does_not_know_is_no_list() -> None:
    assert listed("Which malware does Velvet Heron use?") is None
    assert listed("Which malware does Sandworm use?", {"one": "Sandworm met Poland."}) is None
