"""An import in one line: when it began, how many files it had, and what needs a look."""

from __future__ import annotations

from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import Outcome
from desktop.ui.models.documents_model import local_time


def describe_job(job: ImportJob) -> str:
    """`2026-12-01 14:02 · 66 files, 3 failed`."""
    files = "1 file" if job.files == 1 else f"{job.files:,} files"
    failed = job.totals.get(Outcome.FAILED, 0)
    parts = [files, *([f"{failed:,} failed"] if failed else []), *([f"{job.waiting:,} waiting"] if job.waiting else [])]
    return f"{local_time(job.started)} · {', '.join(parts)}"
