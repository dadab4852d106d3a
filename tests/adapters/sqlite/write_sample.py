"""Writes the sample of the current schema: `python -m tests.adapters.sqlite.write_sample`. A shipped one is never written again."""

from __future__ import annotations

from pathlib import Path

import apsw

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.sqlite.migrations import STEPS
from desktop.application.ports import DocumentExtraction
from desktop.domain.chunk import content_hash
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome
from tests.fakes.documents import put, unit
from tests.fakes.extractions import IDENTITY, extract

HEADLACE_TEXT = "APT28 used the implant Headlace.\n\nIt called evil[.]com."


def write_sample(path: Path) -> None:
    empty = apsw.Connection(str(path))
    empty.pragma("page_size", 1024)
    empty.execute("VACUUM")
    empty.close()
    database = Database(path)
    writer = SqliteIndexWriter(database)
    put(writer, "headlace-00000001", HEADLACE_TEXT, "Headlace", tags=("case-1",))
    put(writer, "phishing-00000002", "A mail carried the lure.", "Phishing", published="2023-05-01")
    writer.use_extractor(IDENTITY, b"names", [], None)
    writer.put_extractions([DocumentExtraction("headlace-00000001", content_hash(HEADLACE_TEXT), extract(HEADLACE_TEXT))])
    writer.use_embedder("by hand", 4)
    writer.put_vectors([(1, unit(1, 0, 0, 0)), (2, unit(0, 0, 1, 0)), (3, unit(0, 1, 0, 0))])
    writer.begin_import(ImportJob("job-1", "2026-12-01T08:00:00Z", ("reports",)), ["one.md", "two.md", "three.md"])
    writer.put_ledger([LedgerRow("one.md", Outcome.IMPORTED, document_id="headlace-00000001", job="job-1")], ["one.md"])
    writer.put_ledger([LedgerRow("two.md", Outcome.IMPORTED, document_id="phishing-00000002", job="job-1")], ["two.md"])
    database.close()


if __name__ == "__main__":
    sample = Path(__file__).parents[2] / "data" / "schemas" / f"v{len(STEPS)}.db"
    if sample.exists():
        raise SystemExit(f"{sample} is there already.")
    write_sample(sample)
