"""What every Generator does."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from desktop.application.job import CancelToken
from desktop.application.ports import Generator, Prompt
from desktop.domain.errors import Cancelled
from tests.adapters.generators.model import MODEL, llama, needs_model
from tests.fakes.generator import ScriptedGenerator

PROMPT = Prompt("You are brief.", "Say hello.")


@pytest.fixture(scope="module", params=["scripted", pytest.param("llama", marks=needs_model)])
def generator(request: pytest.FixtureRequest) -> Iterator[Generator]:
    generator: Generator = llama() if request.param == "llama" else ScriptedGenerator("Hello there, how are you?")
    yield generator
    generator.close()


def write(generator: Generator, *, max_tokens: int = 6) -> tuple[str, list[str]]:
    pieces: list[str] = []
    text = generator.generate(PROMPT, max_tokens=max_tokens, cancel=CancelToken(), on_text=pieces.append)
    return text, pieces


def test_pieces_add_up_to_the_text_and_the_text_is_the_same_again(generator: Generator) -> None:
    text, pieces = write(generator)
    assert text
    assert "".join(pieces) == text
    assert write(generator)[0] == text


def test_no_more_is_written_than_allowed(generator: Generator) -> None:
    assert len(write(generator, max_tokens=2)[1]) <= 2


def test_a_cancelled_call_raises_and_the_next_one_works(generator: Generator) -> None:
    cancel = CancelToken()
    with pytest.raises(Cancelled):
        generator.generate(PROMPT, max_tokens=50, cancel=cancel, on_text=lambda _: cancel.cancel())
    assert write(generator)[0]


def test_tokens_are_counted(generator: Generator) -> None:
    assert generator.count_tokens("") == 0
    assert 2 <= generator.count_tokens("two words") < generator.count_tokens("two words and then some more")
    assert generator.context_tokens >= 512


def test_an_identity_is_given(generator: Generator) -> None:
    assert generator.identity in ("scripted-1", MODEL.stem)
