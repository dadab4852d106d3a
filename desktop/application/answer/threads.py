"""Threads: what was asked and answered, kept in the vault and opened again against the documents of today."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from desktop.application.gate import MarkingGate
from desktop.application.ports import AuditEntry, AuditLog, TextReader
from desktop.application.ports.threads import ThreadStore, TrashedThread
from desktop.application.searches.saved_searches import now, stamp
from desktop.domain.answer import Answer, AnswerSentence, Citation, Verdict
from desktop.domain.changes import Changes
from desktop.domain.document import page_at
from desktop.domain.errors import DocumentNotFound, StorageProblem, ThreadNotFound, UsageError
from desktop.domain.fact import FactSource, QuoteState
from desktop.domain.quoting import find_quote
from desktop.domain.thread import Thread, ThreadHead, Turn, new_thread_id, trashed_name


class Threads:
    """Keeps answers in files of the vault, lists them by case, and finds their quotes in the documents as they are today."""

    def __init__(
        self, store: ThreadStore, texts: TextReader, gate: MarkingGate, audit: AuditLog, clock: Callable[[], datetime] = now
    ) -> None:
        self._store = store
        self._texts = texts
        self._gate = gate
        self._audit = audit
        self._clock = clock

    def all(self, case: Sequence[str] = ()) -> tuple[ThreadHead, ...]:
        """Every thread of a case (all threads where none is named), the one that was last gone on with first."""
        return tuple(each for each in self._store.heads() if set(case) <= set(each.case))

    def begin(self, question: str) -> str:
        """The id of a thread that begins with this question now; it is there once an answer is kept in it."""
        return new_thread_id(question, self._clock().isoformat())

    def keep(self, thread_id: str, answer: Answer, case: Sequence[str] = ()) -> ThreadHead:
        """Add a question and its answer to a thread, which begins with it if there is none of this id.

        Raises StorageProblem, VaultLocked.
        """
        head = self._store.add(thread_id, Turn(stamp(self._clock()), answer), case, self._gate.effective(answer.made_of))
        self._audit.append("asked", trashed_name(thread_id), question=answer.question, kind=answer.kind.value)
        return head

    def read(self, thread_id: str) -> Thread:
        """A thread, each quote where it stands today; an answer says how many of its quotes no longer stand anywhere.

        Raises ThreadNotFound, StorageProblem.
        """
        thread = self._store.read(thread_id)
        places = _Places(self._texts)
        return replace(thread, turns=tuple(replace(each, answer=places.today(each.answer)) for each in thread.turns))

    def forget(self, *thread_ids: str) -> Changes:
        """Move threads to the trash."""
        for each in thread_ids:
            self._store.trash(each)
            self._audit.append("delete", trashed_name(each))
        return Changes(threads=frozenset(thread_ids))

    def restore(self, *thread_ids: str) -> Changes:
        """Bring threads back from the trash; raises the first failure if none could be brought back."""
        restored, failures = set[str](), list[ThreadNotFound | UsageError]()
        for each in thread_ids:
            try:
                self._store.restore(each)
            except (ThreadNotFound, UsageError) as failure:
                failures.append(failure)
                continue
            self._audit.append("restore", trashed_name(each))
            restored.add(each)
        if failures and not restored:
            raise failures[0]
        return Changes(problems=tuple(f"{each.message} {each.hint}".strip() for each in failures), threads=frozenset(restored))

    def trashed(self) -> tuple[TrashedThread, ...]:
        """What is in the trash, newest first."""
        return self._store.trashed()

    def empty_trash(self, thread_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many threads that were."""
        chosen = [each for each in self._store.trashed() if thread_ids is None or each.thread_id in thread_ids]
        removed = self._store.empty_trash(thread_ids)
        self._audit.append_all(
            [AuditEntry("remove", trashed_name(each.thread_id), {"title": each.title, "bytes": each.size}) for each in chosen]
        )
        return removed


class _Places:
    """Where quotes stand today; each document is read once."""

    def __init__(self, texts: TextReader) -> None:
        self._texts = texts
        self._bodies: dict[str, str | None] = {}

    def today(self, answer: Answer) -> Answer:
        """The answer with its citations as they can be opened; what stands nowhere any more stays as it was, and is loose."""
        placed = {each: self._placed(each) for each in answer.citations}
        lost = sum(each is None for each in placed.values())
        if all(each == now for each, now in placed.items()):
            return answer
        said = "1 quote no longer stands" if lost == 1 else f"{lost:,} quotes no longer stand"
        notice = f"{answer.notice} {said} in the documents as they are today.".strip() if lost else answer.notice
        return replace(answer, sentences=_moved(answer.sentences, placed), near=_moved(answer.near, placed), notice=notice)

    def _placed(self, citation: Citation) -> Citation | None:
        body = self._body(citation.document_id)
        if body is None:
            return None
        found = find_quote(FactSource(citation.document_id, citation.start, citation.end, citation.quote), body)
        if found.state is QuoteState.THERE:
            return citation
        if found.state is not QuoteState.MOVED:
            return None
        return replace(citation, start=found.start, end=found.end, quote=body[found.start : found.end], page=page_at(body, found.start))

    def _body(self, document_id: str) -> str | None:
        if document_id not in self._bodies:
            try:
                self._bodies[document_id] = self._texts.read(document_id).body
            except (DocumentNotFound, UsageError, StorageProblem):
                self._bodies[document_id] = None
        return self._bodies[document_id]


def _moved(sentences: Sequence[AnswerSentence], placed: dict[Citation, Citation | None]) -> tuple[AnswerSentence, ...]:
    def now(citation: Citation) -> Citation:
        return placed[citation] or replace(citation, verdict=Verdict.LOOSE)

    return tuple(replace(each, citations=tuple(map(now, each.citations))) for each in sentences)
