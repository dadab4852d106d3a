from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.application.answer.self_test import QUESTIONS, run_self_test, try_model
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import Prompt
from desktop.domain.errors import Cancelled, CofferError, ModelUnavailable, WorkerDied
from tests.fakes.generator import ScriptedGenerator


class Answering(ScriptedGenerator):
    """Writes for each question, by its number, what `answer` says; raises what it gives as an error."""

    def __init__(self, answer: Callable[[int], str | CofferError]) -> None:
        super().__init__()
        self.answer = answer

    def generate(self, prompt: Prompt, *, max_tokens: int, cancel: CancelToken, on_text: Callable[[str], None], grammar: str = "") -> str:
        cancel.raise_if_cancelled()
        self.prompts.append(prompt)
        written = self.answer(len(self.prompts) - 1)
        if isinstance(written, CofferError):
            raise written
        return written


def rightly(number: int) -> str:
    """The sentence of the evidence that holds the answer, cited."""
    _, evidence, expected = QUESTIONS[number]
    at = next(at for at, each in enumerate(evidence) if expected in each.lower())
    return f"{evidence[at]} [{at + 1}]\n"


def test_a_model_that_says_what_stands_there_is_fit() -> None:
    tested = run_self_test(JobContext(), Answering(rightly))
    assert (tested.passed, tested.fit) == (10, True)
    assert [each.problem for each in tested.questions] == [""] * 10


def test_each_fault_is_said() -> None:
    wrong = {0: "On 4 May 2021 Velvet Heron sent mails. [1]", 1: "It was MUDLARK.", 7: "Grey Otter is harmless. [1]"}
    tested = run_self_test(JobContext(), Answering(lambda number: wrong.get(number, rightly(number))))
    assert tested.passed == 7
    assert not tested.fit
    assert [each.problem for each in tested.questions if each.problem] == [
        "“4 may 2021” does not stand in what it cites.",
        "It cites nothing.",
        "It does not say “mudlark”.",
    ]


def test_a_model_that_breaks_down_is_asked_no_more() -> None:
    generator = Answering(lambda number: WorkerDied("It ended by SIGABRT.") if number == 2 else rightly(number))
    tested = run_self_test(JobContext(), generator)
    assert (len(generator.prompts), tested.passed, len(tested.questions)) == (3, 2, 10)
    assert tested.questions[2].problem == "It ended by SIGABRT."
    assert tested.questions[9].problem == "It was not asked: It ended by SIGABRT."


def test_a_file_that_is_no_model_is_an_error_and_a_stop_is_a_stop() -> None:
    with pytest.raises(ModelUnavailable):
        run_self_test(JobContext(), Answering(lambda _: ModelUnavailable("It is damaged.")))
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        run_self_test(JobContext(cancel=cancel), Answering(rightly))


def test_each_question_is_told_as_it_is_answered() -> None:
    told: list[object] = []
    tested = run_self_test(JobContext(emit=told.append), Answering(rightly))
    assert told == list(tested.questions)


def test_the_process_of_a_tried_model_ends_with_the_test() -> None:
    generator = Answering(rightly)
    assert try_model(JobContext(), lambda _: generator, Path("own.gguf")).fit
    assert generator.closed


def test_a_stop_ends_the_process_in_the_middle_of_whatever_it_does() -> None:
    cancel, closed_when_asked = CancelToken(), list[bool]()

    def hang(_: int) -> WorkerDied:
        cancel.cancel()
        closed_when_asked.append(generator.closed)
        return WorkerDied("The worker was closed.")

    generator = Answering(hang)
    with pytest.raises(Cancelled):
        try_model(JobContext(cancel), lambda _: generator, Path("own.gguf"))
    assert closed_when_asked == [True]
