"""Bringing a database to the current schema, or refusing one that is newer."""

from __future__ import annotations

from pathlib import Path

import apsw

from desktop.adapters.sqlite.migrations import STEPS
from desktop.adapters.sqlite.problems import DamagedIndex
from desktop.adapters.sqlite.word_index import rebuild_if_stale
from desktop.domain.errors import VaultLocked, VaultTooNew


def migrate(connection: apsw.Connection, path: Path) -> None:
    """Take the steps that are missing, each in one transaction with its number, then bring the words up to date."""
    refuse_newer(connection, path)
    for number, step in enumerate(STEPS, start=1):
        if schema_version(connection) < number:
            _take(connection, number, step)
    rebuild_if_stale(connection)


def refuse_foreign(connection: apsw.Connection, path: Path) -> None:
    """Raise DamagedIndex if the database holds triggers or views: Coffer makes none, and they would act on whatever it does there."""
    found = connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view') LIMIT 1").fetchall()
    if found:
        raise DamagedIndex(
            f"The index {path} holds something that Coffer did not put there: {found[0][0]}.",
            "Run `coffer reindex --full`: the index is made again from the documents, which are not affected.",
        )


def refuse_newer(connection: apsw.Connection, path: Path) -> None:
    """Raise VaultTooNew if a later Coffer made this database."""
    version = schema_version(connection)
    if version > len(STEPS):
        raise VaultTooNew(
            f"{path} was written by a newer Coffer (schema {version}; this one knows {len(STEPS)}).",
            "Open the vault with the newer Coffer, or move coffer.db away: it is made again from the documents.",
        )


def refuse_older(connection: apsw.Connection, path: Path) -> None:
    """Raise VaultLocked if the database still has to be migrated, which a reader may not do."""
    if schema_version(connection) < len(STEPS):
        raise VaultLocked(
            f"{path} was written by an older Coffer and has to be brought up to date first.",
            "Close the other Coffer that holds this vault, then open it here.",
        )


def schema_version(connection: apsw.Connection) -> int:
    """How many steps this database has taken."""
    return int(connection.pragma("user_version"))


def _take(connection: apsw.Connection, number: int, step: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(step)
        connection.pragma("user_version", number)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
