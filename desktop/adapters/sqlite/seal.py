"""The word of chance by which an index is known that was not closed in order."""

from __future__ import annotations

from desktop.adapters.sqlite.database import Database, fetch


def seal_of(database: Database) -> str:
    """The seal that an index holds; empty for none."""
    with database.reading() as connection:
        found = fetch(connection, "SELECT value FROM meta WHERE name = 'seal'")
    return str(found[0][0]) if found else ""


def put_seal(database: Database, seal: str) -> None:
    """Have an index hold a seal."""
    with database.transaction() as connection:
        connection.execute(
            "INSERT INTO meta (name, value) VALUES ('seal', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (seal,)
        )
