"""Intents by a language model."""

from __future__ import annotations

import pytest

from desktop.application.retrieve.intent import IntentClassifier
from desktop.application.retrieve.model_intent import ModelIntents
from desktop.domain.errors import CofferError, ModelUnavailable, WorkerDied
from desktop.domain.intent import Intent
from tests.fakes.generator import ScriptedGenerator


def test_the_model_can_say_nothing_but_an_intent() -> None:
    model = ScriptedGenerator("CAUSAL \n")
    assert ModelIntents(model).intent("xyzzy") is Intent.CAUSAL
    assert [prompt.user for prompt in model.prompts] == ["Query: xyzzy"]
    assert model.grammars == ['root ::= "FACTUAL" | "TEMPORAL" | "RELATIONAL" | "CAUSAL" | "EXPLORATORY"']
    assert ModelIntents(ScriptedGenerator("perhaps")).intent("xyzzy") is None


@pytest.mark.parametrize("error", [ModelUnavailable("It is gone."), WorkerDied("It ended.")])
def test_a_model_that_cannot_run_decides_nothing(error: CofferError) -> None:
    model = ScriptedGenerator()
    model.fail_with = error
    classifier = IntentClassifier(model=ModelIntents(model))
    assert classifier.classify("xyzzy") == IntentClassifier().classify("xyzzy")


def test_it_decides_only_where_there_is_doubt() -> None:
    model = ScriptedGenerator("CAUSAL")
    classifier = IntentClassifier(model=ModelIntents(model))
    assert classifier.classify("when was it first seen").intent is Intent.TEMPORAL
    assert model.prompts == []
    decided = classifier.classify("xyzzy")
    assert (decided.intent, decided.by) == (Intent.CAUSAL, "the language model")
