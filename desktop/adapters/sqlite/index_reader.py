"""Questions to the index."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial

import apsw

from desktop.adapters.sqlite import vectors as vec
from desktop.adapters.sqlite.conditions import named, order, passes
from desktop.adapters.sqlite.database import Database, Row, fetch, fetch_number
from desktop.adapters.sqlite.inspection import find_problems
from desktop.adapters.sqlite.matching import expressions
from desktop.adapters.sqlite.problems import DamagedIndex
from desktop.adapters.sqlite.rows import CHUNK, LEDGER, SUMMARY, to_indexed_chunk, to_ledger_row, to_summary
from desktop.application.job import CancelToken
from desktop.application.ports import (
    DocumentQuery,
    FileStamp,
    IndexCounts,
    IndexedChunk,
    IndexState,
    KeywordQuery,
    PendingText,
    RankedChunk,
)
from desktop.domain.document import DocumentSummary
from desktop.domain.ledger import LedgerRow
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

_SPARE = 16
_OVERLAPPING = 4
_NO_END = 2**31

_PENDING = "SELECT count(*) FROM chunks WHERE embedded = 0"
_CHUNKS = f"SELECT {', '.join(CHUNK)} FROM chunks c JOIN documents d ON d.key = c.document"
_RANKED = """
    SELECT r.chunk, d.id, c.position, r.score FROM ({found}) r JOIN chunks c ON c.id = r.chunk JOIN documents d ON d.key = c.document
    ORDER BY r.score DESC, d.id, c.position
