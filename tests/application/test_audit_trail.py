from __future__ import annotations

import csv
from pathlib import Path

import pytest

from desktop.application.audit_trail import AuditTrail
from desktop.application.gate import MarkingGate
from desktop.application.settings import MarkingSettings
from desktop.domain.audit import AuditFacets, AuditQuery, AuditRecord
from desktop.domain.marking import Marking
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.memory_facts import MemoryFactIndex


@pytest.fixture
def log() -> MemoryAuditLog:
    log = MemoryAuditLog()
    log.append("import", "open", filename="a.pdf")
    log.append("link", "open", supersedes="strict")
    log.append("accept", "memory/open", **{"with": ["strict-fact"]})
    log.append("delete", "strict")
    return log


@pytest.fixture
def trail(log: MemoryAuditLog) -> AuditTrail:
    index = MemoryFactIndex()
    strict = Marking.AMBER_STRICT
    index.markings = {"open": Marking.CLEAR, "memory/open": Marking.CLEAR, "strict": strict, "memory/strict-fact": strict}
    return AuditTrail(log, MarkingGate(index, MarkingSettings(export_max="GREEN")))


def test_what_can_be_filtered_by_is_what_there_is(trail: AuditTrail) -> None:
    assert trail.facets() == AuditFacets(4, ("accept", "delete", "import", "link"), ())


def test_only_lines_leave_that_name_nothing_above_the_limit(trail: AuditTrail, tmp_path: Path) -> None:
    assert trail.export(AuditQuery(), tmp_path / "audit.csv") == (1, 3)
    with (tmp_path / "audit.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["action"], row["subject"], row["details"]) for row in rows] == [("import", "open", '{"filename": "a.pdf"}')]


def test_a_line_concerns_what_it_names_beside_its_object() -> None:
    record = AuditRecord(1, "", "", "supersede", "memory/a", {"with": ["b"], "superseded_by": None, "before": "0" * 64})
    assert record.concerned == ("memory/a", "memory/b")
    assert AuditRecord(1, "", "", "link", "x", {"supersedes": "y"}).concerned == ("x", "y")
