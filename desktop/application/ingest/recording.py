"""The rows of one import on their way into the ledger, and which of the files given still wait for some."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from desktop.application.ingest.candidates import Candidate, Place
from desktop.application.job import JobContext, Progress
from desktop.application.ports import IndexWriter
from desktop.domain.ledger import LedgerRow


class Recorder:
    """Keeps rows until `commit`, which puts them into the ledger together with what they finish.

    A given file is finished when everything that was opened in it is closed; what is finished is not read again when the import
    is resumed.
    """

    def __init__(self, writer: IndexWriter, job: str, given: Sequence[str], context: JobContext) -> None:
        self.rows: dict[Place, LedgerRow] = {}
        self.finished = 0
        self._writer = writer
        self._job = job
        self._given = given
        self._context = context
        self._begun: dict[Place, Candidate] = {}
        self._inside: Counter[int] = Counter()
        self._new: dict[Place, LedgerRow] = {}
        self._done: list[int] = []

    def begin(self, candidate: Candidate) -> None:
        """State that a candidate is going to have a row."""
        self._begun[candidate.place] = candidate
        self._inside[candidate.given] += 1

    def put(self, candidate: Candidate, row: LedgerRow) -> None:
        """Record the row of a candidate, in place of an earlier one."""
        self.rows[candidate.place] = self._new[candidate.place] = replace(row, job=self._job)

    def keep(self, candidate: Candidate, row: LedgerRow) -> None:
        """Take over a row that is in the ledger already."""
        self.rows[candidate.place] = row

    def close(self, candidate: Candidate) -> None:
        """State that a candidate has its row, and that what lies in it has begun."""
        del self._begun[candidate.place]
        self._inside[candidate.given] -= 1
        if not self._inside[candidate.given]:
            self._done.append(candidate.given)

    def commit(self) -> None:
        """Make the rows durable, then tell of them."""
        if not self._new and not self._done:
            return
        if not self._new:
            self._new = {(each,): self.rows[each,] for each in self._done}  # a row names the import that they are finished in
        self._writer.put_ledger(list(self._new.values()), [self._given[each] for each in self._done])
        new, self._new = self._new, {}
        self.finished += len(self._done)
        self._done = []
        for row in new.values():
            self._context.emit(row)
        last = next(reversed(new.values()))
        self._context.report(Progress("import", self.finished, len(self._given), PurePath(last.path).name))

    def open(self) -> list[Candidate]:
        """Candidates that have no row yet."""
        return [candidate for place, candidate in self._begun.items() if place not in self.rows]
