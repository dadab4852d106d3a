"""The one way to change the index."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterable, Sequence

import apsw

from desktop.adapters.sqlite import extractions
from desktop.adapters.sqlite import vectors as vec
from desktop.adapters.sqlite.database import Database, Row, fetch, fetch_number
from desktop.adapters.sqlite.moved_vectors import MovedVectors
from desktop.adapters.sqlite.problems import DamagedIndex
from desktop.adapters.sqlite.rows import (
    DESCRIBED,
    IMPORT,
    STORED,
    STORED_LEDGER,
    described_values,
    document_row,
    import_row,
    ledger_values,
    path_bytes,
)
from desktop.adapters.sqlite.word_index import put_words
from desktop.application.job import CancelToken
from desktop.application.ports import (
    DocumentExtraction,
    ExtractorIdentity,
    FileStamp,
    ImportBegun,
    ImportEnded,
    KeepsLedger,
    LedgerLine,
    RowsKept,
)
from desktop.domain.chunk import Chunk, content_hash
from desktop.domain.document import Document
from desktop.domain.graph import NamedEntity
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow
from desktop.domain.vector import Vector

_PUT_DOCUMENT = f"""
    INSERT INTO documents ({", ".join(STORED)}) VALUES ({", ".join("?" * len(STORED))})
    ON CONFLICT (id) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in STORED if name != "id")}
    RETURNING key
