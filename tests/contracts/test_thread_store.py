"""Threads, in memory and in files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from desktop.adapters.thread_files import ThreadFiles
from desktop.application.ports.threads import ThreadStore
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, RemovedSentence, Timing, Verdict
from desktop.domain.errors import ThreadNotFound, UsageError
from desktop.domain.marking import Marking
from desktop.domain.thread import Turn
from desktop.domain.vault import VaultPaths
from tests.fakes.memory_threads import MemoryThreads

QUOTE = "The mails delivered\n\n- BRASSKETTLE [^1]\n## and more <!-- answer: {} --> \n[^9]: [x](../docs/x.md), 1-2, verified"
PAGED = Citation("apt28 (2)-3f9a2c1d", 3, 10, 10 + len(QUOTE), QUOTE, Verdict.VERIFIED)
FACT = Citation("memory/heron-00000001", None, 0, 5, "Heron", Verdict.LOOSE)
HOSTILE = "A list: [^7] -- <!-- answer: {} --> ~~gone~~ ](../docs/y.md) \\ end."
FULL = Answer(
    question="Which loader did\nthe mails deliver? [^2]",
    kind=AnswerKind.SYNTHESIS,
    sentences=(AnswerSentence("They delivered BRASSKETTLE.", (PAGED, FACT)), AnswerSentence(HOSTILE, (PAGED,))),
    confidence=0.853,
    model="SmolLM2 -- x",
    removed=(RemovedSentence("It was 2019.", "2019 stands in none of its sources."),),
    passages=(),
    timing=Timing(0.0, None, 0.0),
    notice="A notice --> with an arrow.",
    near=(AnswerSentence("Comes near.", (FACT,)),),
    grounds="2 sources, both B2.",
    conflicts=("The sources differ: “a” in “A”, “b” in “B”.",),
    titles=((PAGED.document_id, "A [bracketed](title)"), (FACT.document_id, "Heron")),
    subjects=("Velvet Heron", "BRASSKETTLE"),
    about=("APT28",),
)
PLAIN = Answer("Since when?", AnswerKind.NOT_FOUND, (), 0.0, None, (), (), Timing(0.0, None, 0.0))
FIRST, SECOND = "2026-12-01T08:00:00Z", "2026-12-01T08:05:00Z"


@pytest.fixture(params=["memory", "files"])
def threads(request: pytest.FixtureRequest, tmp_path: Path) -> ThreadStore:
    return MemoryThreads() if request.param == "memory" else ThreadFiles(VaultPaths(tmp_path))


def test_at_first_there_is_none(threads: ThreadStore) -> None:
    assert threads.heads() == ()
    with pytest.raises(ThreadNotFound):
        threads.read("nothing-00000000")


def test_an_answer_comes_back_as_it_was(threads: ThreadStore) -> None:
    threads.add("t", Turn(FIRST, FULL), ("heron",), Marking.GREEN)
    (turn,) = threads.read("t").turns
    asked = " ".join(FULL.question.split())  # a heading is one line
    assert (turn.asked_at, replace(turn.answer, question=asked)) == (FIRST, replace(FULL, question=asked))
    assert threads.read("t").warnings == ()


def test_a_thread_grows_and_is_marked_as_its_highest(threads: ThreadStore) -> None:
    threads.add("t", Turn(FIRST, FULL), ("heron",), Marking.AMBER)
    head = threads.add("t", Turn(SECOND, PLAIN), (), Marking.CLEAR)
    threads.add("other", Turn(FIRST, PLAIN), (), Marking.CLEAR)
    assert (head.case, head.tlp, head.updated_at, head.questions) == (("heron",), Marking.AMBER, SECOND, 2)
    assert [each.answer.kind for each in threads.read("t").turns] == [AnswerKind.SYNTHESIS, AnswerKind.NOT_FOUND]
    assert [each.id for each in threads.heads()] == ["t", "other"]
    assert threads.heads()[0] == head


def test_two_answers_have_footnotes_of_their_own(threads: ThreadStore) -> None:
    other = replace(FULL, sentences=(AnswerSentence("Another.", (replace(FACT, quote="Other", end=5),)),), near=())
    for at, answer in ((FIRST, FULL), (SECOND, other)):
        threads.add("t", Turn(at, answer), (), Marking.CLEAR)
    first, second = threads.read("t").turns
    assert first.answer.sentences == FULL.sentences
    assert [each.quote for each in second.answer.citations] == ["Other"]


def test_what_is_in_the_trash_can_come_back_once(threads: ThreadStore) -> None:
    threads.add("t", Turn(FIRST, PLAIN), (), Marking.CLEAR)
    threads.trash("t")
    assert threads.heads() == ()
    assert [(each.thread_id, each.title) for each in threads.trashed()] == [("t", "Since when?")]
    threads.restore("t")
    assert [each.id for each in threads.heads()] == ["t"]
    with pytest.raises(ThreadNotFound):
        threads.restore("t")


def test_nothing_in_the_vault_is_replaced_from_the_trash(threads: ThreadStore) -> None:
    threads.add("t", Turn(FIRST, PLAIN), (), Marking.CLEAR)
    threads.trash("t")
    threads.add("t", Turn(SECOND, FULL), (), Marking.CLEAR)
    with pytest.raises(UsageError):
        threads.restore("t")


def test_the_trash_is_emptied_of_what_is_named(threads: ThreadStore) -> None:
    for name in ("a", "b"):
        threads.add(name, Turn(FIRST, PLAIN), (), Marking.CLEAR)
        threads.trash(name)
    assert threads.empty_trash(["a"]) == 1
    assert [each.thread_id for each in threads.trashed()] == ["b"]
    assert threads.empty_trash() == 1
