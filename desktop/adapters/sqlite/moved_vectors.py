"""Vectors that were moved from coffer.db into a store of their own, where millions of them are searched sooner.

A vector is always made and kept in coffer.db first, in the transaction that says so, and is moved with many others later. Between
two moves, both places are searched. A move adds to the store, then takes out of coffer.db: what was killed in between, and whatever
else makes the store differ from what the index says of it, is found by its version and count, and set right by chunks and hashes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import apsw

from desktop.adapters.sqlite import vectors as vec
from desktop.adapters.sqlite.conditions import passes
from desktop.adapters.sqlite.database import Database, Row, fetch, fetch_number
from desktop.application.job import CancelToken
from desktop.application.ports.vectors import StoredVector, VectorStore
from desktop.domain.errors import VectorsUnavailable
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

MOVED = 2
"""What `chunks.embedded` says of a vector in the store; 1 of one in coffer.db."""
MOST_LEFT = 20_000
"""Vectors that may lie in coffer.db: so many are searched in some milliseconds."""
_SHARE_LEFT = 20
"""So long as they are less than a twentieth of those in the store, they are not moved: few large moves keep it in order."""
MOVED_AT_ONCE = 10_000
_MOST_LISTED = 10_000
"""Documents that the store is told it may find in; of more it is quicker to look which of all hits pass."""
_DEEPENING = 4
_COUNT = f"SELECT count(*) FROM chunks WHERE embedded = {MOVED}"
_PRESENT = "SELECT 1 FROM present p WHERE p.chunk = c.id AND p.digest = c.hash"
_SURPLUS = f"SELECT chunk FROM present p WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = p.chunk AND c.embedded = {MOVED})"
_TAIL = """
    SELECT c.id, c.document, c.hash, (SELECT embedding FROM vec_chunks WHERE chunk_id = c.id) FROM chunks c
    WHERE c.id IN (SELECT rowid FROM vec_chunks_rowids ORDER BY rowid LIMIT ?)
