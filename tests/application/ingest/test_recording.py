"""Rows on their way into the ledger."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from desktop.application.ingest.candidates import given_file
from desktop.application.ingest.recording import Recorder
from desktop.application.job import JobContext, Progress
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome
from tests.fakes.memory_index import MemoryIndex


def test_a_file_waits_until_everything_in_it_has_its_row() -> None:
    index, emitted, told = MemoryIndex(), list[object](), list[Progress]()
    index.begin_import(ImportJob("job", "2026-11-30T12:00:00Z", ()), ["/a.zip", "/b.txt"])
    recorder = Recorder(index, "job", ["/a.zip", "/b.txt"], JobContext(report=told.append, emit=emitted.append))
    container, other = given_file(0, Path("/a.zip")), given_file(1, Path("/b.txt"))
    member = replace(container, place=(0, 0), shown="/a.zip!/x")
    for each in (container, other, member):
        recorder.begin(each)
    recorder.put(container, LedgerRow("/a.zip", Outcome.IMPORTED))
    recorder.close(container)
    recorder.commit()
    assert index.waiting_files("job") == ("/a.zip", "/b.txt")
    assert emitted == index.rows == [LedgerRow("/a.zip", Outcome.IMPORTED, job="job")]
    assert recorder.open() == [other, member]
    recorder.put(member, LedgerRow("/a.zip!/x", Outcome.SKIPPED))
    recorder.close(member)
    assert len(index.rows) == 1
    recorder.commit()
    assert index.waiting_files("job") == ("/b.txt",)
    assert told == [Progress("import", 0, 2, "a.zip"), Progress("import", 1, 2, "x")]


def test_a_file_all_of_whose_rows_were_there_is_finished_too() -> None:
    index = MemoryIndex()
    index.begin_import(ImportJob("job", "2026-11-30T12:00:00Z", ()), ["/a.zip"])
    row = LedgerRow("/a.zip", Outcome.IMPORTED, job="job")
    recorder, container = Recorder(index, "job", ["/a.zip"], JobContext()), given_file(0, Path("/a.zip"))
    recorder.begin(container)
    recorder.keep(container, row)
    recorder.close(container)
    recorder.commit()
    assert index.waiting_files("job") == ()
    assert index.rows == [row]