"""  # noqa: S608 - column names of our own
_DESCRIBE = f"UPDATE documents SET {', '.join(f'{name} = ?' for name in DESCRIBED)} WHERE id = ?"  # noqa: S608 - likewise
_PUT_CHUNK = """
    INSERT INTO chunks (id, document, position, "start", "end", page, embedded, hash, headings, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_PUT_LEDGER = f"""
    INSERT INTO jobs ({", ".join(STORED_LEDGER)}) VALUES ({", ".join("?" * len(STORED_LEDGER))})
    ON CONFLICT (job, path) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in STORED_LEDGER if name not in ("job", "path"))}
"""  # noqa: S608 - likewise
_BEGIN_IMPORT = f"""
    INSERT INTO imports ({", ".join(IMPORT)}) VALUES ({", ".join("?" * len(IMPORT))})
    ON CONFLICT (id) DO UPDATE SET ended = NULL
    RETURNING key
"""  # noqa: S608 - likewise
_WAIT = "INSERT OR IGNORE INTO waiting (import, path, position) VALUES (?, ?, ?)"
_WAIT_NO_MORE = "DELETE FROM waiting WHERE path = ? AND import = (SELECT key FROM imports WHERE id = ?)"

_Known = dict[bytes, deque[tuple[int, int]]]


class SqliteIndexWriter:
    """Writes documents, words and vectors, each call in one transaction."""

    def __init__(self, database: Database, moved: MovedVectors | None = None, ledger: KeepsLedger | None = None) -> None:
        """With `moved`, vectors are moved to where they belong when they are settled; `ledger` is told first what becomes of files."""
        self._database = database
        self._moved = moved
        self._ledger = ledger

    def put_document(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        """Add or replace a document; chunks whose embedded text is unchanged keep their id and vector, an unchanged body its mentions."""
        with self._database.transaction() as connection:
            put_text(connection, document, body, chunks, stamp)

    def describe(self, documents: Sequence[tuple[Document, FileStamp]]) -> None:
        """Say anew what front matter says of documents; title, body and chunks stay."""
        with self._database.transaction() as connection:
            connection.executemany(_DESCRIBE, (described_values(document, stamp) for document, stamp in documents))

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        """Take documents out of every table."""
        with self._database.transaction() as connection:
            take_out(connection, document_ids)

    def put_vectors(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Store unit vectors by chunk id; a chunk that has gone meanwhile is passed over."""
        with self._database.transaction() as connection:
            vec.check((vector for _, vector in vectors), vec.dimensions(connection))
            vec.store(connection, vectors)

    def use_embedder(self, identity: str, dimensions: int) -> None:
        """State whose vectors belong in the index; vectors of another identity are dropped."""
        with self._database.transaction() as connection:
            if (vec.embedder(connection), vec.dimensions(connection)) != (identity, dimensions):
                vec.make_table(connection, identity, dimensions)

    def settle_vectors(self, cancel: CancelToken) -> None:
        """Move vectors to where the settings want them, and let chunks whose vectors are gone wait for new ones."""
        if self._moved:
            self._moved.settle(cancel)

    def put_extractions(self, found: Sequence[DocumentExtraction]) -> None:
        """Store what documents mention and state, in place of what was stored of them; one that changed meanwhile is passed over."""
        with self._database.transaction() as connection:
            for each in found:
                extractions.put_extraction(connection, each)

    def use_extractor(
        self, identity: ExtractorIdentity, knowledge: bytes, entities: Sequence[NamedEntity], stale: Iterable[str] | None
    ) -> None:
        """State by what is extracted from now on, and all names of entities; `stale` documents (None: all) wait for extraction again."""
        with self._database.transaction() as connection:
            extractions.use_extractor(connection, identity, knowledge, entities, stale)

    def begin_import(self, job: ImportJob, paths: Sequence[str]) -> None:
        """Remember an import and its waiting files; one that is known is begun again, with these files behind those that wait."""
        self._record(ImportBegun(job, tuple(paths)))
        with self._database.transaction() as connection:
            key = fetch_number(connection, _BEGIN_IMPORT, import_row(job, job.files or len(paths)))
            first = fetch_number(connection, "SELECT coalesce(max(position), -1) + 1 FROM waiting WHERE import = ?", (key,))
            connection.executemany(_WAIT, ((key, path_bytes(path), position) for position, path in enumerate(paths, first)))

    def put_ledger(self, rows: Sequence[LedgerRow], finished: Sequence[str] = ()) -> None:
        """Keep ledger rows; of the imports that they belong to, files of `finished` no longer wait."""
        self._record(RowsKept(tuple(rows), tuple(finished)))
        with self._database.transaction() as connection:
            connection.executemany(_PUT_LEDGER, map(ledger_values, rows))
            jobs = sorted({row.job for row in rows})
            connection.executemany(_WAIT_NO_MORE, ((path_bytes(path), job) for job in jobs for path in finished))

    def end_import(self, job: str, ended: str) -> None:
        """State when an import came to its end; what still waits in it is forgotten."""
        self._record(ImportEnded(job, ended))
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM waiting WHERE import = (SELECT key FROM imports WHERE id = ?)", (job,))
            connection.execute("UPDATE imports SET ended = ? WHERE id = ?", (ended, job))

    def clear(self) -> None:
        """Empty everything that can be rebuilt from the files; the ledger cannot, and stays if it can be read."""
        try:
            with self._database.transaction() as connection:
                _empty(connection)
        except (DamagedIndex, apsw.SQLError):  # of damage to its own tables the vector extension says no more than "logic error"
            self._database.start_over()

    def _record(self, line: LedgerLine) -> None:
        if self._ledger:
            self._ledger.add(line)


def put_text(connection: apsw.Connection, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> int:
    """Add or replace what is found as a text, within a transaction; returns the key of its row in `documents`."""
    before = fetch(connection, "SELECT body_sha256 FROM documents WHERE id = ?", (document.id,))
    key = fetch_number(connection, _PUT_DOCUMENT, document_row(document, body, len(chunks), stamp))
    known = _take_out_chunks(connection, key)
    rows = _chunk_rows(key, document.title, chunks, known, _next_chunk(connection))
    connection.executemany(_PUT_CHUNK, rows)
    put_words(connection, ((row[0], document.title, chunk.headings, chunk.text) for row, chunk in zip(rows, chunks, strict=True)))
    vec.drop(connection, [chunk for leftover in known.values() for chunk, _ in leftover])
    if before == [(content_hash(body),)]:
        extractions.place(connection, key)
    elif before:
        extractions.forget(connection, key)
    return key


def take_out(connection: apsw.Connection, ids: Iterable[str]) -> None:
    """Take texts out of every table, within a transaction."""
    named = json.dumps(list(ids))
    for (key,) in fetch(connection, "SELECT key FROM documents WHERE id IN (SELECT value FROM json_each(?))", (named,)):
        known = _take_out_chunks(connection, key)
        vec.drop(connection, [chunk for gone in known.values() for chunk, _ in gone])
        extractions.forget(connection, key)
        connection.execute("DELETE FROM documents WHERE key = ?", (key,))


def _chunk_rows(key: int, title: str, chunks: Sequence[Chunk], known: _Known, new: int) -> list[Row]:
    """A row for each chunk: the id and vector of a known chunk with the same embedded text, else a new id from `new` on."""
    rows: list[Row] = []
    for chunk in chunks:
        digest = bytes.fromhex(content_hash(chunk.embedded_text(title)))
        if known[digest]:
            number, embedded = known[digest].popleft()
        else:
            number, embedded, new = new, 0, new + 1
        headings = json.dumps(chunk.headings, ensure_ascii=False)
        rows.append((number, key, chunk.position, chunk.start, chunk.end, chunk.page, embedded, digest, headings, chunk.text))
    return rows


def _take_out_chunks(connection: apsw.Connection, key: int) -> _Known:
    """Remove a document's chunks and words; returns their ids, and whether they have vectors, by hash."""
    known: _Known = defaultdict(deque)
    gone = fetch(connection, "SELECT id, embedded, hash FROM chunks WHERE document = ? ORDER BY position", (key,))
    for number, embedded, digest in gone:
        known[digest].append((number, embedded))
    connection.executemany("DELETE FROM documents_fts WHERE rowid = ?", ((number,) for number, _, _ in gone))
    connection.execute("DELETE FROM chunks WHERE document = ?", (key,))
    return known


def _next_chunk(connection: apsw.Connection) -> int:
    """An id above every one that was ever given."""
    return fetch_number(connection, "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'chunks'")


def _empty(connection: apsw.Connection) -> None:
    connection.execute("INSERT INTO documents_fts (documents_fts) VALUES ('delete-all')")
    connection.execute("DELETE FROM spellings")
    extractions.empty(connection)
    connection.execute("DELETE FROM chunks")
    connection.execute("DELETE FROM documents")
    identity, size = vec.embedder(connection), vec.dimensions(connection)
    if identity is not None and size is not None:
        vec.make_table(connection, identity, size)
