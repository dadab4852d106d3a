"""Composing: who says the evidence better than the extract does, a provider if one may, else the model on this machine."""

from __future__ import annotations

from dataclasses import replace

from desktop.application.answer.prompting import FOR_PROVIDERS
from desktop.application.answer.question import Question
from desktop.application.answer.remote import RemoteModel
from desktop.application.answer.synthesis import Synthesis
from desktop.application.job import JobContext
from desktop.application.ports import Generator
from desktop.application.sending import STOPPED
from desktop.application.settings import AnswerSettings
from desktop.domain.answer import Answer
from desktop.domain.errors import CofferError


class Composer:
    """Has an extract composed into an answer; whoever fails or may not costs a notice, never the answer."""

    def __init__(self, generator: Generator | None, settings: AnswerSettings, remote: RemoteModel | None = None) -> None:
        self._generator = generator
        self._settings = settings
        self._remote = remote

    def compose(self, context: JobContext, question: Question, extract: Answer, started: float) -> Answer:
        """The extract, or what a model made of it if that carries the answer."""
        if self._remote:
            composed = self._by_provider(context, question, extract, started, self._remote)
            if isinstance(composed, Answer):
                return composed
            extract = _noticed(extract, f"Composed on this machine, not by {self._remote.provider.name}: {composed}")
        if self._generator is None:
            return _noticed(extract, "No language model is available: this is an extract.")
        return Synthesis(self._generator, self._settings).improve(context, question, extract, started)

    def _by_provider(self, context: JobContext, question: Question, extract: Answer, started: float, remote: RemoteModel) -> Answer | str:
        """The provider's answer, or why there is none, as a sentence."""
        if why_not := remote.why_not(extract):
            return why_not
        try:
            with remote.sending(extract) as sending:
                answer = Synthesis(remote.generator, self._settings, FOR_PROVIDERS).write(context, question, extract, started)
                if context.cancel.cancelled:
                    sending.outcome = STOPPED
            return answer
        except CofferError as error:  # the server, the keychain, the log: whatever it is, this machine can compose
            return f"{error.message} {error.hint}".strip()


def _noticed(answer: Answer, notice: str) -> Answer:
    return replace(answer, notice=f"{answer.notice} {notice}".strip())
