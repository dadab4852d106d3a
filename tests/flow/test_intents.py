"""Intents of queries in several styles, by the real embedder."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.application.retrieve.intent import IntentClassifier
from desktop.bootstrap import Opener, read_environment
from desktop.bootstrap.engines import EngineRoom
from desktop.domain.intent import Intent

QUERIES = Path(__file__).parent.parent / "data" / "intents" / "queries.tsv"


@pytest.mark.slow
def test_nine_of_ten_queries_are_told_rightly() -> None:
    lines = [line.split("\t") for line in QUERIES.read_text("utf-8").splitlines() if not line.startswith("#")]
    environment = read_environment()
    embedder = EngineRoom(environment.resources, Opener(environment).backups(), environment.state_file.parent).embedder([])
    assert embedder is not None
    try:
        classifier = IntentClassifier(embedder)
        right = [classifier.classify(query).intent is Intent(intent) for intent, query in lines]
    finally:
        embedder.close()
    assert sum(right) / len(right) >= 0.9
