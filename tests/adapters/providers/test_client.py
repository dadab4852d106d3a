"""The provider's worker against a server on this machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing

import pytest

from desktop.adapters.providers.client import ProviderGenerator
from desktop.application.job import CancelToken
from desktop.application.ports import Prompt
from desktop.domain.errors import ProviderFailed
from desktop.domain.provider import Address, Provider
from tests.fakes.memory_secrets import MemorySecrets
from tests.fakes.model_server import Answered, ModelServer, model_server

KEY = "sk-heron-0123456789"
PROMPT = Prompt("Be brief.", "Who?")


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[ModelServer, ProviderGenerator]]:
    """One server and one worker for all tests: starting them is what takes time."""
    with model_server() as server:
        address = Address.parse(server.address)
        provider = Provider(address, "tiny-1")
        with closing(ProviderGenerator(provider, MemorySecrets(**{address.text: KEY}))) as generator:
            yield server, generator


@pytest.fixture
def server(running: tuple[ModelServer, ProviderGenerator]) -> ModelServer:
    running[0].asked.clear()
    return running[0]


@pytest.fixture
def generator(running: tuple[ModelServer, ProviderGenerator]) -> ProviderGenerator:
    return running[1]


def write(generator: ProviderGenerator) -> tuple[str, list[str]]:
    pieces: list[str] = []
    return generator.generate(PROMPT, max_tokens=50, cancel=CancelToken(), on_text=pieces.append, grammar="root ::= x"), pieces


def failure(generator: ProviderGenerator) -> ProviderFailed:
    with pytest.raises(ProviderFailed) as failed:
        write(generator)
    return failed.value


def test_text_comes_in_pieces_and_its_last_line_is_ended(server: ModelServer, generator: ProviderGenerator) -> None:
    server.tell(Answered(pieces=("Heron ", "did it. [1]")))
    assert write(generator) == ("Heron did it. [1]", ["Heron ", "did it. [1]", "\n"])
    ((path, body, headers),) = server.asked
    assert path == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    assert body == {
        "model": "tiny-1",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Who?"}],
        "stream": True,
        "temperature": 0,
        "max_tokens": 50,
    }


def test_a_text_that_was_cut_off_is_left_so(server: ModelServer, generator: ProviderGenerator) -> None:
    server.tell(Answered(pieces=("Heron did",), finish="length"))
    assert write(generator)[1] == ["Heron did"]


def test_a_server_that_streams_nothing_is_understood(server: ModelServer, generator: ProviderGenerator) -> None:
    whole = {"choices": [{"message": {"content": "Heron."}, "finish_reason": "stop"}]}
    server.tell(Answered(content=json.dumps(whole), headers={"Content-Type": "application/json"}))
    assert write(generator)[0] == "Heron."


def test_a_busy_server_is_asked_again(server: ModelServer, generator: ProviderGenerator) -> None:
    server.tell(
        Answered(503, "busy", headers={"Retry-After": "0"}), Answered(429, "busy", headers={"Retry-After": "0"}), Answered(pieces=("Yes.",))
    )
    assert write(generator)[0] == "Yes."
    assert len(server.asked) == 3


def test_a_server_that_stays_busy_fails(server: ModelServer, generator: ProviderGenerator) -> None:
    server.tell(Answered(503, "busy", headers={"Retry-After": "0"}))
    assert failure(generator).message == f"{server.address} refused with status 503."
    assert len(server.asked) == 3


def test_what_a_server_does_not_know_is_asked_once_more_without(server: ModelServer, generator: ProviderGenerator) -> None:
    server.tell(Answered(400, json.dumps({"error": {"message": "max_tokens?"}})), Answered(pieces=("Yes.",)))
    assert write(generator)[0] == "Yes."
    assert server.asked[1][1].keys() == {"model", "messages", "stream", "max_completion_tokens"}


def test_a_refusal_is_told_in_one_line_without_the_key(server: ModelServer, generator: ProviderGenerator) -> None:
    server.tell(Answered(404, json.dumps({"error": {"message": f"No model\x1b[31m for\n{KEY} here."}})))
    assert failure(generator).message == f"{server.address} refused with status 404: No model[31m for … here."
    server.tell(Answered(401, json.dumps({"error": {"message": f"Incorrect key {KEY[:8]}"}})))
    told = failure(generator)
    assert told.message == f"{server.address} refused with status 401."
    assert told.hint == "The key is missing or wrong: set it anew."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answered(content="<html>", headers={"Content-Type": "application/json"}), "answered something unreadable"),
        (Answered(content='data: {"choices": [7]}\n\n'), "answered something that is no text"),
        (Answered(pieces=()), "answered without a word"),
        (Answered(302, "elsewhere", headers={"Location": "http://192.0.2.1/"}), "refused with status 302"),
    ],
)
def test_what_cannot_be_used_is_a_failure(server: ModelServer, generator: ProviderGenerator, answer: Answered, said: str) -> None:
    server.tell(answer)
    assert said in failure(generator).message


def test_a_trial_asks_with_the_key_that_is_given(server: ModelServer, generator: ProviderGenerator) -> None:
    server.tell(Answered(pieces=(" ready\n",)))
    trial = generator.try_out(CancelToken(), "sk-other")
    assert (trial.said, server.asked[0][2]["Authorization"]) == ("ready", "Bearer sk-other")
    generator.try_out(CancelToken(), "")
    assert "Authorization" not in server.asked[1][2]


def test_nobody_there_is_said_within_moments() -> None:
    with model_server() as gone:
        address = Address.parse(gone.address)
    with closing(ProviderGenerator(Provider(address, "tiny-1"), MemorySecrets())) as generator:
        assert failure(generator).message == f"{address.text} could not be reached (Connection refused)."
