"""What two vaults compare of a thing, and how a part of one gets into the other."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from desktop.application.cases.case_parts import document_item, document_with, fact_item, fact_with, kept_item, lexicon_items, search_item
from desktop.application.ports import LexiconTable, StoredDocument, StoredFact
from desktop.domain.case_bundle import Item, ItemKind
from desktop.domain.document import BY_PERSON, Document
from desktop.domain.fact import Fact, FactSource, FactStatus
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters, Mode, Query
from desktop.domain.saved_search import SavedSearch
from tests.fakes.lexicon import Tables

PLAIN = Document("r-12345678", "Report", "r.pdf", "pdf", "0" * 64, "pdfium", "2026-01-01T00:00:00Z", published="2025-12-01", language="en")
FACT = Fact("f-12345678", "Heron", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z")
FULL = replace(
    FACT,
    name="Heron uses it",
    description="A line",
    type="relation",
    tlp=Marking.AMBER_STRICT,
    grade="B2",
    confidence="likely",
    subject="intrusion-set:heron",
    relationship="uses",
    object="malware:kettle",
    negated=True,
    sources=(FactSource("r-12345678", 3, 9, 'two\nlines, "quoted"'), FactSource("q-12345678", 0, 1, "a")),
    tags=("alpha", "beta"),
    valid_from="2026-01",
    valid_until="2027",
    supersedes="e-12345678",
    superseded_by="g-12345678",
    kept_with=("h-12345678",),
    status=FactStatus.REJECTED,
)


def stored(document: Document, body: str = "# Report\n") -> StoredDocument:
    return StoredDocument(document, body, 0, {}, None)


def test_what_was_only_found_in_a_document_is_no_decision() -> None:
    assert document_item(stored(PLAIN)).parts == {
        "title": "", "published": "", "language": "", "author": "", "tlp": "CLEAR", "grade": "", "tags": "", "body": "",
    }  # fmt: skip


def test_what_a_person_said_of_a_document_gets_into_another_vault() -> None:
    decided = replace(
        PLAIN, title="Better", author="Alice", tlp=Marking.RED, grade="A1", tags=("b", "a"), source_mode="edited",
        origins=(("title", BY_PERSON), ("author", BY_PERSON), ("published", "the file")),
    )  # fmt: skip
    item = document_item(stored(decided, "# Corrected\n"))
    assert item.parts["body"] == "# Corrected\n"
    assert item.parts["published"] == ""
    taken = document_with(PLAIN, item.parts)
    assert (taken.title, taken.author, taken.tlp, taken.grade, set(taken.tags)) == ("Better", "Alice", Marking.RED, "A1", {"a", "b"})
    assert dict(taken.origins) == {"title": BY_PERSON, "author": BY_PERSON}
    assert taken.published == PLAIN.published
    assert document_with(replace(PLAIN, grade="A1"), {"grade": ""}).grade is None


def test_every_part_of_a_fact_gets_into_another() -> None:
    item = fact_item(StoredFact(FULL, "Text.\n", 0, "0" * 64))
    assert item.parts["text"] == "Text.\n"
    taken = fact_with(FACT, item.parts)
    assert {replace(each, start=0) for each in taken.sources} == {replace(each, start=0) for each in FULL.sources}
    assert replace(taken, sources=FULL.sources) == replace(FULL, updated_at=FACT.updated_at)
    assert fact_with(taken, fact_item(StoredFact(FACT, "", 0, "")).parts) == FACT


def test_when_a_fact_was_written_and_by_whom_is_no_difference() -> None:
    other = replace(FULL, created_at="2020-01-01T00:00:00Z", updated_at="2020-01-01T00:00:00Z", actor="bob")
    assert fact_item(StoredFact(other, "", 0, "")).parts == fact_item(StoredFact(FULL, "", 0, "")).parts


def test_a_name_is_decided_once_and_the_last_line_counts() -> None:
    lexicon = Tables()
    lexicon.change(LexiconTable.ALLOW, [{"value": "Heron", "type": "tool"}, {"value": "HERON", "type": "malware"}], ())
    lexicon.change(LexiconTable.ALIASES, [{"name": "Heron", "status": "same", "other": "APT99", "date": "2026-01-01", "note": ""}], ())
    found = {key: item.parts for key, (item, _, _) in lexicon_items(lexicon).items()}
    assert found == {
        "lexicon:heron": {"decision": "always malware"},
        "lexicon:heron = apt99": {"decision": "same", "note": ""},
    }
    lexicon.change(LexiconTable.DENY, [{"value": "heron"}], ())
    item, table, _ = lexicon_items(lexicon)["lexicon:heron"]
    assert (item.parts, table) == ({"decision": "never counts"}, LexiconTable.DENY)


def test_whether_a_search_watches_is_no_difference_but_what_it_asks_is() -> None:
    search = SavedSearch("Relays", Query("relay", Mode.HYBRID, filters=Filters(tags=("alpha",))), "2026-01-01T00:00:00Z")
    watching = replace(search, watched=True, looked_at="2026-01-02T00:00:00Z", seen=("r-12345678",), created_at="")
    assert search_item(watching).parts == search_item(search).parts
    assert search_item(replace(search, query=replace(search.query, limit=5))).parts != search_item(search).parts
    assert search_item(search).key == "search:relays"


def graph(**said: object) -> Item:
    return kept_item(ItemKind.GRAPH, "relays.json", json.dumps(said).encode())


def test_a_view_is_compared_by_what_stands_in_it() -> None:
    item = graph(nodes=[])
    assert (item.key, item.title, item.parts) == ("graph:relays.json", "relays", {"content": '{\n "nodes": []\n}'})
    assert graph(nodes=["a"], spots={"a": [1, 2]}).digests() != graph(nodes=["a"], spots={"a": [1, 3]}).digests()


def test_when_a_view_was_kept_and_in_which_order_is_no_part_of_what_it_says() -> None:
    one = graph(saved_at="2026-12-01T08:00:00Z", nodes=["a", "b"], spots={"a": [1, 2], "b": [3, 4]})
    other = graph(nodes=["b", "a"], spots={"b": [3, 4], "a": [1, 2]}, saved_at="2026-12-02T09:30:00Z")
    assert one.digests() == other.digests()


@pytest.mark.parametrize("content", [b"{damaged", b"[1]"])
def test_a_damaged_view_is_compared_as_the_text_that_it_is(content: bytes) -> None:
    assert kept_item(ItemKind.GRAPH, "relays.json", content).parts == {"content": content.decode()}


def test_a_board_is_compared_by_what_it_says_and_not_by_when_it_was_changed() -> None:
    one, other = (b"title: 'Who: did it?'\nupdated_at: '2026-12-0%dT08:00:00Z'\nhypotheses: []\n" % day for day in (1, 2))
    item = kept_item(ItemKind.BOARD, "who-00000001.yaml", one)
    assert (item.key, item.title) == ("board:who-00000001.yaml", "Who: did it?")
    assert item.parts == {"content": "title: 'Who: did it?'\nhypotheses: []\n"}
    assert kept_item(ItemKind.BOARD, "who-00000001.yaml", other).digests() == item.digests()


@pytest.mark.parametrize("depth", [500, 100_000])
def test_a_graph_nested_too_deep_to_be_read_is_its_text(depth: int) -> None:
    text = '{"nodes": ' + "[" * depth + "]" * depth + ', "saved_at": ""}'
    said = kept_item(ItemKind.GRAPH, "winter.json", text.encode()).parts["content"]
    assert said == text if depth > 1_000 else "saved_at" not in said
