"""The caller's side of the worker that sets reports as PDF; what it sets is in tests/ui."""

from __future__ import annotations

import sys

import pytest

from desktop.adapters.pdf_worker import PdfWorker
from desktop.domain.errors import WorkerDied
from desktop.domain.marking import Marking
from desktop.domain.report import Report

REPORT = Report("A title", Marking.GREEN, Marking.RED, "Text.", 1, 1)


def test_a_worker_that_ends_is_said_with_what_can_be_done() -> None:
    with pytest.raises(WorkerDied, match="could not be set as PDF") as failure:
        PdfWorker((sys.executable, "-c", "raise SystemExit(3)"))(REPORT)
    assert failure.value.hint == "Write it as .docx or .md, or put less into it."
