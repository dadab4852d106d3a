"""Synthesis: a language model composes from the extract's sentences, and only what the check passes is kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from desktop.application.answer.checking import read_written, verdict_on, why_unsupported
from desktop.application.answer.evidence import holds_value
from desktop.application.answer.prompting import FOR_SMALL_MODELS, Composition, Manner, compose
from desktop.application.answer.question import Breadth, Question
from desktop.application.answer.values import ValueType, find_indicators, find_names, find_values
from desktop.application.answer.wording import folded
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import Generator
from desktop.application.settings import AnswerSettings
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, RemovedSentence
from desktop.domain.errors import Cancelled, ModelUnavailable, WorkerDied


class Synthesis:
    """One attempt of a model to say the evidence better than the extract does."""

    def __init__(self, generator: Generator, settings: AnswerSettings, manner: Manner = FOR_SMALL_MODELS) -> None:
        self._generator = generator
        self._settings = settings
        self._manner = manner

    def improve(self, context: JobContext, question: Question, extract: Answer, started: float) -> Answer:
        """The extract, or what the model made of it if that carries the answer.

        A model that fails or is stopped costs a notice, never the answer.
        """
        try:
            return self.write(context, question, extract, started)
        except (ModelUnavailable, WorkerDied) as error:
            return _finished(_noticed(extract, f"The language model is not available: {error.message}"), started)

    def write(self, context: JobContext, question: Question, extract: Answer, started: float) -> Answer:
        """The same, but a model that fails raises what it raised."""
        stop = CancelToken()
        draft = _Draft(context, question, extract, stop if self._manner.one_chance else None, started)
        try:
            self._generator.prepare(context.cancel)
            composition = self._compose(question, extract)
            if not composition.given:
                return _noticed(extract, "No evidence fits the language model's context: this is an extract.")
            answer = self._write(context, composition, draft, stop)
            asked = f"{composition.prompt.system}\n\n{composition.prompt.user}"
            return replace(answer, model=self._generator.identity, prompt=asked)
        except Cancelled:
            return _finished(_noticed(extract, "Stopped."), started)

    def _compose(self, question: Question, extract: Answer) -> Composition:
        budget = min(self._manner.prompt_tokens, self._generator.context_tokens - self._settings.max_tokens)
        quotes = [each.text for each in extract.sentences]
        return compose(question.text, quotes, budget, self._generator.count_tokens, self._manner.system)

    def _write(self, context: JobContext, composition: Composition, draft: _Draft, stop: CancelToken) -> Answer:
        context.report(Progress("generate", 0))
        with context.cancel.on_cancel(stop.cancel):
            try:
                self._generator.generate(
                    composition.prompt,
                    max_tokens=self._settings.max_tokens,
                    cancel=stop,
                    on_text=draft.take,
                    grammar=composition.grammar,
                )
            except Cancelled:
                context.cancel.raise_if_cancelled()  # else the draft itself had seen enough
        answer = draft.answer()
        if composition.left_out:
            return _noticed(answer, f"Pieces of evidence that did not fit the language model's context: {composition.left_out}.")
        return answer


class _Draft:
    """What the model has written so far, checked line by line; a line that was cut off is not said."""

    def __init__(self, context: JobContext, question: Question, extract: Answer, stop: CancelToken | None, started: float) -> None:
        self._context = context
        self._question = question
        self._extract = extract
        self._stop = stop
        self._started = started
        self._first_token: float | None = None
        self._pending = ""
        self._kept: list[AnswerSentence] = []
        self._removed: list[RemovedSentence] = []

    def take(self, piece: str) -> None:
        """Add a piece of text; each line that it completes is checked and shown.

        A small model whose very first sentence fails does not find back: it is stopped.
        """
        if self._first_token is None:
            self._first_token = time.monotonic() - self._started
        self._pending += piece
        while "\n" in self._pending and not (self._stop and self._stop.cancelled):
            line, _, self._pending = self._pending.partition("\n")
            if not line.strip():
                continue
            self._check(line)
            self._context.emit(self.answer())
            if self._stop and not self._kept:
                self._stop.cancel()

    def answer(self) -> Answer:
        """The answer so far: what was kept if it carries the answer, else the extract; what was removed either way."""
        kept = tuple(self._kept)
        timing = replace(self._extract.timing, first_token=self._first_token, total=time.monotonic() - self._started)
        answer = replace(self._extract, removed=tuple(self._removed), timing=timing)
        if not carries_the_answer(self._question, kept, self._extract.sentences):
            return answer
        return replace(answer, kind=AnswerKind.SYNTHESIS, sentences=kept)

    def _check(self, line: str) -> None:
        text, numbers = read_written(line)
        cited = [self._extract.sentences[number - 1] for number in numbers if 1 <= number <= len(self._extract.sentences)]
        citations = tuple(citation for sentence in cited for citation in sentence.citations)
        quotes = [each.quote for each in citations]
        reason = why_unsupported(text, quotes)
        if not reason and any(text == kept.text for kept in self._kept):
            reason = "It was already said."
        if reason:
            self._removed.append(RemovedSentence(text, reason))
        else:
            verdict = verdict_on(text, quotes)
            self._kept.append(AnswerSentence(text, tuple(replace(each, verdict=verdict) for each in citations)))


def carries_the_answer(question: Question, kept: Sequence[AnswerSentence], extract: Sequence[AnswerSentence]) -> bool:
    """Whether the kept sentences may stand for the extract.

    They have to hold every kind of value that was asked for and the extract holds, and every name and value of the
    best evidence that is not in the question already; where more than one fact was asked for, of all evidence.
    """
    said, found = " ".join(each.text for each in kept), " ".join(each.text for each in extract)
    if not said or any(holds_value(question, kind, found) and not holds_value(question, kind, said) for kind in question.wants):
        return False
    best = extract[0].text if question.breadth is Breadth.FACT else found
    known = folded(f"{said} {question.text}")
    return all(folded(each) in known for each in _particulars(best))


def _particulars(text: str) -> list[str]:
    numbers = [value for kind in (ValueType.DATE, ValueType.AMOUNT, ValueType.NUMBER) for value in find_values(kind, text)]
    return [*find_names(text), *find_indicators(text), *numbers]


def _noticed(answer: Answer, notice: str) -> Answer:
    return replace(answer, notice=f"{answer.notice} {notice}".strip())


def _finished(answer: Answer, started: float) -> Answer:
    return replace(answer, timing=replace(answer.timing, total=time.monotonic() - started))
