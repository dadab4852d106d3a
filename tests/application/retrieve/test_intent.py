"""Cues, and the policy each intent follows."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.intent import UNCUED_CONFIDENCE, classify
from desktop.application.retrieve.policy import KEYWORD_WEIGHT, POLICIES
from desktop.domain.intent import Intent
from desktop.domain.passage import Route


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
    assert all(policy.weights[Route.KEYWORD] == KEYWORD_WEIGHT > 0 for policy in POLICIES.values())
