from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from desktop.application.answer.threads import Threads
from desktop.application.gate import MarkingGate
from desktop.application.settings import MarkingSettings
from desktop.domain.answer import Answer, AnswerKind, AnswerSentence, Citation, Timing, Verdict
from desktop.domain.errors import ThreadNotFound
from desktop.domain.marking import Marking
from desktop.domain.thread import new_thread_id, thread_id_of
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import a_document
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.memory_threads import MemoryThreads

BODY = "<!-- page: 1 -->\nHeron sent mails.\n<!-- page: 2 -->\nOtter did not.\n"
HERON = Citation("report", 1, 17, 34, "Heron sent mails.", Verdict.VERIFIED)
OTTER = Citation("report", 2, 52, 66, "Otter did not.", Verdict.VERIFIED)
ANSWER = Answer(
    "Who sent mails?",
    AnswerKind.EXTRACT,
    (AnswerSentence("Heron sent mails.", (HERON,)), AnswerSentence("Otter did not.", (OTTER,))),
    0.7,
    None,
    (),
    (),
    Timing(0.0, None, 0.0),
    titles=(("report", "Report"),),
    subjects=("Heron",),
)


class Case:
    """Threads over one report that is marked AMBER."""

    def __init__(self) -> None:
        self.documents, self.audit, index = MemoryStore(), MemoryAuditLog(), MemoryFactIndex()
        self.documents.place(a_document("report"), BODY)
        index.markings["report"] = Marking.AMBER
        gate = MarkingGate(index, MarkingSettings())
        self.threads = Threads(MemoryThreads(), self.documents, gate, self.audit, lambda: datetime(2026, 12, 1, 8, tzinfo=UTC))

    def rewrite(self, body: str) -> None:
        self.documents.place(a_document("report"), body)


@pytest.fixture
def case() -> Case:
    return Case()


def test_what_is_kept_is_marked_as_its_sources_and_logged(case: Case) -> None:
    assert (BODY[17:34], BODY[52:66]) == (HERON.quote, OTTER.quote)
    head = case.threads.keep("t", ANSWER, ("heron",))
    assert (head.tlp, head.updated_at, head.case) == (Marking.AMBER, "2026-12-01T08:00:00Z", ("heron",))
    assert [(each.action, each.subject) for each in case.audit.entries] == [("asked", "threads/t")]
    assert case.threads.read("t").about == ("Heron",)


def test_threads_are_listed_by_case(case: Case) -> None:
    case.threads.keep("a", ANSWER, ("heron",))
    case.threads.keep("b", ANSWER)
    assert {each.id for each in case.threads.all()} == {"a", "b"}
    assert [each.id for each in case.threads.all(("heron",))] == ["a"]


def test_quotes_are_found_where_they_stand_today(case: Case) -> None:
    case.threads.keep("t", ANSWER)
    case.rewrite("A new first line.\n" + BODY)
    first, second = case.threads.read("t").turns[0].answer.citations
    assert (first.start, first.end, first.page, first.verdict) == (35, 52, 1, Verdict.VERIFIED)
    assert (second.start, second.page) == (70, 2)


def test_a_quote_that_stands_nowhere_is_loose_and_told(case: Case) -> None:
    case.threads.keep("t", replace(ANSWER, notice="Stopped."))
    case.rewrite(BODY.replace("Otter did not.", "Otter did."))
    answer = case.threads.read("t").turns[0].answer
    assert [each.verdict for each in answer.citations] == [Verdict.VERIFIED, Verdict.LOOSE]
    assert answer.notice == "Stopped. 1 quote no longer stands in the documents as they are today."


def test_the_quotes_of_a_document_that_is_gone_are_loose(case: Case) -> None:
    case.threads.keep("t", ANSWER)
    case.documents.trash("report")
    answer = case.threads.read("t").turns[0].answer
    assert answer.notice.startswith("2 quotes no longer stand")
    assert answer.text == ANSWER.text


def test_what_is_forgotten_comes_back(case: Case) -> None:
    case.threads.keep("t", ANSWER)
    assert case.threads.forget("t").threads == {"t"}
    assert [each.thread_id for each in case.threads.trashed()] == ["t"]
    changes = case.threads.restore("t", "nowhere")
    assert (changes.threads, changes.problems) == ({"t"}, ("The trash holds no thread nowhere.",))
    with pytest.raises(ThreadNotFound):
        case.threads.restore("nowhere")
    case.threads.forget("t")
    assert case.threads.empty_trash() == 1
    assert [each.action for each in case.audit.entries] == ["asked", "delete", "restore", "delete", "remove"]


def test_ids_are_readable_and_tell_threads_of_one_question_apart() -> None:
    first, second = (new_thread_id("Who is Fancy Bear?", at) for at in ("2026-12-01T08:00:00Z", "2026-12-01T08:00:01Z"))
    assert first.startswith("who-is-fancy-bear-")
    assert first != second
    assert new_thread_id("谁?", "x").startswith("thread-")
    assert thread_id_of("memory/x") is None
