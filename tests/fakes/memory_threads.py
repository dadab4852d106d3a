"""Threads of a vault, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop.application.ports.threads import TrashedThread
from desktop.domain.answer import Answer, Timing
from desktop.domain.errors import ThreadNotFound, UsageError
from desktop.domain.marking import Marking
from desktop.domain.thread import Thread, ThreadHead, Turn

DELETED = "2026-12-02T08:00:00Z"


class MemoryThreads:
    def __init__(self) -> None:
        self._threads: dict[str, Thread] = {}
        self._trash: dict[str, Thread] = {}

    def heads(self) -> tuple[ThreadHead, ...]:
        heads = [each.head for each in self._threads.values()]
        return tuple(sorted(heads, key=lambda each: (each.updated_at, each.id), reverse=True))

    def read(self, thread_id: str) -> Thread:
        if thread_id not in self._threads:
            raise ThreadNotFound(f"There is no thread {thread_id}.")
        return self._threads[thread_id]

    def add(self, thread_id: str, turn: Turn, case: Sequence[str], tlp: Marking) -> ThreadHead:
        begun = Thread(ThreadHead(thread_id, turn.answer.question, tuple(case), Marking.CLEAR, "", 0), ())
        before = self._threads.get(thread_id, begun)
        marking = Marking.highest((before.head.tlp, tlp))
        kept = replace(turn, answer=_kept(turn.answer))
        head = replace(before.head, tlp=marking, updated_at=turn.asked_at, questions=before.head.questions + 1)
        self._threads[thread_id] = Thread(head, (*before.turns, kept))
        return head

    def trash(self, thread_id: str) -> None:
        self._trash[thread_id] = self.read(thread_id)
        del self._threads[thread_id]

    def restore(self, thread_id: str) -> None:
        if thread_id not in self._trash:
            raise ThreadNotFound(f"The trash holds no thread {thread_id}.")
        if thread_id in self._threads:
            raise UsageError(f"{thread_id} is in the vault again already.")
        self._threads[thread_id] = self._trash.pop(thread_id)

    def trashed(self) -> tuple[TrashedThread, ...]:
        return tuple(TrashedThread(name, each.head.title, DELETED, 100) for name, each in self._trash.items())

    def empty_trash(self, thread_ids: Sequence[str] | None = None) -> int:
        gone = [each for each in self._trash if thread_ids is None or each in thread_ids]
        for each in gone:
            del self._trash[each]
        return len(gone)


def _kept(answer: Answer) -> Answer:
    """What a file keeps of an answer: the titles of what it cites, but no passages, no prompt, no seconds."""
    known = dict(answer.titles) | {each.document_id: each.title for each in answer.passages}
    titles = tuple({each: known.get(each, each) for each in answer.made_of}.items())
    return replace(answer, titles=titles, passages=(), prompt="", timing=Timing(0.0, None, 0.0))