"""


class SqliteIndexReader:
    """Reads the index; any number of threads may ask."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- documents ---

    def counts(self) -> IndexCounts:
        """How much is in the index."""
        with self._database.reading() as connection:
            documents = fetch_number(connection, "SELECT count(*) FROM documents")
            chunks = fetch_number(connection, "SELECT count(*) FROM chunks")
            return IndexCounts(documents, chunks, chunks - fetch_number(connection, _PENDING))

    def document_for(self, sha256: str) -> str | None:
        """The id of the document whose original has this hash."""
        with self._database.reading() as connection:
            rows = fetch(connection, "SELECT id FROM documents WHERE source_sha256 = ? ORDER BY id LIMIT 1", (sha256,))
            return str(rows[0][0]) if rows else None

    def document_states(self) -> dict[str, IndexState]:
        """What was indexed, by document id."""
        with self._database.reading() as connection:
            rows = fetch(connection, "SELECT id, file_size, file_modified_ns, body_sha256 FROM documents")
            return {name: IndexState(FileStamp(size, modified), sha256) for name, size, modified, sha256 in rows}

    def documents(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        """Rows of the document list."""
        condition = named(query.text)
        statement = f"SELECT {', '.join(SUMMARY)} FROM documents WHERE {condition.sql} ORDER BY {order(query)} LIMIT ? OFFSET ?"
        with self._database.reading() as connection:
            return tuple(map(to_summary, fetch(connection, statement, (*condition.values, query.limit, query.offset))))

    def count_documents(self, query: DocumentQuery) -> int:
        """How many rows `documents` would give without its limit."""
        condition = named(query.text)
        with self._database.reading() as connection:
            return fetch_number(connection, f"SELECT count(*) FROM documents WHERE {condition.sql}", condition.values)

    def filtered_documents(self, filters: Filters) -> frozenset[str]:
        """Ids of the documents that pass the filters."""
        condition = passes(filters)
        with self._database.reading() as connection:
            return frozenset(name for (name,) in fetch(connection, f"SELECT id FROM documents WHERE {condition.sql}", condition.values))

    # --- search ---

    def search_keyword(self, query: KeywordQuery, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by BM25, best first, ties by document id and position."""
        condition, values = _in_filtered("+rowid", filters)
        found = f"SELECT rowid AS chunk, -rank / ? AS score FROM documents_fts WHERE documents_fts MATCH ?{condition} ORDER BY rank LIMIT ?"
        ranked: list[RankedChunk] = []
        with self._database.reading(cancel) as connection:
            for match in expressions(connection, query, quicken=filters.empty):
                ask = partial(_fetch_ranked, connection, found, (match.times, match.expression, *values))
                ranked = _settled(ask, limit, deepest=_NO_END)
                if len(ranked) == limit:
                    break
        return ranked

    def search_vector(self, vector: Vector, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by cosine, best first, ties by document id and position; never more than the nearest 4096."""
        condition, values = _in_filtered("chunk_id", filters)
        found = (
            f"SELECT chunk_id AS chunk, 1 - distance * distance / 2 AS score FROM vec_chunks WHERE embedding MATCH ?{condition} AND k = ?"
        )
        with self._database.reading(cancel) as connection:
            size = vec.dimensions(connection)
            if size is None:
                return []
            vec.check([vector], size)
            return _settled(partial(_fetch_ranked, connection, found, (vector, *values)), limit, deepest=vec.DEEPEST)

    # --- chunks ---

    def chunks(self, chunk_ids: Sequence[int]) -> list[IndexedChunk]:
        """Chunks by id, in the order asked; those that have gone meanwhile are passed over."""
        with self._database.reading() as connection:
            rows = fetch(connection, f"{_CHUNKS} WHERE c.id IN (SELECT value FROM json_each(?))", (json.dumps(list(chunk_ids)),))
            by_id = {chunk.id: chunk for chunk in map(to_indexed_chunk, rows)}
            return [by_id[number] for number in chunk_ids if number in by_id]

    def chunk_at(self, document_id: str, offset: int) -> IndexedChunk | None:
        """The first chunk of a document that covers an offset, or else the one nearest before it, or else its first."""
        with self._database.reading() as connection:
            before = fetch(
                connection,
                f'{_CHUNKS} WHERE d.id = ? AND c."start" <= ? ORDER BY c."start" DESC LIMIT {_OVERLAPPING}',
                (document_id, offset),
            )
            rows = before or fetch(connection, f"{_CHUNKS} WHERE d.id = ? ORDER BY c.position LIMIT 1", (document_id,))
        candidates = list(map(to_indexed_chunk, rows))
        covering = [each for each in candidates if each.chunk.start <= offset < each.chunk.end]
        nearest = covering[-1:] or candidates[:1]
        return nearest[0] if nearest else None

    def pending_texts(self, limit: int) -> list[PendingText]:
        """Chunks that wait for a vector, oldest first."""
        with self._database.reading() as connection:
            rows = fetch(connection, f"{_CHUNKS} WHERE c.embedded = 0 ORDER BY c.id LIMIT ?", (limit,))
            return [PendingText(each.id, each.chunk.embedded_text(each.title)) for each in map(to_indexed_chunk, rows)]

    def count_pending(self) -> int:
        """How many chunks wait for a vector."""
        with self._database.reading() as connection:
            return fetch_number(connection, _PENDING)

    # --- the index itself ---

    def ledger(self, limit: int = 1000) -> tuple[LedgerRow, ...]:
        """The newest ledger rows, newest first."""
        with self._database.reading() as connection:
            return tuple(map(to_ledger_row, fetch(connection, f"SELECT {', '.join(LEDGER)} FROM jobs ORDER BY id DESC LIMIT ?", (limit,))))

    def problems(self) -> list[str]:
        """What is wrong with the database; empty if it is whole."""
        try:
            with self._database.reading() as connection:
                return find_problems(connection)
        except DamagedIndex as damage:
            return [f"{damage.message} {damage.hint}"]


def _in_filtered(column: str, filters: Filters) -> tuple[str, tuple[str, ...]]:
    """A condition on the chunk, met before the list is cut at its limit."""
    if filters.empty:
        return "", ()
    condition = passes(filters)
    return (
        f" AND {column} IN (SELECT id FROM chunks WHERE document IN (SELECT key FROM documents WHERE {condition.sql}))",
        condition.values,
    )


def _fetch_ranked(connection: apsw.Connection, found: str, values: tuple[object, ...], depth: int) -> list[Row]:
    return fetch(connection, _RANKED.format(found=found), (*values, depth))


def _settled(fetch: Callable[[int], list[Row]], limit: int, deepest: int) -> list[RankedChunk]:
    """The best `limit` of what `fetch` gives for a depth.

    Which of several equal ones an engine drops at its limit is chance: ask deeper until none of those is among ours.
    """
    if limit < 1:
        return []
    depth = min(limit + _SPARE, deepest)
    found = fetch(depth)
    while len(found) == depth < deepest and found[limit - 1][-1] == found[-1][-1]:
        depth = min(depth * 4, deepest)
        found = fetch(depth)
    return [RankedChunk(*row) for row in found[:limit]]
