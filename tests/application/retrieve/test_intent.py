"""Cues, and the policy each intent follows."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.intent import UNCUED_CONFIDENCE, IntentClassifier, classify
from desktop.application.retrieve.intent_examples import EXAMPLES
from desktop.application.retrieve.policy import POLICIES
from desktop.domain.errors import CofferError, ModelUnavailable, WorkerDied
from desktop.domain.intent import Intent
from desktop.domain.passage import Route
from tests.fakes.embedder import LetterEmbedder


@pytest.mark.parametrize(
    ("query", "intent"),
    [
        ("What CVE does APT28 exploit?", Intent.FACTUAL),
        ("how many hosts were hit", Intent.FACTUAL),
        ("What changed since last week?", Intent.TEMPORAL),
        ("when was it first seen", Intent.TEMPORAL),
        ("What infrastructure does APT28 use?", Intent.RELATIONAL),
        ("who is behind NotPetya", Intent.RELATIONAL),
        ("Why did the attacker pivot to the DC?", Intent.CAUSAL),
        ("root cause of the breach", Intent.CAUSAL),
        ("Tell me about APT28", Intent.EXPLORATORY),
        ("overview of ransomware", Intent.EXPLORATORY),
        ("APT28", Intent.EXPLORATORY),
        ("lazarus group", Intent.EXPLORATORY),
        ("What infrastructure does the Dukes use?", Intent.RELATIONAL),
        ("which countries were hit", Intent.RELATIONAL),
        ("overlap of the two clusters", Intent.RELATIONAL),
        ("how many days until encryption", Intent.TEMPORAL),
        ("operations 2015-2017", Intent.TEMPORAL),
        ("what was the goal of the intrusion", Intent.CAUSAL),
        ("how did they get in", Intent.CAUSAL),
        ("fingerprint of the team server", Intent.FACTUAL),
        ("price of the kit", Intent.FACTUAL),
        ("username that was added", Intent.FACTUAL),
        ("whenever you can, a digest of it", Intent.EXPLORATORY),
    ],
)
def test_typical_queries(query: str, intent: Intent) -> None:
    assert classify(query).intent is intent


def test_why_is_said() -> None:
    assert classify("Why WHY did they?").by == "the words “why”"
    found = classify("xyzzy")
    assert (found.intent, found.confidence, found.by) == (Intent.EXPLORATORY, UNCUED_CONFIDENCE, "no cue words")


def test_cues_are_whole_words() -> None:
    for query in ("whyever", "Whenua", "CVE-2024-1234x", "reporters", "portal"):
        assert classify(query).by == "no cue words"


def test_what_opens_a_query_counts_more_unless_it_is_an_indicator() -> None:
    assert classify("intro to malware families").intent is Intent.EXPLORATORY
    assert classify("the serial number linked to it").intent is Intent.FACTUAL
    assert classify("1.2.3.4 neighbours").intent is Intent.RELATIONAL


def test_slips_of_the_fingers_are_put_right() -> None:
    assert classify("wy was it atacked").intent is Intent.CAUSAL
    assert classify("campagins atributed to them").by == "the words “attributed”, “campaigns”"


class _Pointed(LetterEmbedder):
    """Every query is the same as the example that it is told."""

    def __init__(self, example: str, error: CofferError | None = None) -> None:
        super().__init__()
        self._example, self._error = example, error
        self.asked = 0

    def embed_query(self, text: str) -> bytes:
        self.asked += 1
        if self._error:
            raise self._error
        return super().embed_query(self._example)


def test_where_no_cue_decides_the_nearest_examples_do_and_are_named() -> None:
    embedder = _Pointed("when did the campaign start")
    classifier = IntentClassifier(embedder)
    found = classifier.classify("xyzzy plugh")
    assert found.by.startswith("like “")
    assert found.by.removeprefix("like “").removesuffix("”") in EXAMPLES[found.intent]
    classifier.classify("plugh xyzzy")
    assert len(embedder.calls) == 1  # the examples are embedded once


def test_clear_cues_ask_no_examples() -> None:
    embedder = _Pointed("why")
    assert IntentClassifier(embedder).classify("when was it first seen").intent is Intent.TEMPORAL
    assert embedder.asked == 0


def test_an_embedder_that_fails_costs_the_examples_only() -> None:
    for error in (ModelUnavailable("It is gone."), WorkerDied("It ended.")):
        assert IntentClassifier(_Pointed("why", error)).classify("xyzzy") == classify("xyzzy")


def test_examples_are_distinct_and_many_for_each_intent() -> None:
    every = [example for examples in EXAMPLES.values() for example in examples]
    assert len(set(every)) == len(every)
    assert all(len(EXAMPLES[intent]) >= 80 for intent in Intent)
    assert all(example and ";" not in example for example in every)


def test_every_cue_that_is_cued_by_its_own_examples_is_right_more_often_than_not() -> None:
    right = [classify(example).intent is intent for intent, examples in EXAMPLES.items() for example in examples]
    assert sum(right) / len(right) > 0.7


def test_a_cue_that_is_part_of_a_stronger_one_says_nothing_more() -> None:
    found = classify("Who is behind TrickBot?")
    assert (found.intent, found.by) == (Intent.RELATIONAL, "the words “who is behind”")
    assert found.confidence == 0.83  # a strong cue that opens the query, 2.5 of 2.5 + 0.5


def test_clashing_cues_lower_the_confidence() -> None:
    assert classify("why").confidence == 0.83  # (2 + 0.5 for opening) / (2.5 + 0.5)
    assert classify("why now, and when").confidence == 0.5  # 2.5 / (4.5 + 0.5)
    assert classify("why, for what reason").confidence > 0.8


def test_the_policies_are_those_of_the_design() -> None:
    expected = {
        Intent.FACTUAL: (0.3, 0.7, 0.2, 0.0, 3),
        Intent.TEMPORAL: (0.2, 0.1, 0.2, 0.5, 5),
        Intent.RELATIONAL: (0.2, 0.2, 0.5, 0.1, 10),
        Intent.CAUSAL: (0.1, 0.1, 0.6, 0.2, 10),
        Intent.EXPLORATORY: (0.5, 0.2, 0.2, 0.1, 10),
    }
    routes = (Route.VECTOR, Route.ENTITY, Route.GRAPH, Route.TEMPORAL)
    assert {intent: (*(policy.weights[route] for route in routes), policy.passages) for intent, policy in POLICIES.items()} == expected
    assert {intent: policy.weights[Route.KEYWORD] for intent, policy in POLICIES.items()} == {
        Intent.FACTUAL: 0.3,
        Intent.TEMPORAL: 0.2,
        Intent.RELATIONAL: 0.2,
        Intent.CAUSAL: 0.2,
        Intent.EXPLORATORY: 0.5,
    }
