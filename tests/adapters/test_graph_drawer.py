"""The caller's side of the worker that draws graphs; what it draws is in tests/ui."""

from __future__ import annotations

import sys

import pytest

from desktop.adapters.graph_drawer import GraphDrawer
from desktop.domain.errors import WorkerDied
from desktop.domain.graph_picture import Picture
from desktop.domain.marking import Marking
from desktop.domain.report import ReportPicture


def test_a_worker_that_ends_is_said_with_what_can_be_done() -> None:
    with pytest.raises(WorkerDied, match="graph Winter could not be drawn") as failure:
        GraphDrawer((sys.executable, "-c", "raise SystemExit(3)"))(ReportPicture("graph-1.png", "Winter", Picture(), {}), Marking.GREEN)
    assert failure.value.hint == "Hide some of its nodes and keep it again, or leave it out of the report."
