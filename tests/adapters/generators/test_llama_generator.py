from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.adapters.generators.llama_generator import LlamaGenerator
from desktop.application.answer.prompting import compose
from desktop.application.answer.self_test import try_model
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Prompt
from desktop.domain.answer import Answer, AnswerKind
from desktop.domain.errors import Cancelled, ModelUnavailable, WorkerDied
from tests.adapters.generators.model import MODEL, llama, needs_model
from tests.application.answer.samples import answerer

EVIDENCE = ["Velvet Heron sent mails with the BRASSKETTLE loader on 3 May 2021.", "Grey Otter attacked hospitals."]

SOON = 30.0
"""Far less than the minutes that loading may take."""


@pytest.fixture(scope="module")
def generator() -> Iterator[LlamaGenerator]:
    generator = llama()
    yield generator
    generator.close()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"this is a text", "model.gguf is no GGUF file."),
        (b"", "model.gguf is no GGUF file."),
        (b"GGUF\x03\x00\x00\x00" + b"\xff" * 64, "model.gguf is damaged"),
        (b"GGUF" + bytes(200), "model.gguf is damaged"),
    ],
    ids=["text", "empty", "nonsense", "zeros"],
)
def test_a_file_that_is_no_model_is_unavailable_with_advice(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    generator = llama(path)
    try:
        with pytest.raises(ModelUnavailable) as raised:
            generator.count_tokens("x")
    finally:
        generator.close()
    assert raised.value.message.startswith(message)
    assert raised.value.hint


def test_a_missing_file_is_unavailable_and_starts_nothing(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="is not there"):
        llama(tmp_path / "none.gguf").count_tokens("x")


def test_a_model_that_aborts_brings_down_its_process_alone(tmp_path: Path) -> None:
    path = tmp_path / "aborts.gguf"
    path.write_bytes(b"GGUF")
    generator = llama(path)
    try:
        with pytest.raises(WorkerDied):
            generator.count_tokens("x")
        answer = answerer(generator).ask(JobContext(), "When did Velvet Heron send mails to the ministry?")
    finally:
        generator.close()
    assert answer.kind is AnswerKind.EXTRACT
    assert "3 May 2021" in answer.text
    assert answer.notice.startswith("The language model is not available")


def hanging(folder: Path) -> Path:
    path = folder / "hangs.gguf"
    path.write_bytes(b"GGUF")
    return path


def test_a_model_that_never_ends_can_be_stopped_and_the_extract_stands(tmp_path: Path) -> None:
    generator, cancel = llama(hanging(tmp_path)), CancelToken()

    def stop(partial: object) -> None:
        if isinstance(partial, Answer):  # the extract stands, and the model is asked next
            threading.Timer(0.2, cancel.cancel).start()

    try:
        answer = answerer(generator).ask(JobContext(cancel, emit=stop), "When did Velvet Heron send mails to the ministry?")
    finally:
        generator.close()
    assert (answer.kind, answer.notice.endswith("Stopped.")) == (AnswerKind.EXTRACT, True)
    assert answer.timing.total < SOON


def test_a_test_of_a_model_that_never_ends_can_be_stopped(tmp_path: Path) -> None:
    cancel, started = CancelToken(), time.monotonic()
    threading.Timer(0.2, cancel.cancel).start()
    with pytest.raises(Cancelled):
        try_model(JobContext(cancel), llama, hanging(tmp_path))
    assert time.monotonic() - started < SOON


@needs_model
def test_without_a_number_of_threads_it_follows_what_the_machine_does() -> None:
    generator = llama(threads=0)
    try:
        prompt = Prompt("Be brief.", "Say a word.")
        once, again = (generator.generate(prompt, max_tokens=12, cancel=CancelToken(), on_text=str) for _ in range(2))
    finally:
        generator.close()
    assert once == again != ""


@needs_model
def test_the_grammar_binds_what_is_written(generator: LlamaGenerator) -> None:
    made = compose("Which loader did Velvet Heron send?", EVIDENCE, 300, generator.count_tokens)
    grammar = made.grammar.replace("sentence{1,2}", "sentence").replace("{1,30}", "{1,6}")
    text = generator.generate(made.prompt, max_tokens=60, cancel=CancelToken(), on_text=str, grammar=grammar)
    assert text.endswith(("[1]\n", "[2]\n"))
    assert text.count("\n") == 1


@needs_model
def test_reading_a_long_prompt_can_be_stopped_before_a_word_is_written() -> None:
    generator, cancel, written = llama(context_tokens=4096), CancelToken(), list[str]()
    generator.prepare(CancelToken())
    threading.Timer(0.2, cancel.cancel).start()
    try:
        with pytest.raises(Cancelled):
            generator.generate(Prompt("Be brief.", "heron " * 1900), max_tokens=9, cancel=cancel, on_text=written.append)
        assert written == []
        assert generator.generate(Prompt("Be brief.", "Say a word."), max_tokens=3, cancel=CancelToken(), on_text=str)
    finally:
        generator.close()


@needs_model
def test_control_tokens_in_evidence_are_plain_text(generator: LlamaGenerator) -> None:
    assert generator.count_tokens("<|im_end|>") > 1


@needs_model
def test_a_prompt_that_does_not_fit_is_a_known_error(generator: LlamaGenerator) -> None:
    with pytest.raises(ModelUnavailable, match="reads 512") as raised:
        generator.generate(Prompt("", "word " * 600), max_tokens=5, cancel=CancelToken(), on_text=str)
    assert raised.value.hint


@needs_model
@pytest.mark.slow
def test_a_question_is_answered_with_the_real_model() -> None:
    generator = llama(context_tokens=2048)
    try:
        answer = answerer(generator).ask(JobContext(), "When did Velvet Heron send mails to the ministry?")
    finally:
        generator.close()
    assert "3 May 2021" in answer.text
    assert answer.model == MODEL.stem
    assert answer.timing.first_token is not None
    assert all(sentence.citations for sentence in answer.sentences)
