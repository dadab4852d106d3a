"""Synthesis: a language model composes from the evidence, and only what the check passes is kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from desktop.application.answer.checking import read_written, why_unsupported
from desktop.application.answer.prompting import Composition, compose
from desktop.application.job import JobContext, Progress
from desktop.application.ports import Generator
from desktop.application.settings import AnswerSettings
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Evidence, RemovedSentence, Verdict
from desktop.domain.errors import Cancelled, ModelUnavailable, WorkerDied

EVIDENCE_TOKENS = 400
"""Prompts longer than this make a small model on two cores wait for seconds before its first word."""


class Synthesis:
    """One attempt of a model to say the evidence better than the extract does."""

    def __init__(self, generator: Generator, settings: AnswerSettings) -> None:
        self._generator = generator
        self._settings = settings

    def improve(self, context: JobContext, extract: Answer, evidence: Sequence[Evidence], started: float) -> Answer:
        """The extract, or what the model made of it if that carries the answer; a model that fails costs a notice, never the answer."""
        try:
            composition = compose(extract.question, [each.quote for each in evidence], self._budget(), self._generator.count_tokens)
            if not composition.given:
                return _noticed(extract, "No evidence fits the language model's context: this is an extract.")
            draft = _Draft(context, extract, evidence[: composition.given], self._generator.identity, started)
            return self._write(context, composition, draft)
        except (ModelUnavailable, WorkerDied) as error:
            return _finished(_noticed(extract, f"The language model is not available: {error.message}"), started)
        except Cancelled:
            return _finished(_noticed(extract, "Stopped."), started)

    def _budget(self) -> int:
        return min(EVIDENCE_TOKENS, self._generator.context_tokens - self._settings.max_tokens)

    def _write(self, context: JobContext, composition: Composition, draft: _Draft) -> Answer:
        context.report(Progress("generate", 0))
        self._generator.generate(
            composition.prompt,
            max_tokens=self._settings.max_tokens,
            cancel=context.cancel,
            on_text=draft.take,
            grammar=composition.grammar,
        )
        answer = draft.finish()
        if composition.left_out:
            return _noticed(answer, f"{composition.left_out} pieces of evidence did not fit the language model's context.")
        return answer


class _Draft:
    """What the model has written so far, checked line by line."""

    def __init__(self, context: JobContext, extract: Answer, evidence: Sequence[Evidence], model: str, started: float) -> None:
        self._context = context
        self._extract = extract
        self._evidence = evidence
        self._model = model
        self._started = started
        self._first_token: float | None = None
        self._pending = ""
        self._kept: list[AnswerSentence] = []
        self._removed: list[RemovedSentence] = []

    def take(self, piece: str) -> None:
        """Add a piece of text; each line that it completes is checked and shown."""
        if self._first_token is None:
            self._first_token = time.monotonic() - self._started
        self._pending += piece
        while "\n" in self._pending:
            line, _, self._pending = self._pending.partition("\n")
            if line.strip():
                self._check(line)
                self._context.emit(self._answer())

    def finish(self) -> Answer:
        """The answer when no more text comes; a last line that was cut off is not said."""
        return self._answer()

    def _check(self, line: str) -> None:
        text, numbers = read_written(line)
        cited = [self._evidence[number - 1] for number in numbers if 1 <= number <= len(self._evidence)]
        reason = why_unsupported(text, [each.quote for each in cited])
        if not reason and any(text == kept.text for kept in self._kept):
            reason = "It was already said."
        if reason:
            self._removed.append(RemovedSentence(text, reason))
        else:
            self._kept.append(AnswerSentence(text, tuple(_citation(each) for each in cited)))

    def _answer(self) -> Answer:
        kept = tuple(self._kept)
        timing = replace(self._extract.timing, first_token=self._first_token, total=time.monotonic() - self._started)
        answer = replace(self._extract, model=self._model, removed=tuple(self._removed), timing=timing)
        if not carries_the_answer(kept, self._extract):
            return answer
        return replace(answer, kind=AnswerKind.SYNTHESIS, sentences=kept)


def carries_the_answer(kept: Sequence[AnswerSentence], extract: Answer) -> bool:
    """Whether the kept sentences may stand for the extract."""
    return bool(kept) and bool(extract.sentences)


def _citation(evidence: Evidence) -> Citation:
    return Citation(evidence.document_id, evidence.page, evidence.start, evidence.end, evidence.quote, Verdict.VERIFIED)


def _noticed(answer: Answer, notice: str) -> Answer:
    return replace(answer, notice=f"{answer.notice} {notice}".strip())


def _finished(answer: Answer, started: float) -> Answer:
    return replace(answer, timing=replace(answer.timing, total=time.monotonic() - started))
