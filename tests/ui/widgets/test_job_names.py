from __future__ import annotations

import pytest

from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import Outcome
from desktop.ui.models.documents_model import local_time
from desktop.ui.widgets.job_names import describe_job
from tests.fakes.services import make_job

WHEN = local_time("2026-12-01T08:00:00Z")


@pytest.mark.parametrize(
    ("job", "expected"),
    [
        (make_job("a", files=1), f"{WHEN} · 1 file"),
        (make_job("a", files=2300, totals={Outcome.FAILED: 3}), f"{WHEN} · 2,300 files, 3 failed"),
        (make_job("a", files=10, waiting=4), f"{WHEN} · 10 files, 4 waiting"),
    ],
)
def test_an_import_in_one_line(job: ImportJob, expected: str) -> None:
    assert describe_job(job) == expected
