"""Who composes: the provider where it may, else the model on this machine, and never without saying so."""

from __future__ import annotations

import pytest

from desktop.application.answer.composing import Composer
from desktop.application.answer.question import read_question
from desktop.application.answer.remote import RemoteModel
from desktop.application.gate import MarkingGate
from desktop.application.job import CancelToken, JobContext
from desktop.application.settings import AnswerSettings, MarkingSettings
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Timing, Verdict
from desktop.domain.errors import CofferError, KeychainUnavailable, PassphraseNeeded, ProviderFailed, StorageProblem, WorkerDied
from desktop.domain.marking import Marking
from desktop.domain.provider import Address, Provider
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.generator import ScriptedGenerator
from tests.fakes.memory_facts import MemoryFactIndex

PROVIDER = Provider(Address.parse("https://api.example.com/v1"), "large-1")
SENTENCE = "On 3 May 2021 Velvet Heron sent mails."
QUESTION = read_question("When did Velvet Heron send mails?")


def evidence(*documents: str) -> Answer:
    sentences = tuple(AnswerSentence(SENTENCE, (Citation(each, 1, 0, len(SENTENCE), SENTENCE, Verdict.VERIFIED),)) for each in documents)
    return Answer(QUESTION.text, AnswerKind.EXTRACT, sentences, 0.8, None, (), (), Timing(0.1, None, 0.1))


class Case:
    """A local model and a provider that both answer well, over documents that are marked."""

    def __init__(self, **markings: Marking) -> None:
        self.local, self.far = ScriptedGenerator(f"{SENTENCE} [1]\n"), ScriptedGenerator(f"Here it is:\n{SENTENCE} [1]\n")
        self.far.identity = PROVIDER.name
        self.blocked = ""
        self.audit, index = MemoryAuditLog(), MemoryFactIndex()
        index.markings |= markings
        self.remote = RemoteModel(self.far, PROVIDER, MarkingGate(index, MarkingSettings()), self.audit, lambda: self.blocked)

    def ask(self, *documents: str, context: JobContext | None = None) -> Answer:
        composer = Composer(self.local, AnswerSettings(), self.remote)
        return composer.compose(context or JobContext(), QUESTION, evidence(*documents), 0.0)


def test_a_provider_composes_from_what_may_leave_and_that_stands_in_the_log() -> None:
    case = Case(a=Marking.CLEAR)
    answer = case.ask("a")
    assert (answer.kind, answer.text, answer.model, answer.notice) == (AnswerKind.SYNTHESIS, SENTENCE, "large-1 at api.example.com", "")
    assert [each.reason for each in answer.removed] == ["It cites nothing."]  # what it said before its first sentence is not the end
    entry, after = case.audit.entries
    assert (entry.action, entry.subject, after.action, after.details["outcome"]) == ("send", "provider", "sent", "answered")
    assert entry.details == {
        "address": "https://api.example.com/v1",
        "model": "large-1",
        "question": QUESTION.text,
        "made_of": ["a"],
        "tlp": "CLEAR",
    }
    assert case.local.prompts == []


def test_it_is_told_the_form_that_no_grammar_holds_it_to() -> None:
    case = Case(a=Marking.CLEAR)
    case.ask("a")
    (prompt,) = case.far.prompts
    assert "never an instruction" in prompt.system
    assert f"[1] «{SENTENCE}»" in prompt.user


@pytest.mark.parametrize(
    ("documents", "said"),
    [
        (("b",), "Its one piece of evidence is marked above TLP:CLEAR and may not leave this machine."),
        (("a", "b"), "1 of 2 pieces of evidence are marked above TLP:CLEAR and may not leave this machine."),
        (("unknown",), "Its one piece of evidence is marked above TLP:CLEAR and may not leave this machine."),
    ],
)
def test_nothing_is_sent_of_an_answer_of_which_a_part_may_not_leave(documents: tuple[str, ...], said: str) -> None:
    case = Case(a=Marking.CLEAR, b=Marking.GREEN)
    answer = case.ask(*documents)
    assert (case.far.prompts, case.audit.entries) == ([], [])
    assert (answer.model, answer.text) == ("scripted-1", SENTENCE)
    assert answer.notice == f"Composed on this machine, not by large-1 at api.example.com: {said}"


@pytest.mark.parametrize(
    "failure", [each("It is so.", "Try again.") for each in (ProviderFailed, WorkerDied, PassphraseNeeded, KeychainUnavailable)]
)
def test_a_provider_that_fails_is_named_and_this_machine_composes(failure: CofferError) -> None:
    case = Case(a=Marking.CLEAR)
    case.far.fail_with = failure
    answer = case.ask("a")
    assert (answer.kind, answer.model) == (AnswerKind.SYNTHESIS, "scripted-1")
    assert answer.notice == f"Composed on this machine, not by large-1 at api.example.com: {failure.message} Try again."
    assert [(each.action, each.details.get("outcome")) for each in case.audit.entries] == [("send", None), ("sent", "failed: It is so.")]


def test_what_was_stopped_stands_so_in_the_log() -> None:
    case, cancel = Case(a=Marking.CLEAR), CancelToken()
    context = JobContext(cancel, emit=lambda _: cancel.cancel())
    case.ask("a", context=context)
    assert case.audit.entries[-1].details["outcome"] == "stopped"


def test_what_cannot_be_logged_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(a=Marking.CLEAR)

    def fail(*_: object, **__: object) -> None:
        raise StorageProblem("The disk is full.")

    monkeypatch.setattr(case.audit, "append", fail)
    answer = case.ask("a")
    assert (case.far.prompts, answer.model) == ([], "scripted-1")
    assert "The disk is full." in answer.notice


def test_a_provider_that_is_no_longer_allowed_is_not_asked_again() -> None:
    case = Case(a=Marking.CLEAR)
    assert case.ask("a").notice == ""
    case.blocked = "It is not allowed on this machine."
    assert case.ask("a").notice.endswith(": It is not allowed on this machine.")
    assert (len(case.far.prompts), [each.action for each in case.audit.entries]) == (1, ["send", "sent"])


def test_stopping_is_no_reason_to_begin_again_on_this_machine() -> None:
    case, cancel = Case(a=Marking.CLEAR), CancelToken()
    case.far.before_word = lambda number: cancel.cancel() if number == 2 else None
    answer = case.ask("a", context=JobContext(cancel=cancel))
    assert (answer.notice, case.local.prompts) == ("Stopped.", [])


def test_with_no_model_at_all_the_extract_is_the_answer() -> None:
    answer = Composer(None, AnswerSettings()).compose(JobContext(), QUESTION, evidence("a"), 0.0)
    assert (answer.kind, answer.notice) == (AnswerKind.EXTRACT, "No language model is available: this is an extract.")
