"""Which chunks are nearest to a vector: by what is held in memory, else by sqlite-vec."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from threading import Lock

import apsw

from desktop.adapters.sqlite import vectors as vec
from desktop.adapters.sqlite.conditions import passes
from desktop.adapters.sqlite.database import Database, Row, fetch, fetch_number
from desktop.adapters.sqlite.moved_vectors import MovedVectors
from desktop.adapters.sqlite.ranking import fetch_ranked, in_filtered, settled
from desktop.adapters.sqlite.resident_vectors import Origin, Owners, ResidentVectors, bytes_needed
from desktop.application.job import CancelToken
from desktop.application.ports import RankedChunk
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

FEWEST = 20_000
"""Vectors from which on it pays to hold them: sqlite-vec alone takes a few milliseconds below."""
MOST_CHANGED = 20_000
"""Vectors that came or went after the first reading, from which on all are read anew."""
_MOST_AT_ONCE = 4000
"""New vectors that a search takes in by itself: it takes about as long as asking sqlite-vec once."""
_PLACES = """
    SELECT c.id, d.id, c.position FROM chunks c JOIN documents d ON d.key = c.document
    WHERE d.hidden <= ? AND c.embedded AND c.id IN (SELECT value FROM json_each(?))
"""
_OWNERS_AT_ONCE = 4096


class VectorSearch:
    """Searches the vectors of an index; any number of threads may ask."""

    def __init__(self, database: Database, most_bytes: int, moved: MovedVectors | None) -> None:
        self._database = database
        self._most_bytes = most_bytes
        self._moved = moved
        self._resident: ResidentVectors | None = None
        self._taking_in = Lock()

    def search(self, vector: Vector, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by cosine, best first, ties by document id and position; never more than the nearest 4096."""
        with self._database.reading(cancel, mapped=True) as connection:
            size = vec.dimensions(connection)
            if size is None:
                return []
            vec.check([vector], size)
            resident = self._current(connection)
            ask = partial(_held, connection, resident, vector, filters) if resident else partial(_stored, connection, vector, filters)
            if self._moved:
                ask = partial(_of_both, ask, partial(self._moved.nearest, connection, vector, filters))
            return settled(ask, limit, deepest=vec.DEEPEST)

    def hold(self, cancel: CancelToken) -> int:
        """Take the vectors into memory if there are many, and not too many; returns the bytes held."""
        with self._taking_in, self._database.reading(cancel, mapped=True) as connection, _of_one_moment(connection):
            origin, size = _origin(connection), vec.dimensions(connection) or 0
            if origin.count < FEWEST or bytes_needed(origin.count, size) > self._most_bytes:
                self._resident = None
            elif not self._keeps_up(connection, origin):
                self._resident = None  # never twice in memory
                owners = Owners.of(_owners(connection, 0))
                self._resident = ResidentVectors.read(origin, lambda every: vec.blocks(connection, every=every), owners, cancel)
        return self.held_bytes

    def vectors_of(self, chunks: Sequence[int]) -> dict[int, Vector]:
        """The vectors of chunks, wherever they lie."""
        with self._database.reading(mapped=True) as connection:
            here = vec.of_chunks(connection, chunks)
            missing = [chunk for chunk in chunks if chunk not in here]
            return here | (self._moved.vectors_of(connection, missing) if self._moved else {})

    @property
    def held_bytes(self) -> int:
        """Memory that is held."""
        resident = self._resident
        return resident.size if resident else 0

    def describe(self) -> str:
        """Where vectors are searched at present, and how much memory those held take."""
        with self._database.reading() as connection:
            moved = self._moved.describe(connection) if self._moved else ""
        held = self.held_bytes
        here = f"in memory ({held / 2**20:,.0f} MB)" if held else "in coffer.db"
        return f"{moved}, the rest {here}" if moved else here

    def _current(self, connection: apsw.Connection) -> ResidentVectors | None:
        """What is held, with the vectors that have come since; None if nothing is, or too much has changed."""
        resident = self._resident
        if resident is None or resident.origin.version == vec.version(connection):
            return resident if resident and resident.origin.table == vec.table(connection) else None
        if not self._taking_in.acquire(blocking=False):
            return None
        try:
            with _of_one_moment(connection):
                return self._resident if self._keeps_up(connection, _origin(connection), _MOST_AT_ONCE) else None
        finally:
            self._taking_in.release()

    def _keeps_up(self, connection: apsw.Connection, origin: Origin, most: int = MOST_CHANGED) -> bool:
        """Whether what is held is of this origin, after taking in what came later; not where that is more than `most`."""
        resident = self._resident
        if resident is None or resident.origin.table != origin.table or not resident.origin.complete:
            return False
        if resident.origin == origin:
            return True
        later = _count_after(connection, resident.last)
        gone = resident.count + later - origin.count
        if later > most or resident.later + later + gone > MOST_CHANGED:
            return False
        owners = Owners.of(_owners(connection, resident.last))
        self._resident = resident.with_later(origin, vec.blocks(connection, after=resident.last), owners)
        return True


