"""A provider's model as an embedder: what it is given, what it is not, and what stands in the log."""

from __future__ import annotations

import pytest

from desktop.application.gate import MarkingGate
from desktop.application.ingest.gated_embedder import GatedEmbedder
from desktop.application.settings import MarkingSettings
from desktop.domain.errors import CofferError, KeychainUnavailable, ModelUnavailable, PassphraseNeeded, ProviderFailed, StorageProblem
from desktop.domain.marking import Marking
from desktop.domain.provider import Address, Provider
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.scripted_provider import ProviderEmbedder, ScriptedProvider
from tests.fakes.words import WordTokenizer

PROVIDER = Provider(Address.parse("https://api.example.com/v1"), "wide-1")


class Case:
    """An embedder over documents a (CLEAR) and b (GREEN)."""

    def __init__(self, limit: Marking = Marking.CLEAR) -> None:
        self.server, self.audit, self.blocked = ScriptedProvider(), MemoryAuditLog(), ""
        index = MemoryFactIndex()
        index.markings |= {"a": Marking.CLEAR, "b": Marking.GREEN}
        self.far: ProviderEmbedder = self.server.embedder(PROVIDER)
        gate = MarkingGate(index, MarkingSettings(remote_max=limit))
        self.embedder = GatedEmbedder(self.far, PROVIDER, WordTokenizer(), gate, self.audit, lambda: self.blocked)

    def logged(self) -> list[tuple[str, dict[str, object]]]:
        hidden = ("address", "model", "seconds")
        return [(each.action, {name: value for name, value in each.details.items() if name not in hidden}) for each in self.audit.entries]


def test_passages_that_may_leave_are_sent_and_stand_in_the_log_with_what_became_of_it() -> None:
    case = Case()
    assert len(case.embedder.embed_passages(["one", "two"], made_of=["a", "a"])) == 2
    assert case.far.sent == ["one", "two"]
    assert case.logged() == [("send", {"passages": 2, "made_of": ["a"], "tlp": "CLEAR"}), ("sent", {"outcome": "answered"})]
    assert case.audit.entries[0].details["address"] == "https://api.example.com/v1"


@pytest.mark.parametrize("made_of", [["b"], ["a", "b"], ["unknown"], []])
def test_passages_of_which_one_may_not_leave_or_is_of_nobody_knows_what_are_not_sent(made_of: list[str]) -> None:
    case = Case()
    with pytest.raises(ModelUnavailable, match="marked above TLP:CLEAR"):
        case.embedder.embed_passages(["one", "two"], made_of=made_of)
    assert (case.far.sent, case.audit.entries) == ([], [])


def test_the_limit_is_that_of_the_settings() -> None:
    case = Case(Marking.GREEN)
    assert case.embedder.limit is Marking.GREEN
    case.embedder.embed_passages(["one"], made_of=["b"])
    assert case.logged()[0][1]["tlp"] == "GREEN"


def test_a_question_stands_in_the_log_and_is_sent_once() -> None:
    case = Case()
    assert case.embedder.embed_query("who") == case.embedder.embed_query("who")
    assert case.far.sent == ["?who"]
    assert case.logged() == [("send", {"query": "who"}), ("sent", {"outcome": "answered"})]


def test_the_width_is_learned_by_a_word_that_is_nobodys_and_stands_in_the_log_like_all_that_is_sent() -> None:
    case = Case()
    assert (case.embedder.dimensions, case.embedder.dimensions) == (27, 27)
    assert case.far.sent == ["ready"]
    assert case.logged() == [("send", {"word": "ready"}), ("sent", {"outcome": "answered"})]


def test_what_is_blocked_reaches_nothing() -> None:
    case = Case()
    case.blocked = "It is not allowed."
    for ask in (lambda: case.embedder.embed_query("who"), lambda: case.embedder.dimensions):
        with pytest.raises(ModelUnavailable, match=r"wide-1 at api\.example\.com makes no vectors: It is not allowed\."):
            ask()
    assert (case.far.sent, case.audit.entries) == ([], [])


@pytest.mark.parametrize("kind", [ProviderFailed, KeychainUnavailable, PassphraseNeeded])
def test_whatever_fails_is_a_model_that_is_not_available(kind: type[CofferError]) -> None:
    case = Case()
    case.server.failure = kind("It is so.", "Try again.")
    with pytest.raises(ModelUnavailable) as failed:
        case.embedder.embed_query("who")
    assert (failed.value.message, failed.value.hint) == ("It is so.", "Try again.")
    assert case.logged()[-1] == ("sent", {"outcome": "failed: It is so."})


def test_what_cannot_be_logged_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case()

    def fail(*_: object, **__: object) -> None:
        raise StorageProblem("The disk is full.")

    monkeypatch.setattr(case.audit, "append", fail)
    with pytest.raises(ModelUnavailable, match="The disk is full"):
        case.embedder.embed_query("who")
    assert case.far.sent == []


def test_it_counts_as_the_tokenizer_does_and_knows_no_languages() -> None:
    case = Case()
    assert list(case.embedder.token_ends("one two")) == list(WordTokenizer().token_ends("one two"))
    assert (case.embedder.languages, case.embedder.identity, case.embedder.dimensions) == ((), "wide-1@api.example.com", 27)
