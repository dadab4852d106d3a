"""The ledger between the index, where it is shown, and its file, which outlives the index."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from desktop.application.ingest.candidates import shown_path
from desktop.application.ports import ImportBegun, ImportEnded, IndexReader, IndexWriter, KeepsLedger, LedgerLine, LedgerQuery, RowsKept
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome

WAITED = "The index was begun anew while this file waited to be read. Import it again."
PROBLEM = "index_begun_anew"
EVERY = 1_000_000_000
AT_ONCE = 2000


def settle_ledger(ledger: KeepsLedger, reader: IndexReader, writer: IndexWriter) -> None:
    """Give an index that knows of no import the ledger of the file, or the file, where there is none yet, that of the index.

    `writer` must not write to the file itself.
    """
    known = reader.import_jobs(1)
    if not known and ledger.exists():
        restore(ledger.lines(), writer)
    elif known and not ledger.exists():
        for job in reversed(reader.import_jobs(EVERY)):
            ledger.add(ImportBegun(job, reader.waiting_files(job.id)))
            ledger.add(RowsKept(reader.ledger(LedgerQuery(job=job.id, limit=EVERY)), ()))
            if job.ended:
                ledger.add(ImportEnded(job.id, job.ended))


def restore(lines: Iterable[LedgerLine], writer: IndexWriter) -> None:
    """Put the ledger into an index that knows of none.

    Nothing goes on by itself: what still waited has a row that says so. A vault from a stranger could name files of this machine.
    """
    jobs: dict[str, ImportJob] = {}
    waiting: dict[str, dict[str, None]] = {}
    rows: list[LedgerRow] = []
    for line in lines:
        if isinstance(line, ImportBegun):
            if line.job.id not in jobs:
                writer.begin_import(line.job, ())
            jobs[line.job.id] = line.job
            waiting.setdefault(line.job.id, {}).update(dict.fromkeys(line.waiting))
        elif isinstance(line, RowsKept):
            rows += line.rows
            if len(rows) >= AT_ONCE:
                writer.put_ledger(rows)
                rows = []
            finished = set(line.finished)
            for job in {row.job for row in line.rows} & waiting.keys():
                for path in waiting[job].keys() & finished:  # only as many as both have: a stranger's line may name many of either
                    del waiting[job][path]
        elif line.job in jobs:
            jobs[line.job] = replace(jobs[line.job], ended=line.at)
            waiting.pop(line.job, None)
    for job, paths in waiting.items():
        rows += [LedgerRow(shown_path(Path(path)), Outcome.FAILED, WAITED, problem=PROBLEM, job=job) for path in paths]
    writer.put_ledger(rows)
    for each in jobs.values():
        writer.end_import(each.id, each.ended or each.started)