@contextmanager
def _of_one_moment(connection: apsw.Connection) -> Iterator[None]:
    """Whatever the block reads is as it was when it began to."""
    with connection:
        yield


def _origin(connection: apsw.Connection) -> Origin:
    count = _count_after(connection, 0) if vec.dimensions(connection) else 0
    waiting = "SELECT EXISTS (SELECT 1 FROM chunks WHERE embedded = 0 AND id < (SELECT max(rowid) FROM vec_chunks_rowids))"
    complete = bool(count) and not fetch_number(connection, waiting)
    return Origin(vec.table(connection), vec.version(connection), count, complete)


def _owners(connection: apsw.Connection, after: int) -> Iterator[list[Row]]:
    """Pairs of chunk and document, some thousands at a time; all of them are read from an index, which holds no texts."""
    later = " WHERE id > ?" if after else ""
    every = iter(connection.execute(f"SELECT id, document FROM chunks{later}", (after,) * bool(after)))
    while batch := list(islice(every, _OWNERS_AT_ONCE)):
        yield batch


def _count_after(connection: apsw.Connection, chunk: int) -> int:
    return fetch_number(connection, "SELECT count(*) FROM vec_chunks_rowids WHERE rowid > ?", (chunk,))


def _held(connection: apsw.Connection, resident: ResidentVectors, vector: Vector, filters: Filters, depth: int) -> list[Row]:
    """The nearest of what is held, as rows of chunk, document, position and score; what has gone meanwhile is passed over."""
    documents = None
    if not filters.empty:
        condition = passes(filters)
        documents = [key for (key,) in fetch(connection, f"SELECT key FROM documents WHERE {condition.sql}", condition.values)]
    wanted = depth
    while True:
        found = resident.nearest(vector, wanted, documents)
        rows = fetch(
            connection,
            _PLACES,
            (
                int(filters.superseded),
                json.dumps([chunk for chunk, _ in found]),
            ),
        )
        if len(rows) >= depth or len(found) < wanted:
            break
        wanted *= 2  # some of those held have gone, or nobody shall see them
    scores = dict(found)
    return sorted(((*row, scores[row[0]]) for row in rows), key=lambda row: (-row[3], row[1], row[2]))[:depth]


def _of_both(here: Callable[[int], list[Row]], moved: Callable[[int], list[Row]], depth: int) -> list[Row]:
    """The nearest in coffer.db and in the store of those moved."""
    return sorted([*here(depth), *moved(depth)], key=lambda row: (-row[3], row[1], row[2]))[:depth]


def _stored(connection: apsw.Connection, vector: Vector, filters: Filters, depth: int) -> list[Row]:
    """The nearest by sqlite-vec, likewise."""
    condition, values = in_filtered("chunk_id", filters)
    found = f"SELECT chunk_id AS chunk, 1 - distance * distance / 2 AS score FROM vec_chunks WHERE embedding MATCH ?{condition} AND k = ?"
    return fetch_ranked(connection, found, (vector, *values), depth, filters=filters, most=vec.DEEPEST)