"""


class MovedVectors:
    """The part of an index's vectors that lies in a store; `wanted` if that is where they belong.

    `missing` is raised where a search needs the store and there is none.
    """

    def __init__(self, database: Database, store: VectorStore | None, *, wanted: bool, missing: VectorsUnavailable | None = None) -> None:
        self._database = database
        self._store = store
        self._wanted = wanted
        self._missing = missing

    def nearest(self, connection: apsw.Connection, vector: Vector, filters: Filters, depth: int) -> list[Row]:
        """The nearest in the store as rows of chunk, document, position and score, best first."""
        if not _any(connection):
            return []
        store = self._usable()
        condition = passes(filters)
        places = f"""
            SELECT c.id, d.id, c.position FROM chunks c JOIN documents d ON d.key = c.document
            WHERE c.embedded = {MOVED} AND c.id IN (SELECT value FROM json_each(?))
            AND EXISTS (SELECT 1 FROM documents WHERE key = c.document AND {condition.sql})
        """
        documents = None if filters.empty else _few_keys(connection, filters)
        wanted = depth
        while True:
            scores = dict(store.nearest(vector, wanted, documents))
            rows = fetch(connection, places, (json.dumps(list(scores)), *condition.values))
            if len(rows) >= depth or len(scores) < wanted:
                break
            wanted *= _DEEPENING  # some have gone since, or do not pass
        return sorted(((*row, scores[row[0]]) for row in rows), key=lambda row: (-row[3], row[1], row[2]))[:depth]

    def vectors_of(self, connection: apsw.Connection, chunks: Sequence[int]) -> dict[int, Vector]:
        """The vectors in the store of some chunks."""
        if not _any(connection) or not chunks:
            return {}
        moved = f"SELECT id FROM chunks WHERE embedded = {MOVED} AND id IN (SELECT value FROM json_each(?))"
        here = fetch(connection, moved, (json.dumps(list(chunks)),))
        return self._usable().vectors_of([chunk for (chunk,) in here]) if here else {}

    def settle(self, cancel: CancelToken) -> None:
        """Take vectors to where they belong; those that are not where the index says wait for new ones.

        Raises VectorsUnavailable, and Cancelled between two moves; what is done is kept.
        """
        if self._store is not None:
            self._agree(self._store, cancel)
            (self._move if self._wanted else self._bring_back)(self._store, cancel)
        elif not self._wanted:
            with self._database.transaction() as connection:
                _give_up(connection)

    def problems(self, connection: apsw.Connection) -> list[str]:
        """Sentences on what the store lacks."""
        if not _any(connection):
            return []
        try:
            store = self._usable()
            known, there = fetch_number(connection, _COUNT), store.count()
            same = _version(connection) == store.version()
        except VectorsUnavailable as problem:
            return [f"{problem.message} {problem.hint}"]
        if same and there >= known:  # those of chunks that have gone are taken out with the next move
            return []
        return [f"The index keeps {known:,} vectors in a store that has {there:,} or was changed since. Run `coffer reindex`."]

    def describe(self, connection: apsw.Connection) -> str:
        """How many vectors are in the store, in words; empty if there are none."""
        return f"{fetch_number(connection, _COUNT):,} in the vector store" if _any(connection) else ""

    def _usable(self) -> VectorStore:
        if self._store is None:
            raise self._missing or VectorsUnavailable("The store that holds the vectors is gone.", "Run `coffer reindex`.")
        return self._store

    def _agree(self, store: VectorStore, cancel: CancelToken) -> None:
        """Set right whatever differs between the store and what the index says of it."""
        with self._database.reading(cancel) as connection:
            known, version = fetch_number(connection, _COUNT), _version(connection)
        if (known, version) == (store.count(), store.version()):
            return
        if not known:
            store.destroy()
        else:
            store.remove(self._compare(store, cancel))
        with self._database.transaction() as connection:
            _note(connection, store)

    def _compare(self, store: VectorStore, cancel: CancelToken) -> list[int]:
        """Let chunks whose vectors the store lacks wait for new ones; returns those that it has and should not."""
        with self._database.transaction() as connection:
            connection.execute("DROP TABLE IF EXISTS temp.present")
            connection.execute("CREATE TEMP TABLE present (chunk INTEGER PRIMARY KEY, digest BLOB)")
            for rows in store.known():
                cancel.raise_if_cancelled()
                # one that is there twice is as good as none
                connection.executemany("INSERT INTO present VALUES (?, ?) ON CONFLICT (chunk) DO UPDATE SET digest = NULL", rows)
            connection.execute(f"UPDATE chunks AS c SET embedded = 0 WHERE embedded = {MOVED} AND NOT EXISTS ({_PRESENT})")
            surplus = [int(chunk) for (chunk,) in fetch(connection, _SURPLUS)]
            connection.execute("DROP TABLE temp.present")
            return surplus

    def _move(self, store: VectorStore, cancel: CancelToken) -> None:
        if not self._worth_moving(store):
            return
        while batch := self._batch():
            cancel.raise_if_cancelled()
            store.add(batch)
            with self._database.transaction() as connection:
                vec.drop(connection, [each.chunk for each in batch])
                connection.execute(f"CREATE INDEX IF NOT EXISTS chunks_moved ON chunks (id) WHERE embedded = {MOVED}")
                connection.executemany(f"UPDATE chunks SET embedded = {MOVED} WHERE id = ?", ((each.chunk,) for each in batch))
                _note(connection, store)
        store.organise()
        with self._database.transaction() as connection:
            _note(connection, store)

    def _worth_moving(self, store: VectorStore) -> bool:
        with self._database.reading() as connection:
            left = fetch_number(connection, "SELECT count(*) FROM vec_chunks_rowids") if vec.dimensions(connection) else 0
        return left > min(MOST_LEFT, store.count() // _SHARE_LEFT)

    def _batch(self) -> list[StoredVector]:
        with self._database.reading() as connection:
            return [StoredVector(*row) for row in fetch(connection, _TAIL, (MOVED_AT_ONCE,))]

    def _bring_back(self, store: VectorStore, cancel: CancelToken) -> None:
        for batch in store.vectors():
            cancel.raise_if_cancelled()
            with self._database.transaction() as connection:
                ids = json.dumps([each.chunk for each in batch])
                moved = f"SELECT id FROM chunks WHERE embedded = {MOVED} AND id IN (SELECT value FROM json_each(?))"
                here = {number for (number,) in fetch(connection, moved, (ids,))}
                vec.store(connection, [(each.chunk, each.vector) for each in batch if each.chunk in here])
        with self._database.transaction() as connection:
            _give_up(connection)
        store.destroy()


def _any(connection: apsw.Connection) -> bool:
    return bool(_version(connection))


def _version(connection: apsw.Connection) -> str:
    """The store's version when it last agreed with the index."""
    rows = fetch(connection, "SELECT value FROM meta WHERE name = 'moved'")
    return str(rows[0][0]) if rows else ""


def _note(connection: apsw.Connection, store: VectorStore) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('moved', ?)", (store.version(),))


def _give_up(connection: apsw.Connection) -> None:
    """Let whatever is still in the store wait for new vectors."""
    if _any(connection):
        connection.execute(f"UPDATE chunks SET embedded = 0 WHERE embedded = {MOVED}")
        connection.execute("DELETE FROM meta WHERE name = 'moved'")


def _few_keys(connection: apsw.Connection, filters: Filters) -> Sequence[int] | None:
    """The documents that pass, if they are not too many to be listed."""
    condition = passes(filters)
    found = fetch(connection, f"SELECT key FROM documents WHERE {condition.sql} LIMIT {_MOST_LISTED + 1}", condition.values)
    return [key for (key,) in found] if len(found) <= _MOST_LISTED else None
