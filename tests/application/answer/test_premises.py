from __future__ import annotations

from collections.abc import Sequence

import pytest

from desktop.application.answer.candidates import Candidate
from desktop.application.answer.evidence import Judge
from desktop.application.answer.premises import PremiseReader, WrongPremise
from desktop.application.answer.question import read_question
from desktop.application.answer.wording import folded
from desktop.domain.entity import EntityType, Mention
from desktop.domain.graph import EntitySummary
from desktop.domain.sentences import Kind

KNOWN = {
    "Velvet Heron": EntityType.INTRUSION_SET,
    "Grey Otter": EntityType.INTRUSION_SET,
    "BRASSKETTLE": EntityType.MALWARE,
    "MUDLARK": EntityType.MALWARE,
}


def called(name: str) -> Sequence[EntitySummary]:
    return [EntitySummary(f"id-{name}", KNOWN[name], name)] if name in KNOWN else []


def mentions(candidate: Candidate) -> Sequence[Mention]:
    return [
        Mention(kind, name, name, candidate.text.index(name), candidate.text.index(name) + len(name), 0.9, "test", f"id-{name}")
        for name, kind in KNOWN.items()
        if name in candidate.text
    ]


def read(text: str, *sentences: str) -> WrongPremise | None:
    question = read_question(text)
    candidates = [Candidate("d", "", None, at, at + 1, Kind.PROSE, each, "", 0) for at, each in enumerate(sentences)]
    judge = Judge(question, candidates, {"d": folded(" ".join(sentences))})
    return PremiseReader(question, judge.weights, mentions, called).wrong_premise(judge.judge(dict.fromkeys(candidates, 0.5)))


@pytest.mark.parametrize(
    ("question", "sentence", "said"),
    [
        (
            "Why did Velvet Heron switch off the power of the mill?",
            "Grey Otter switched off the power of the mill.",
            "The sources say this of “Grey Otter”, not of “Velvet Heron”.",
        ),
        (
            "Who spread MUDLARK by fake invoices to courts?",
            "Someone spread BRASSKETTLE by fake invoices to courts.",
            "The sources say this of “BRASSKETTLE”, not of “MUDLARK”.",
        ),
        (
            "Which court in Brazil did Velvet Heron rob?",
            "Velvet Heron robbed a court in Chile.",
            "The sources say this of “Chile”, not of “Brazil”.",
        ),
        (
            "Which mill was entered through CVE-2020-1111 by Velvet Heron?",
            "Velvet Heron entered the mill through CVE-2020-2222.",
            "The sources say this of “CVE-2020-2222”, not of “CVE-2020-1111”.",
        ),
        (
            "How did Velvet Heron encrypt 500 hosts at the mill?",
            "Velvet Heron encrypted 52 hosts at the mill.",
            "The sources say this of “52 hosts”, not of “500 hosts”.",
        ),
    ],
)
def test_what_the_sources_say_of_something_else_of_the_same_kind_is_said(question: str, sentence: str, said: str) -> None:
    wrong = read(question, sentence, "Nothing else was seen that day.")
    assert wrong is not None
    assert wrong.reason == said
    assert wrong.evidence.candidate.text == sentence


@pytest.mark.parametrize(
    ("question", "sentences"),
    [
        ("Why did Velvet Heron switch off the power of the mill?", ["Velvet Heron switched off the power of the mill to harm Grey Otter."]),
        (
            "Why did Velvet Heron switch off the power of the mill?",
            ["Grey Otter switched off the power of the mill.", "Velvet Heron switched off the power too."],
        ),
        ("Why did Velvet Heron switch off the power of the mill?", ["Grey Otter sent invoices to the mill."]),
        ("Why did Velvet Heron switch off the power of the mill?", ["The power of the mill was switched off."]),
        ("Which court in Brazil did Velvet Heron rob?", ["Velvet Heron robbed courts in Chile and in Peru."]),
        ("Which court in Latin America did Velvet Heron rob?", ["Velvet Heron robbed a court in Chile."]),
        ("Which court in Brazil did Velvet Heron rob?", ["Grey Otter robbed a court in Chile."]),
        ("How did Velvet Heron encrypt 52 hosts at the mill?", ["Velvet Heron encrypted 52 hosts at the mill, and 3 hosts elsewhere."]),
        ("Which groups use MUDLARK?", ["The group also uses BRASSKETTLE."]),
        (
            "Why did Velvet Heron switch off the power of the mill?",
            [
                "Grey Otter switched off the power of the mill.",
                "The power of the mill in Brazil, Grey Otter and Velvet Heron were switched off.",
            ],
        ),
        (
            "Which court in Brazil did Velvet Heron rob?",
            ["Velvet Heron robbed a court in Chile.", "Velvet Heron robbed the court of Peru."],
        ),
        (
            "How did Velvet Heron encrypt 500 hosts at the mill?",
            ["Velvet Heron encrypted 52 hosts at the mill.", "Velvet Heron encrypted 61 hosts at the mill."],
        ),
        ("Why did Copper Walrus switch off the power of the mill?", ["Grey Otter switched off the power of the mill."]),
        ("Did Velvet Heron encrypt 1200 hosts at the mill?", ["Velvet Heron encrypted 1,200 hosts at the mill."]),
        ("Did Velvet Heron encrypt hosts at the mill in 2022 attacks?", ["Velvet Heron encrypted hosts at the mill in 12 attacks."]),
        ("Did Velvet Heron switch off Office 365 accounts of the mill?", ["Velvet Heron switched off 30 office accounts of the mill."]),
        ("Did Velvet Heron switch off the power of the mill?", ["It was not Grey Otter that switched off the power of the mill."]),
        ("Which mill in the European Union did Velvet Heron rob?", ["Velvet Heron robbed a mill in Germany."]),
        ("Which mill in Germany did Velvet Heron rob?", ["Velvet Heron robbed a mill in Europe."]),
    ],
)
def test_nothing_is_said_to_be_wrong_that_may_be_right(question: str, sentences: Sequence[str]) -> None:
    assert read(question, *sentences) is None


def test_what_is_said_of_the_same_thing_under_a_name_that_is_in_dispute_is_not_said_of_another() -> None:
    question = read_question("Why did Velvet Heron switch off the power of the mill?")
    candidate = Candidate("d", "", None, 0, 1, Kind.PROSE, "Grey Otter switched off the power of the mill.", "", 0)
    judge = Judge(question, [candidate], {"d": folded(candidate.text)})

    def same_as(entity_ids: Sequence[str]) -> Sequence[str]:
        return [*entity_ids, "id-Grey Otter"]

    scored = judge.judge({candidate: 0.5})
    assert PremiseReader(question, judge.weights, mentions, called).wrong_premise(scored) is not None
    assert PremiseReader(question, judge.weights, mentions, called, same_as).wrong_premise(scored) is None
