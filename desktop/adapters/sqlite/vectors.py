"""The table of vectors, made for the embedder in use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import apsw

from desktop.adapters.sqlite.database import fetch
from desktop.domain.errors import ModelUnavailable
from desktop.domain.vector import Vector

DEEPEST = 4096  # sqlite-vec refuses a longer list of neighbours
_UNIT_TOLERANCE = 1e-3
_BYTES_PER_NUMBER = 4


def dimensions(connection: apsw.Connection) -> int | None:
    """Numbers in each stored vector; None before any embedder was named."""
    rows = fetch(connection, "SELECT value FROM meta WHERE name = 'dimensions'")
    return int(rows[0][0]) if rows else None


def embedder(connection: apsw.Connection) -> str | None:
    """The identity of the embedder whose vectors these are."""
    rows = fetch(connection, "SELECT value FROM meta WHERE name = 'embedder'")
    return str(rows[0][0]) if rows else None


def version(connection: apsw.Connection) -> int:
    """A number that rises whenever the vectors change."""
    rows = fetch(connection, "SELECT value FROM meta WHERE name = 'vectors'")
    return int(rows[0][0]) if rows else 0


def sample(connection: apsw.Connection, count: int) -> list[Vector]:
    """About `count` vectors from all over the table."""
    ids = [number for (number,) in fetch(connection, "SELECT id FROM chunks WHERE embedded ORDER BY id")]
    wanted = json.dumps(ids[:: max(1, len(ids) // count)])
    rows = fetch(connection, "SELECT embedding FROM vec_chunks WHERE chunk_id IN (SELECT value FROM json_each(?))", (wanted,))
    return [bytes(vector) for (vector,) in rows]


def blocks(connection: apsw.Connection, rows: int) -> Iterator[list[tuple[int, Vector]]]:
    """All vectors with their chunks, so many at a time, as they were when the first of them was read."""
    every = iter(connection.execute("SELECT chunk_id, embedding FROM vec_chunks"))
    while block := list(islice(every, rows)):
        yield block


def make_table(connection: apsw.Connection, identity: str, size: int) -> None:
    """Begin an empty table of vectors and mark every chunk as waiting for its own.

    Distances are L2: between unit vectors they rank as cosine does, and are found faster.
    """
    connection.execute("DROP TABLE IF EXISTS vec_chunks")
    connection.execute(f"CREATE VIRTUAL TABLE vec_chunks USING vec0 (chunk_id INTEGER PRIMARY KEY, embedding float[{size:d}])")
    connection.execute("UPDATE chunks SET embedded = 0 WHERE embedded")
    _changed(connection)
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (("embedder", identity), ("dimensions", str(size))),
    )


def store(connection: apsw.Connection, vectors: Sequence[tuple[int, Vector]]) -> None:
    """Keep the vectors of chunks that are still there, each in place of an earlier one."""
    present = [(chunk, vector) for chunk, vector in vectors if fetch(connection, "SELECT 1 FROM chunks WHERE id = ?", (chunk,))]
    drop(connection, (chunk for chunk, _ in present))
    connection.executemany("INSERT INTO vec_chunks (chunk_id, embedding) VALUES (?, ?)", present)
    connection.executemany("UPDATE chunks SET embedded = 1 WHERE id = ?", ((chunk,) for chunk, _ in present))
    _changed(connection)


def drop(connection: apsw.Connection, chunks: Iterable[int]) -> None:
    """Take out the vectors of these chunks, if there are any."""
    gone = [(chunk,) for chunk in chunks]
    if gone and dimensions(connection) is not None:
        connection.executemany("DELETE FROM vec_chunks WHERE chunk_id = ?", gone)
        _changed(connection)


def _changed(connection: apsw.Connection) -> None:
    connection.execute("INSERT INTO meta VALUES ('vectors', 1) ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1")


def check(vectors: Iterable[Vector], size: int | None) -> None:
    """Raise ModelUnavailable unless each is a finite unit vector of the stored dimension: others would rank as noise."""
    for vector in vectors:
        if size is None or len(vector) != size * _BYTES_PER_NUMBER:
            raise ModelUnavailable(
                f"The embedding model gave {len(vector) // _BYTES_PER_NUMBER} numbers where the index keeps {size or 'none'}.",
                "Run `coffer reindex --full`, so that all vectors come from one model.",
            )
        length = sum(number * number for number in memoryview(vector).cast("f"))
        if not abs(length - 1) < _UNIT_TOLERANCE:  # NaN is not below anything either
            raise ModelUnavailable(
                "The embedding model gave a vector that is not of unit length.",
                "Its files may be damaged: set Coffer up again, or choose another model.",
            )
