from __future__ import annotations

import pytest

from desktop.application.answer.candidates import Candidate
from desktop.application.answer.evidence import Bearing, Scored
from desktop.application.answer.grounds import agreeing, contradictions, explain
from desktop.application.answer.question import read_question
from desktop.application.answer.wording import stems
from desktop.domain.document import Document
from desktop.domain.sentences import Kind


def a_source(name: str, grade: str | None = None, published: str | None = None) -> Document:
    return Document(name, name, f"{name}.md", "md", "0" * 64, "fake 1", "2026-01-01T00:00:00Z", grade=grade, published=published)


@pytest.mark.parametrize(
    ("sources", "agree", "said"),
    [
        ([a_source("a", published="2016-05-01")], False, "One source, ungraded, 2016."),
        ([a_source("a", "B2"), a_source("a", "B2")], False, "One source, graded B2, undated."),
        ([a_source("a", "B2", "2020"), a_source("b", "B2", "2023-01-02")], True, "2 sources, both graded B2, 2020 to 2023, agree."),
        ([a_source("a", "C3"), a_source("b")], False, "2 sources, graded C3, some ungraded, undated."),
        ([], False, ""),
    ],
)
def test_what_an_answer_rests_on(sources: list[Document], agree: bool, said: str) -> None:
    assert explain(sources, agree) == said


def scored(document: str, text: str) -> Scored:
    candidate = Candidate(document, document, None, 0, len(text), Kind.PROSE, text, "", 0)
    return Scored(candidate, Bearing(0, 0, 0, 0, 0, 0, 0), 1.0, frozenset(stems(text)))


CARDS = read_question("How many payment cards did Velvet Heron steal?")


def test_sources_that_state_different_values_of_one_matter_contradict_one_another() -> None:
    one = scored("a", "Velvet Heron stole 16 million payment cards of restaurants.")
    other = scored("b", "Payment cards, 15 million of them, were stolen from restaurants by Velvet Heron.")
    (found,) = contradictions(CARDS, [one, other])
    assert (found.one, found.other, found.values) == (one, other, ("16 million", "15 million"))
    assert not agreeing(CARDS, [one, other])


@pytest.mark.parametrize(
    ("document", "text"),
    [
        ("b", "Velvet Heron stole 16 million payment cards of restaurants in Chile."),
        ("a", "Velvet Heron stole 15 million payment cards of restaurants."),
        ("b", "In Peru, 15 cards of another sort were found in a drawer by the police there."),
    ],
)
def test_the_same_value_the_same_document_and_another_matter_are_no_contradiction(document: str, text: str) -> None:
    one = scored("a", "Velvet Heron stole 16 million payment cards of restaurants.")
    assert contradictions(CARDS, [one, scored(document, text)]) == []


def test_two_documents_that_state_the_same_value_agree() -> None:
    one, other = scored("a", "It stole 16 million cards."), scored("b", "16 million cards were stolen.")
    assert agreeing(CARDS, [one, other])
    assert not agreeing(CARDS, [one, scored("a", "16 million cards were stolen.")])


def test_a_year_does_not_contradict_a_day_of_it() -> None:
    question = read_question("When did Velvet Heron send mails to the ministry?")
    one, other = (
        scored("a", "In 2021 Velvet Heron sent mails to the ministry."),
        scored("b", "Velvet Heron sent mails to the ministry on 3 May 2021."),
    )
    assert contradictions(question, [one, other]) == []


def test_that_sources_differ_is_said_where_what_they_are_worth_is() -> None:
    sources = [a_source(each, "B2", "2021") for each in ("a", "b", "c")]
    assert explain(sources, agree=True, differ=True) == "3 sources, all graded B2, 2021, differ."
