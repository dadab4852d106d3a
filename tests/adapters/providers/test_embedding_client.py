"""The provider's worker makes vectors, against a server on this machine."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from contextlib import closing

import pytest

from desktop.adapters.providers import embedding_client
from desktop.adapters.providers.embedding_client import ProviderEmbedder
from desktop.application.job import CancelToken
from desktop.domain.errors import Cancelled, ProviderFailed
from desktop.domain.provider import Address, Provider
from tests.fakes.memory_secrets import MemorySecrets
from tests.fakes.model_server import Answered, ModelServer, model_server

KEY = "sk-heron-0123456789"
REFUSED = Answered(400, json.dumps({"error": {"message": "batch size is invalid"}}))


@pytest.fixture(scope="module")
def running() -> Iterator[ModelServer]:
    with model_server() as server:
        yield server


@pytest.fixture
def server(running: ModelServer) -> ModelServer:
    running.asked.clear()
    return running


@pytest.fixture
def embedder(server: ModelServer) -> Iterator[ProviderEmbedder]:
    with closing(an_embedder(server)) as made:
        yield made


def an_embedder(server: ModelServer, model: str = "tiny-1", dimensions: int = 0) -> ProviderEmbedder:
    address = Address.parse(server.address)
    return ProviderEmbedder(Provider(address, model), MemorySecrets(**{address.text: KEY}), dimensions)


def answered(*vectors: list[float]) -> Answered:
    data = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    return Answered(content=json.dumps({"data": data}), headers={"Content-Type": "application/json"})


def test_texts_become_unit_vectors_and_the_first_reply_says_how_wide(server: ModelServer, embedder: ProviderEmbedder) -> None:
    server.tell(answered([3, 4, 0], [0, 0, 2]))
    one, other = embedder.embed(["alpha", "beta"])
    assert struct.unpack("<3f", one) == pytest.approx((0.6, 0.8, 0))
    assert struct.unpack("<3f", other) == (0, 0, 1)
    assert embedder.dimensions == 3
    ((path, body, headers),) = server.asked
    assert (path, headers["Authorization"]) == ("/v1/embeddings", f"Bearer {KEY}")
    assert body == {"model": "tiny-1", "input": ["alpha", "beta"], "encoding_format": "float"}


def test_nothing_is_reached_to_learn_a_width_that_no_reply_told_yet(server: ModelServer, embedder: ProviderEmbedder) -> None:
    assert (embedder.dimensions, server.asked) == (0, [])


def test_its_identity_reaches_nothing(server: ModelServer, embedder: ProviderEmbedder) -> None:
    assert embedder.identity == f"tiny-1@127.0.0.1 provider {server.address}"
    assert server.asked == []


def test_a_model_that_is_known_to_want_prefixes_gets_them(server: ModelServer) -> None:
    with closing(an_embedder(server, "nomic-embed-text")) as embedder:
        server.tell(answered([1, 0]))
        embedder.embed(["alpha"])
        embedder.embed(["beta"], query=True)
        assert [body["input"] for _, body, _ in server.asked] == [["search_document: alpha"], ["search_query: beta"]]
        assert embedder.identity.endswith("query='search_query: ' document='search_document: '")


def test_a_server_that_takes_fewer_texts_at_once_is_given_fewer(server: ModelServer, embedder: ProviderEmbedder) -> None:
    texts = [f"text {number}" for number in range(6)]
    three = answered([1, 0], [0, 1], [1, 0])
    server.tell(REFUSED, REFUSED, three, three, three, three)
    assert len(embedder.embed(texts)) == 6
    assert [len(body["input"]) for _, body, _ in server.asked] == [6, 6, 3, 3]
    assert len(embedder.embed(texts)) == 6  # and that is remembered
    assert [body["input"] for _, body, _ in server.asked[4:]] == [texts[:3], texts[3:]]


def test_a_text_that_is_refused_alone_is_a_failure(server: ModelServer, embedder: ProviderEmbedder) -> None:
    server.tell(REFUSED)
    with pytest.raises(ProviderFailed, match=r"refused with status 400: batch size is invalid\."):
        embedder.embed(["alpha"])


def test_a_busy_server_is_asked_again_for_passages(server: ModelServer, embedder: ProviderEmbedder) -> None:
    server.tell(Answered(503, "busy", headers={"Retry-After": "0"}), answered([1, 0]))
    assert len(embedder.embed(["alpha"])) == 1
    assert len(server.asked) == 2


def test_a_question_is_sent_but_once_and_then_not_for_a_while(server: ModelServer, embedder: ProviderEmbedder) -> None:
    server.tell(Answered(503, "busy", headers={"Retry-After": "0"}), answered([1, 0]))
    for _ in range(2):
        with pytest.raises(ProviderFailed, match="refused with status 503"):
            embedder.embed(["who"], query=True)
    assert len(server.asked) == 1
    assert len(embedder.embed(["alpha"])) == 1  # what is embedded in the background waits for nobody


def test_after_the_while_questions_are_sent_again(server: ModelServer, embedder: ProviderEmbedder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_client, "REST_SECONDS", 0.0)
    server.tell(Answered(503, "busy"), answered([1, 0]))
    with pytest.raises(ProviderFailed):
        embedder.embed(["who"], query=True)
    assert len(embedder.embed(["who"], query=True)) == 1


def test_vectors_of_another_width_than_before_are_another_models(server: ModelServer) -> None:
    with closing(an_embedder(server, dimensions=3)) as embedder:
        server.tell(answered([1, 0]))
        with pytest.raises(ProviderFailed, match="vectors of 2 numbers where it gave 3"):
            embedder.embed(["alpha"])


def test_what_is_no_set_of_vectors_is_a_failure(server: ModelServer, embedder: ProviderEmbedder) -> None:
    server.tell(answered([1, 0]))
    with pytest.raises(ProviderFailed, match=r"answered something that is no set of vectors \(1 for 2 texts\)"):
        embedder.embed(["alpha", "beta"])


def test_a_trial_says_how_wide_and_uses_the_key_that_is_tried(server: ModelServer, embedder: ProviderEmbedder) -> None:
    server.tell(answered([1.0] * 1024))
    assert embedder.try_out(CancelToken(), "sk-other").said == "1,024 numbers a vector"
    assert server.asked[0][2]["Authorization"] == "Bearer sk-other"


def test_a_trial_can_be_stopped(server: ModelServer, embedder: ProviderEmbedder) -> None:
    server.tell(answered([1, 0]))
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        embedder.try_out(cancel)
