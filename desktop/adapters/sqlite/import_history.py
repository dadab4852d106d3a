"""Imports and their ledger as the index remembers them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence

import apsw

from desktop.adapters.sqlite.conditions import Condition, in_ledger
from desktop.adapters.sqlite.database import fetch, fetch_number
from desktop.adapters.sqlite.rows import IMPORT, LEDGER, to_import_job, to_ledger_row, to_path
from desktop.application.ports import LedgerQuery
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

_LEDGER = ", ".join(f"j.{name}" for name in LEDGER)
_IMPORT = ", ".join(IMPORT)
_NEWEST_FIRST = "ORDER BY (SELECT key FROM imports WHERE id = j.job) DESC NULLS FIRST, j.id"


def ledger_rows(connection: apsw.Connection, query: LedgerQuery) -> tuple[LedgerRow, ...]:
    """Rows of the newest import first, within it as they were recorded."""
    condition = in_ledger(query)
    order = "ORDER BY j.id" if query.job else _NEWEST_FIRST
    statement = f"SELECT {_LEDGER} FROM jobs j WHERE {condition.sql} {order} LIMIT ? OFFSET ?"
    return tuple(map(to_ledger_row, fetch(connection, statement, (*condition.values, query.limit, query.offset))))


def count_rows(connection: apsw.Connection, condition: Condition) -> int:
    """How many ledger rows meet a condition."""
    return fetch_number(connection, f"SELECT count(*) FROM jobs j WHERE {condition.sql}", condition.values)


def count_outcomes(connection: apsw.Connection, condition: Condition) -> dict[Outcome, int]:
    """Ledger rows that meet a condition for each outcome, zeros included."""
    statement = f"SELECT outcome, count(*) FROM jobs j WHERE {condition.sql} GROUP BY outcome"
    counted: dict[str, int] = dict(fetch(connection, statement, condition.values))
    return {outcome: counted.get(outcome.value, 0) for outcome in Outcome}


def import_jobs(connection: apsw.Connection, limit: int, *, unfinished: bool, case: str = "") -> tuple[ImportJob, ...]:
    """Imports, newest first, with what waits in them and what became of their files."""
    only = "EXISTS (SELECT 1 FROM waiting w WHERE w.import = imports.key)" if unfinished else "TRUE"
    listed = in_ledger(LedgerQuery(case=case))
    within = f"id IN (SELECT j.job FROM jobs j WHERE {listed.sql})" if case else "TRUE"
    statement = f"SELECT key, {_IMPORT} FROM imports WHERE {only} AND {within} ORDER BY key DESC LIMIT ?"
    rows = fetch(connection, statement, (*listed.values, limit))
    counting = "SELECT import, count(*) FROM waiting WHERE import IN (SELECT value FROM json_each(?)) GROUP BY import"
    waiting: dict[int, int] = dict(fetch(connection, counting, (json.dumps([row[0] for row in rows]),)))
    totals = _totals(connection, [str(row[1]) for row in rows])
    return tuple(to_import_job(row[1:], waiting.get(row[0], 0), totals[row[1]]) for row in rows)


def waiting_files(connection: apsw.Connection, job: str) -> tuple[str, ...]:
    """Paths that still wait in an import, in its order."""
    statement = "SELECT path FROM waiting WHERE import = (SELECT key FROM imports WHERE id = ?) ORDER BY position"
    return tuple(to_path(path) for (path,) in fetch(connection, statement, (job,)))


def _totals(connection: apsw.Connection, jobs: Sequence[str]) -> defaultdict[str, dict[Outcome, int]]:
    totals: defaultdict[str, dict[Outcome, int]] = defaultdict(lambda: dict.fromkeys(Outcome, 0))
    statement = "SELECT job, outcome, count(*) FROM jobs WHERE job IN (SELECT value FROM json_each(?)) GROUP BY job, outcome"
    for job, outcome, count in fetch(connection, statement, (json.dumps(jobs),)):
        totals[job][Outcome(outcome)] = count
    return totals
