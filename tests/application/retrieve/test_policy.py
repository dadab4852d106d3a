"""How much each route counts."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.policy import POLICIES, for_prose
from desktop.domain.intent import Intent
from desktop.domain.passage import Route


def test_in_prose_what_is_named_counts_as_far_as_it_makes_up_the_text() -> None:
    weights = for_prose(POLICIES[Intent.FACTUAL].weights, names=0.25)
    assert weights == pytest.approx({Route.KEYWORD: 0.3, Route.VECTOR: 0.36, Route.ENTITY: 0.175, Route.GRAPH: 0.05, Route.TEMPORAL: 0.0})


def test_in_prose_meaning_never_counts_less_than_words() -> None:
    weights = for_prose(POLICIES[Intent.CAUSAL].weights, names=0.0)
    assert weights == pytest.approx({Route.KEYWORD: 0.2, Route.VECTOR: 0.24, Route.ENTITY: 0, Route.GRAPH: 0, Route.TEMPORAL: 0.2})
