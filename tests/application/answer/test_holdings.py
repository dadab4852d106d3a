from __future__ import annotations

import pytest

from desktop.application.answer.holdings import Held, Holdings, read_topics
from desktop.application.answer.question import read_question
from desktop.application.job import JobContext
from desktop.domain.passage import Expansion, Filters
from tests.application.answer.samples import HERON, OTTER, WordSearch, library, place


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("What reports do I have about Velvet Heron?", ["Velvet Heron"]),
        ("Which of my documents mention evil.com?", ["evil.com"]),
        ("How many reports cover Velvet Heron and Brazil?", ["Velvet Heron", "Brazil"]),
        ("list all documents about ransomware in hospitals", ["ransomware hospitals"]),
        ("Which files does the loader drop?", []),
        ("Which groups do our reports show using BRASSKETTLE?", []),
        ("What documents did Velvet Heron publish on its leak site?", []),
        ("Which documents on Velvet Heron are there?", ["Velvet Heron"]),
        ("Tell me about Velvet Heron", []),
    ],
)
def test_what_is_asked_of_the_library(text: str, topics: list[str]) -> None:
    assert [each.name for each in read_topics(read_question(text))] == topics


def held(text: str, expansions: tuple[Expansion, ...] = ()) -> Held:
    store = library()
    place(store, "third", "# Third\n\nBanks. Here Velvet Heron is named.\n\nAnd Velvet Heron again.")
    question = read_question(text, expansions)
    return Holdings(WordSearch(store), store).find(JobContext(), question, read_topics(question), Filters())


def test_every_document_that_mentions_it_stands_with_a_sentence() -> None:
    found = held("What reports do I have about Velvet Heron?")
    assert [each.text for each in found.sentences] == [
        "Velvet Heron in 2021 (1 passage): Velvet Heron in 2021",
        "Third (1 passage): Here Velvet Heron is named.",
    ]
    assert [each.citations[0].document_id for each in found.sentences] == ["heron", "third"]
    assert all(each.citations[0].quote in HERON + OTTER + "Here Velvet Heron is named." for each in found.sentences)
    assert found.covered == "All documents were gone through; 2 mention “Velvet Heron”."


def test_a_count_is_said_first() -> None:
    found = held("How many documents mention Velvet Heron and Brazil?")
    assert found.sentences[0].text == "1 document mentions “Velvet Heron” and “Brazil”."
    assert [each.document_id for each in found.sentences[0].citations] == ["heron"]


def test_other_names_count_and_nothing_is_nothing() -> None:
    assert len(held("Which documents mention Marsh Wader?", (Expansion("Marsh Wader", ("Velvet Heron",)),)).sentences) == 2
    assert held("Which documents mention Copper Walrus?").sentences == ()
