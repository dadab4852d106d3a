"""What every Embedder does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.embedders.fastembed_embedder import FastembedEmbedder
from desktop.application.ports import Embedder
from desktop.domain.vector import similarity
from tests.fakes.embedder import LetterEmbedder

ROOT = Path(__file__).parents[2]
MODEL = ROOT / "resources" / "models" / "all-MiniLM-L6-v2"
CHILD = str(ROOT / "tests" / "adapters" / "embedders" / "child.py")
TEXTS = ["Zebras graze.", "APT28 uses Headlace.", "", "APT28 uses Headlace to spy."]


@pytest.fixture(scope="module", params=["letters", "fastembed"])
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    embedder: Embedder = LetterEmbedder()
    if request.param == "fastembed":
        embedder = FastembedEmbedder(MODEL, command=(sys.executable, CHILD, str(MODEL), "2"))
    yield embedder
    embedder.close()


def test_vectors_are_of_unit_length_and_in_order(embedder: Embedder) -> None:
    vectors = embedder.embed_passages(TEXTS)
    assert len(vectors) == len(TEXTS)
    assert {len(vector) for vector in vectors} == {4 * embedder.dimensions}
    assert [similarity(vector, vector) for vector in vectors] == pytest.approx([1.0] * 4, abs=1e-5)
    assert vectors == [embedder.embed_passages([text])[0] for text in TEXTS]
    assert embedder.embed_passages([]) == []


def test_a_query_is_near_the_passage_it_resembles(embedder: Embedder) -> None:
    query = embedder.embed_query("APT28 uses Headlace")
    scores = [similarity(query, vector) for vector in embedder.embed_passages(TEXTS)]
    assert scores.index(max(scores)) in (1, 3)
    assert min(scores) < max(scores) - 0.1


def test_token_ends_rise_and_end_with_the_last_visible_letter(embedder: Embedder) -> None:
    text = "APT28 uses\n\nHeadlace. "
    ends = list(embedder.token_ends(text))
    assert ends == sorted(ends)
    assert ends[-1] == len(text) - 1
    assert embedder.token_ends("") is not None
    assert list(embedder.token_ends(" \n")) == []


def test_an_identity_is_given(embedder: Embedder) -> None:
    assert embedder.identity
