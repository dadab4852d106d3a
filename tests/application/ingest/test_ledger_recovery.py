"""The ledger out of its file into an index that knows of none, and from an index into the file."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence

import pytest

from desktop.application.ingest.ledger_recovery import WAITED, restore, settle_ledger
from desktop.application.ports import ImportBegun, ImportEnded, LedgerLine, LedgerQuery, RowsKept
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome
from tests.fakes.memory_index import MemoryIndex

ENDED, CUT = ImportJob("job-1", "2026-05-04T10:00:00Z", ("a",), files=2), ImportJob("job-2", "2026-05-05T10:00:00Z", ("c",), files=3)
LINES: tuple[LedgerLine, ...] = (
    ImportBegun(ENDED, ("a.pdf", "b.pdf")),
    RowsKept((LedgerRow("a.pdf", Outcome.FAILED, "Locked.", job="job-1"),), ("a.pdf",)),
    RowsKept((LedgerRow("a.pdf", Outcome.IMPORTED, document_id="a-1", job="job-1"),), ("a.pdf",)),
    ImportEnded("job-1", "2026-05-04T10:05:00Z"),
    ImportBegun(CUT, ("c.pdf", "d.pdf", "e.pdf")),
    RowsKept((LedgerRow("c.pdf", Outcome.IMPORTED, document_id="c-1", job="job-2"),), ("c.pdf",)),
)


class MemoryLedger:
    def __init__(self, lines: tuple[LedgerLine, ...] = ()) -> None:
        self.kept = list(lines)

    def add(self, line: LedgerLine) -> None:
        self.kept.append(line)

    def exists(self) -> bool:
        return bool(self.kept)

    def lines(self) -> Iterator[LedgerLine]:
        return iter(self.kept)


@pytest.fixture
def index() -> MemoryIndex:
    return MemoryIndex()


def outcomes(index: MemoryIndex, job: str) -> dict[str, tuple[Outcome, str]]:
    return {row.path: (row.outcome, row.reason) for row in index.ledger(LedgerQuery(job=job))}


def test_rows_and_imports_are_as_they_were_and_what_waited_says_so(index: MemoryIndex) -> None:
    restore(LINES, index)
    assert outcomes(index, "job-1") == {"a.pdf": (Outcome.IMPORTED, "")}
    assert outcomes(index, "job-2") == {
        "c.pdf": (Outcome.IMPORTED, ""),
        "d.pdf": (Outcome.FAILED, WAITED),
        "e.pdf": (Outcome.FAILED, WAITED),
    }
    assert [(job.id, job.started, job.ended) for job in reversed(index.import_jobs())] == [
        ("job-1", "2026-05-04T10:00:00Z", "2026-05-04T10:05:00Z"),
        ("job-2", "2026-05-05T10:00:00Z", "2026-05-05T10:00:00Z"),
    ]


def test_nothing_that_a_strangers_ledger_names_is_imported_by_itself(index: MemoryIndex) -> None:
    restore(LINES, index)
    assert index.import_jobs(unfinished=True) == ()
    assert index.waiting_files("job-2") == ()


def test_an_index_that_knows_of_imports_is_left_as_it_is(index: MemoryIndex) -> None:
    index.begin_import(ENDED, ["x"])
    ledger = MemoryLedger(LINES)
    settle_ledger(ledger, index, index)
    assert [job.id for job in index.import_jobs()] == ["job-1"]
    assert ledger.kept == list(LINES)


def test_the_file_of_an_older_vault_is_made_of_its_index(index: MemoryIndex) -> None:
    restore(LINES[:4], index)
    index.begin_import(CUT, ["c.pdf", "d.pdf"])
    ledger = MemoryLedger()
    settle_ledger(ledger, index, index)
    again = MemoryIndex()
    settle_ledger(ledger, again, again)
    assert outcomes(again, "job-1") == outcomes(index, "job-1")
    assert outcomes(again, "job-2") == {"c.pdf": (Outcome.FAILED, WAITED), "d.pdf": (Outcome.FAILED, WAITED)}


def test_a_file_that_waited_under_a_name_that_is_no_text_has_a_row_by_the_name_that_is_shown(index: MemoryIndex) -> None:
    restore([ImportBegun(CUT, (os.fsdecode(b"caf\xe9.pdf"),))], index)
    assert outcomes(index, "job-2") == {"caf\\xe9.pdf": (Outcome.FAILED, WAITED)}


class CountingIndex(MemoryIndex):
    """Only counts rows."""

    counted = 0

    def put_ledger(self, rows: Sequence[LedgerRow], finished: Sequence[str] = ()) -> None:
        self.counted += len(rows)


def test_a_strangers_line_of_many_imports_and_many_finished_files_takes_no_time() -> None:
    index, many = CountingIndex(), 20_000
    rows = tuple(LedgerRow("a", Outcome.IMPORTED, job=f"job-{number}") for number in range(many))
    began = time.monotonic()
    restore([ImportBegun(CUT, ("c", "d")), RowsKept(rows, tuple(map(str, range(many))))], index)
    assert time.monotonic() - began < 10
    assert index.counted == many + 2
