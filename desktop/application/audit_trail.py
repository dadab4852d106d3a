"""The audit log as a person looks at it: filtered, checked, and as a table."""

from __future__ import annotations

import json
from pathlib import Path

from desktop.application.csv_tables import as_csv, write_table
from desktop.application.gate import MarkingGate
from desktop.application.ports import AuditLog
from desktop.domain.audit import AuditFacets, AuditQuery, AuditRecord
from desktop.domain.leaving import Exit, Outgoing

COLUMNS = ("number", "at", "actor", "action", "subject", "details")


class AuditTrail:
    """Reads the log; what is exported of it passes the gate, for names of documents tell of them."""

    def __init__(self, audit: AuditLog, gate: MarkingGate) -> None:
        self._audit = audit
        self._gate = gate

    def records(self, query: AuditQuery) -> list[AuditRecord]:
        """Lines of the log, newest first."""
        return self._audit.records(query)

    def facets(self) -> AuditFacets:
        """What can be chosen to filter by."""
        records = self._audit.records(AuditQuery())
        actions, actors = sorted({each.action for each in records}), sorted({each.actor for each in records if each.actor})
        return AuditFacets(len(records), tuple(actions), tuple(actors))

    def problems(self) -> list[str]:
        """What is wrong with the chain of lines, as sentences; empty if it is whole."""
        return self._audit.problems()

    def export(self, query: AuditQuery, target: Path) -> tuple[int, int]:
        """Write lines to a CSV file outside the vault; how many were written, and how many held back by their documents' markings."""
        records = self._audit.records(query)
        release = self._gate.examine(Exit.CSV, [Outgoing(each.subject, each.concerned) for each in records])
        allowed = [records[place] for place in release.allowed]
        write_table(as_csv(COLUMNS, [_Line(each) for each in allowed]), target)
        return len(allowed), len(records) - len(allowed)


class _Line:
    """A record with its details as one text."""

    def __init__(self, record: AuditRecord) -> None:
        self.number, self.at, self.actor = record.number, record.at, record.actor
        self.action, self.subject = record.action, record.subject
        self.details = json.dumps(record.details, ensure_ascii=False)
