"""The audit log as a Qt model."""

from __future__ import annotations

import json
from collections.abc import Mapping

from PySide6.QtCore import QObject

from desktop.domain.audit import AuditRecord
from desktop.ui.models.blocks_model import BlocksModel, Column
from desktop.ui.models.documents_model import local_time

LONGEST_SUMMARY = 160


def summary(details: Mapping[str, object]) -> str:
    """The details of a line as one line, hashes shortened to what a person compares."""
    return ", ".join(f"{key}: {_shown(value)}" for key, value in details.items())[:LONGEST_SUMMARY]


def described(record: AuditRecord) -> str:
    """A line of the log in full."""
    rows = [
        ("Line", f"{record.number:,}"),
        ("Time", record.at),
        ("Actor", record.actor or "not named"),
        ("Action", record.action),
        ("Object", record.subject),
        *((key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)) for key, value in record.details.items()),
    ]
    return "\n".join(f"{name}: {value}" for name, value in rows)


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f"{value[:8]}…" if len(value) == 64 and set(value) <= set("0123456789abcdef") else value
    return json.dumps(value, ensure_ascii=False)


COLUMNS: tuple[Column[AuditRecord], ...] = (
    Column("Line", lambda row: f"{row.number:,}", numeric=True),
    Column("Time", lambda row: local_time(row.at)),
    Column("Actor", lambda row: row.actor),
    Column("Action", lambda row: row.action),
    Column("Object", lambda row: row.subject),
    Column("Details", lambda row: summary(row.details)),
)
LINE, TIME, ACTOR, ACTION, OBJECT, DETAILS = range(len(COLUMNS))


class AuditModel(BlocksModel[AuditRecord]):
    """Lines of the log, newest first, all of them at hand."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, described, parent)
