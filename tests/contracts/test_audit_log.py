"""What every AuditLog does."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop.adapters.audit_log import JsonLinesAuditLog
from desktop.application.ports import AuditEntry, AuditLog
from tests.fakes.audit import MemoryAuditLog


@pytest.fixture(params=["memory", "file"])
def audit(request: pytest.FixtureRequest, tmp_path: Path) -> AuditLog:
    return MemoryAuditLog() if request.param == "memory" else JsonLinesAuditLog(tmp_path / "audit.jsonl", tmp_path / "trash")


def test_what_is_appended_makes_no_problem(audit: AuditLog) -> None:
    assert audit.problems() == []
    audit.append("import", "one-12345678", filename="caf\udce9.pdf", tags=["a"])
    audit.append_all([AuditEntry("delete", "one-12345678"), AuditEntry("restore", "one-12345678", {"by": "hand"})])
    audit.append_all([])
    assert audit.problems() == []
