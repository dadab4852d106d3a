"""The table of vectors, made for the embedder in use."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw

from desktop.adapters.sqlite.database import Row, fetch
from desktop.domain.errors import ModelUnavailable
from desktop.domain.vector import Vector

DEEPEST = 4096  # sqlite-vec refuses a longer list of neighbours
_UNIT_TOLERANCE = 1e-3
_BYTES_PER_NUMBER = 4
_BLOCK = """
    SELECT c.validity, c.rowids, v.vectors FROM vec_chunks_chunks c JOIN vec_chunks_vector_chunks00 v ON v.rowid = c.chunk_id
    WHERE c.chunk_id = ?
"""


class Block(NamedTuple):
    """Vectors as sqlite-vec keeps them: a bit for each place that is taken, the chunk's id in it, its numbers in it."""

    taken: bytes
    chunks: bytes
    vectors: bytes


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


def table(connection: apsw.Connection) -> str:
    """A name of this table of vectors, another one as soon as a vector in it has been replaced."""
    rows = fetch(connection, "SELECT value FROM meta WHERE name = 'vector_table'")
    return str(rows[0][0]) if rows else ""


def blocks(connection: apsw.Connection, after: int = 0, every: int = 1) -> Iterator[Block]:
    """The blocks that hold vectors of chunks above `after`, whole; of many only every so manieth.

    They are read as sqlite-vec keeps them, a thousand vectors at a time: asked for row by row they take ten times as long.
    """
    numbers = fetch(connection, "SELECT DISTINCT chunk_id FROM vec_chunks_rowids WHERE rowid > ? ORDER BY chunk_id", (after,))
    for (number,) in numbers[::every]:
        yield from (Block(*row) for row in fetch(connection, _BLOCK, (number,)))


def of_chunks(connection: apsw.Connection, chunks: Sequence[int]) -> dict[int, Vector]:
    """The vectors of some chunks, asked one by one: for a list of them sqlite-vec would read all."""
    if dimensions(connection) is None:
        return {}
    found = ((chunk, fetch(connection, "SELECT embedding FROM vec_chunks WHERE chunk_id = ?", (chunk,))) for chunk in chunks)
    return {chunk: bytes(rows[0][0]) for chunk, rows in found if rows}


def make_table(connection: apsw.Connection, identity: str, size: int) -> None:
    """Begin an empty table of vectors and mark every chunk as waiting for its own.

    Distances are L2: between unit vectors they rank as cosine does, and are found faster.
    """
    connection.execute("DROP TABLE IF EXISTS vec_chunks")
    connection.execute(f"CREATE VIRTUAL TABLE vec_chunks USING vec0 (chunk_id INTEGER PRIMARY KEY, embedding float[{size:d}])")
    connection.execute("UPDATE chunks SET embedded = 0 WHERE embedded")
    _changed(connection)
    _rename(connection)
    connection.executemany(
        "INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (("embedder", identity), ("dimensions", str(size))),
    )
    connection.execute("DELETE FROM meta WHERE name = 'moved'")  # that spoke of vectors which no chunk has any longer


def store(connection: apsw.Connection, vectors: Sequence[tuple[int, Vector]]) -> None:
    """Keep the vectors of chunks that are still there, each in place of an earlier one."""
    known: dict[int, int] = dict(_embedded(connection, [chunk for chunk, _ in vectors]))
    present = [(chunk, vector) for chunk, vector in vectors if chunk in known]
    if replaced := [chunk for chunk, embedded in known.items() if embedded]:
        drop(connection, replaced)
        _rename(connection)
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


def _rename(connection: apsw.Connection) -> None:
    connection.execute("INSERT OR REPLACE INTO meta VALUES ('vector_table', hex(randomblob(8)))")


def _embedded(connection: apsw.Connection, chunks: Sequence[int]) -> list[Row]:
    return fetch(connection, "SELECT id, embedded FROM chunks WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(chunks),))


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
