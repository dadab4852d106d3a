"""Vectors of the model that shall be searched by next: they wait in a table of their own until every chunk has one.

Until then the vectors of the model before serve. Chunks keep their ids, and no id is given twice, so a vector that waits is known by
its chunk alone; one whose chunk has gone meanwhile is not taken over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import apsw

from desktop.adapters.sqlite import vectors as vec
from desktop.adapters.sqlite.conditions import in_marked_up_to
from desktop.adapters.sqlite.database import Database, fetch, fetch_number
from desktop.adapters.sqlite.rows import CHUNK, to_indexed_chunk, to_pending
from desktop.application.ports import PendingText
from desktop.application.ports.vectors import MadeBy
from desktop.domain.marking import Marking
from desktop.domain.vector import Vector

# ruff: noqa: S608 - every value is bound; what is put together are names of our own

_WAITING = "NOT EXISTS (SELECT 1 FROM next_vectors n WHERE n.chunk = c.id)"
_CHUNKS = f"SELECT {', '.join(CHUNK)} FROM chunks c JOIN documents d ON d.key = c.document"
_OF_CHUNKS = "SELECT n.chunk, n.embedding FROM next_vectors n JOIN chunks c ON c.id = n.chunk"
_COUNT = f"SELECT count(*) FROM chunks c WHERE {_WAITING}"


class SqliteNextVectors:
    """The NextVectors of one index."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def serving(self) -> MadeBy | None:
        """Whose vectors are searched; None before there are any."""
        with self._database.reading() as connection:
            identity, size = vec.embedder(connection), vec.dimensions(connection)
            if identity is None or size is None or not fetch_number(connection, "SELECT EXISTS (SELECT 1 FROM chunks WHERE embedded)"):
                return None
            return MadeBy(identity, size, _meta(connection, "embedder_source"))

    def state_source(self, source: str) -> None:
        """State where the model lies whose vectors are searched."""
        with self._database.transaction() as connection:
            _put(connection, "embedder_source", source)

    def begin(self, made_by: MadeBy) -> None:
        """Make ready for vectors of this model; those of another that wait are dropped."""
        with self._database.transaction() as connection:
            if _meta(connection, "next_embedder") == made_by.identity and _stands(connection):
                return
            connection.execute("DROP TABLE IF EXISTS next_vectors")
            connection.execute("CREATE TABLE next_vectors (chunk INTEGER PRIMARY KEY, embedding BLOB NOT NULL) STRICT")
            _put(connection, "next_embedder", made_by.identity)
            _put(connection, "next_dimensions", made_by.dimensions)

    def count_pending(self, up_to: Marking | None = None) -> int:
        """How many chunks still lack a vector of the next model; 0 where there is no next one.

        With `up_to` only those count that are of something marked no higher: a model that may be given no others.
        """
        with self._database.reading() as connection:
            return _count(connection, up_to) if _stands(connection) else 0

    def pending_texts(self, limit: int, after: int, up_to: Marking | None = None) -> list[PendingText]:
        """Chunks above `after` that lack one, oldest first; only those of what is marked no higher than `up_to`."""
        given = in_marked_up_to(up_to)
        statement = f"{_CHUNKS} WHERE c.id > ? AND {_WAITING} AND {given.sql} ORDER BY c.id LIMIT ?"
        with self._database.reading() as connection:
            return [to_pending(each) for each in map(to_indexed_chunk, fetch(connection, statement, (after, *given.values, limit)))]

    def put(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Let these wait. ModelUnavailable if they are not unit vectors of the length that was stated."""
        with self._database.transaction() as connection:
            vec.check((vector for _, vector in vectors), int(_meta(connection, "next_dimensions") or 0))
            connection.executemany("INSERT OR REPLACE INTO next_vectors VALUES (?, ?)", vectors)

    def adopt(self, source: str, up_to: Marking | None = None) -> bool:
        """Search by the next model from now on, if every chunk that counts has its vector; all at once, or not at all."""
        with self._database.transaction() as connection:
            if not _stands(connection) or _count(connection, up_to):
                return False
            vec.make_table(connection, _meta(connection, "next_embedder"), int(_meta(connection, "next_dimensions")))
            connection.execute(f"INSERT INTO vec_chunks (chunk_id, embedding) {_OF_CHUNKS}")
            connection.execute("UPDATE chunks SET embedded = 1 WHERE id IN (SELECT chunk FROM next_vectors)")
            connection.execute("DROP TABLE next_vectors")
            connection.execute("DELETE FROM meta WHERE name IN ('next_embedder', 'next_dimensions')")
            _put(connection, "embedder_source", source)
            return True

    def give_up(self) -> None:
        """Drop what waits: the model before stays."""
        with self._database.transaction() as connection:
            connection.execute("DROP TABLE IF EXISTS next_vectors")
            connection.execute("DELETE FROM meta WHERE name IN ('next_embedder', 'next_dimensions')")


def _count(connection: apsw.Connection, up_to: Marking | None) -> int:
    given = in_marked_up_to(up_to)
    return fetch_number(connection, f"{_COUNT} AND {given.sql}", given.values)


def _stands(connection: apsw.Connection) -> bool:
    return bool(fetch_number(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'next_vectors'"))


def _meta(connection: apsw.Connection, name: str) -> str:
    rows = fetch(connection, "SELECT value FROM meta WHERE name = ?", (name,))
    return str(rows[0][0]) if rows else ""


def _put(connection: apsw.Connection, name: str, value: Any) -> None:
    connection.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (name, str(value)))
