"""Questions to the index."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial

from desktop.adapters.sqlite import import_history as history
from desktop.adapters.sqlite import spellings
from desktop.adapters.sqlite.conditions import in_ledger, in_marked_up_to, listed, order, passes
from desktop.adapters.sqlite.database import Database, fetch, fetch_number
from desktop.adapters.sqlite.extractions import FAILED, WAITING
from desktop.adapters.sqlite.inspection import find_problems
from desktop.adapters.sqlite.matching import SCORE, Frequencies, expressions
from desktop.adapters.sqlite.moved_vectors import MovedVectors
from desktop.adapters.sqlite.problems import DamagedIndex
from desktop.adapters.sqlite.ranking import fetch_ranked, in_filtered, settled
from desktop.adapters.sqlite.rows import CHUNK, SUMMARY, to_indexed_chunk, to_pending, to_summary
from desktop.adapters.sqlite.vector_search import VectorSearch
from desktop.application.job import CancelToken
from desktop.application.ports import (
    DocumentQuery,
    ExtractorIdentity,
    FileStamp,
    IndexCounts,
    IndexedChunk,
    IndexState,
    KeywordQuery,
    LedgerQuery,
    PendingText,
    RankedChunk,
)
from desktop.domain.document import DocumentSummary, Facets
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

MOST_VECTOR_BYTES = 512 * 1024 * 1024
_OVERLAPPING = 4
_NO_END = 2**31

_DOCUMENT = "kind = 'document'"
_PENDING = "SELECT count(*) FROM chunks c WHERE c.embedded = 0"
_CHUNKS = f"SELECT {', '.join(CHUNK)} FROM chunks c JOIN documents d ON d.key = c.document"


class SqliteIndexReader:
    """Reads the index; any number of threads may ask."""

    def __init__(self, database: Database, vector_bytes: int = MOST_VECTOR_BYTES, moved: MovedVectors | None = None) -> None:
        """Hold vectors in up to so many bytes of memory, and seek them among those moved too."""
        self._database = database
        self._frequencies = Frequencies()
        self._vectors = VectorSearch(database, vector_bytes, moved)
        self._moved = moved

    # --- documents ---

    def counts(self) -> IndexCounts:
        """How much is in the index."""
        with self._database.reading() as connection:
            documents = fetch_number(connection, f"SELECT count(*) FROM documents WHERE {_DOCUMENT}")
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
            rows = fetch(connection, f"SELECT id, file_size, file_modified_ns, body_sha256 FROM documents WHERE {_DOCUMENT}")
            return {name: IndexState(FileStamp(size, modified), sha256) for name, size, modified, sha256 in rows}

    def documents(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        """Rows of the document list."""
        condition = listed(query)
        chosen = f"SELECT {', '.join(SUMMARY)} FROM documents WHERE {_DOCUMENT} AND {condition.sql}"
        statement = f"{chosen} ORDER BY {order(query)} LIMIT ? OFFSET ?"
        with self._database.reading() as connection:
            return tuple(map(to_summary, fetch(connection, statement, (*condition.values, query.limit, query.offset))))

    def count_documents(self, query: DocumentQuery) -> int:
        """How many rows `documents` would give without its limit."""
        condition = listed(query)
        with self._database.reading() as connection:
            return fetch_number(connection, f"SELECT count(*) FROM documents WHERE {_DOCUMENT} AND {condition.sql}", condition.values)

    def chunks_around(self, document_id: str, position: int, reach: int) -> list[IndexedChunk]:
        """The chunks of a document at a position and up to so many before and after it, in order."""
        found = f"{_CHUNKS} WHERE d.id = ? AND c.position BETWEEN ? AND ? ORDER BY c.position"
        with self._database.reading() as connection:
            return list(map(to_indexed_chunk, fetch(connection, found, (document_id, position - reach, position + reach))))

    def filtered_documents(self, filters: Filters) -> frozenset[str]:
        """Ids of the documents that pass the filters."""
        condition = passes(filters)
        with self._database.reading() as connection:
            return frozenset(name for (name,) in fetch(connection, f"SELECT id FROM documents WHERE {condition.sql}", condition.values))

    def facets(self) -> Facets:
        """The tags and formats of all documents, those of most documents first."""
        with self._database.reading() as connection:
            tags = fetch(connection, "SELECT value FROM documents, json_each(tags) GROUP BY value ORDER BY count(*) DESC, value")
            formats = fetch(connection, "SELECT source_format FROM documents GROUP BY source_format ORDER BY count(*) DESC, source_format")
            return Facets(tuple(tag for (tag,) in tags), tuple(name for (name,) in formats))

    def unheeded_markings(self, document_ids: Iterable[str]) -> dict[str, Marking]:
        """Of these documents and facts those whose text bears a stricter marking than they have, with that marking."""
        asked = "SELECT id, tlp, stated_tlp FROM documents WHERE id IN (SELECT value FROM json_each(?))"
        with self._database.reading() as connection:
            rows = fetch(connection, asked, (json.dumps(list(document_ids)),))
        return {str(name): Marking(stated) for name, tlp, stated in rows if Marking(stated).rank > Marking(tlp).rank}

    def dates(self, document_ids: Iterable[str]) -> dict[str, str]:
        """The published date of documents, else the day of their import, by id; ISO 8601."""
        sql = "SELECT id, coalesce(published, substr(imported_at, 1, 10)) FROM documents WHERE id IN (SELECT value FROM json_each(?))"
        with self._database.reading() as connection:
            return dict(fetch(connection, sql, (json.dumps(list(document_ids)),)))

    def undated(self, document_ids: Iterable[str]) -> frozenset[str]:
        """Those of these documents that bear no date of their own."""
        sql = "SELECT id FROM documents WHERE published IS NULL AND id IN (SELECT value FROM json_each(?))"
        with self._database.reading() as connection:
            return frozenset(name for (name,) in fetch(connection, sql, (json.dumps(list(document_ids)),)))

    def document_from(self, source_path: str) -> str | None:
        """The id of the newest document that was made from the file at this path (of several, the one nothing supersedes)."""
        newest = "source_path = ? ORDER BY superseded_by IS NOT NULL, imported_at DESC, key DESC LIMIT 1"
        return next(iter(self._ids(newest, source_path)), None)

    def documents_named(self, source_filename: str) -> tuple[str, ...]:
        """Ids of the documents whose original had this name, newest first."""
        return self._ids("source_filename = ? ORDER BY imported_at DESC, key DESC", source_filename)

    def members_of(self, document_id: str) -> tuple[str, ...]:
        """Ids of the documents that came out of a mail or archive, in the order of their import."""
        return self._ids("parent = ? ORDER BY imported_at, key", document_id)

    def versions_beside(self, document_id: str) -> tuple[str, ...]:
        """Ids of the documents that name this one as the version before or after them."""
        return self._ids("?1 IN (supersedes, superseded_by) ORDER BY imported_at, key", document_id)

    def unrecognised(self, limit: int) -> tuple[str, ...]:
        """Ids of documents with pages that no OCR has looked at yet, oldest import first."""
        return self._ids("unread_pages > 0 ORDER BY imported_at, key LIMIT ?", limit)

    def count_unrecognised(self) -> int:
        """How many pages in all documents no OCR has looked at yet."""
        with self._database.reading() as connection:
            return fetch_number(connection, "SELECT coalesce(sum(unread_pages), 0) FROM documents WHERE unread_pages > 0")

    def unextracted(self, limit: int) -> tuple[str, ...]:
        """Ids of documents that wait for extraction, oldest import first."""
        return self._ids(f"extracted = {WAITING} AND hidden = 0 ORDER BY imported_at, key LIMIT ?", limit)

    def count_unextracted(self) -> int:
        """How many documents wait for extraction."""
        with self._database.reading() as connection:
            return fetch_number(connection, f"SELECT count(*) FROM documents WHERE extracted = {WAITING} AND hidden = 0")

    def unextractable(self) -> tuple[str, ...]:
        """Ids of documents in which extraction failed, oldest import first."""
        return self._ids("extracted = ? ORDER BY imported_at, key", FAILED)

    def extractor(self) -> tuple[ExtractorIdentity, bytes] | None:
        """By what was extracted, and the knowledge it had; None before any extraction."""
        with self._database.reading() as connection:
            rows = fetch(connection, "SELECT rules, known, knowledge FROM extractor")
            return (ExtractorIdentity(rows[0][0], rows[0][1]), bytes(rows[0][2])) if rows else None

    def entity_ids(self) -> tuple[str, ...]:
        """Ids of all entities that the index holds."""
        with self._database.reading() as connection:
            return tuple(name for (name,) in fetch(connection, "SELECT id FROM entities ORDER BY id"))

    def _ids(self, condition: str, value: str | int) -> tuple[str, ...]:
        with self._database.reading() as connection:
            return tuple(name for (name,) in fetch(connection, f"SELECT id FROM documents WHERE {condition}", (value,)))

    # --- search ---

    def search_keyword(self, query: KeywordQuery, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by BM25, best first, ties by document id and position."""
        condition, values = in_filtered("+rowid", filters)
        scored = f"SELECT rowid AS chunk, -{SCORE} / ? AS score FROM documents_fts WHERE documents_fts MATCH ?{condition}"
        found = f"{scored} ORDER BY score DESC LIMIT ?"
        ranked: list[RankedChunk] = []
        with self._database.reading(cancel) as connection:
            for match in expressions(connection, query, self._frequencies if filters.empty else None):
                ask = partial(fetch_ranked, connection, found, (match.times, match.expression, *values), filters=filters)
                ranked = settled(ask, limit, deepest=_NO_END)
                if len(ranked) == limit:
                    break
        return ranked

    def search_vector(self, vector: Vector, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by cosine, best first, ties by document id and position; never more than the nearest 4096."""
        return self._vectors.search(vector, limit, filters, cancel)

    def hold_vectors(self, cancel: CancelToken) -> int:
        """Take the vectors into memory if there are many, and not too many, so that they are searched sooner.

        Returns the bytes held. A search takes in what has come since; where that is much, the file is searched until the next call.
        """
        return self._vectors.hold(cancel)

    def vectors_of(self, chunk_ids: Sequence[int]) -> dict[int, Vector]:
        """The vectors of chunks by id; those that have none are passed over."""
        return self._vectors.vectors_of(chunk_ids)

    def describe_vectors(self) -> str:
        """Where vectors are searched at present, and how much memory those held take."""
        return self._vectors.describe()

    def alike(self, word: str) -> tuple[str, ...]:
        """Words of other alphabets in the index that read as this folded word does in Latin letters."""
        with self._database.reading() as connection:
            return spellings.alike(connection, word)

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

    def pending_texts(self, limit: int, up_to: Marking | None = None) -> list[PendingText]:
        """Chunks that wait for a vector, oldest first; only those of what is marked no higher than `up_to`."""
        given = in_marked_up_to(up_to)
        with self._database.reading() as connection:
            statement = f"{_CHUNKS} WHERE c.embedded = 0 AND {given.sql} ORDER BY c.id LIMIT ?"
            return [to_pending(each) for each in map(to_indexed_chunk, fetch(connection, statement, (*given.values, limit)))]

    def count_pending(self, up_to: Marking | None = None) -> int:
        """How many chunks wait for a vector; only those of what is marked no higher than `up_to`."""
        given = in_marked_up_to(up_to)
        with self._database.reading() as connection:
            return fetch_number(connection, f"{_PENDING} AND {given.sql}", given.values)

    def count_marked_above(self, marking: Marking) -> int:
        """How many chunks are of something that is marked higher."""
        given = in_marked_up_to(marking)
        with self._database.reading() as connection:
            return fetch_number(connection, f"SELECT count(*) FROM chunks c WHERE NOT {given.sql}", given.values)

    # --- imports ---

    def ledger(self, query: LedgerQuery) -> tuple[LedgerRow, ...]:
        """Ledger rows, those of the newest import first, within it in the order they were recorded."""
        with self._database.reading() as connection:
            return history.ledger_rows(connection, query)

    def count_ledger(self, query: LedgerQuery) -> int:
        """How many rows `ledger` would give without its limit."""
        with self._database.reading() as connection:
            return history.count_rows(connection, in_ledger(query))

    def count_outcomes(self, job: str = "", case: str = "") -> dict[Outcome, int]:
        """Ledger rows of an import (of all, if none is named) for each outcome, zeros included; of a case alone, if one is named."""
        with self._database.reading() as connection:
            return history.count_outcomes(connection, in_ledger(LedgerQuery(job, case=case)))

    def import_jobs(self, limit: int = 100, *, unfinished: bool = False, case: str = "") -> tuple[ImportJob, ...]:
        """Imports, newest first; `unfinished`: only those in which files still wait; `case`: only those with rows of this case."""
        with self._database.reading() as connection:
            return history.import_jobs(connection, limit, unfinished=unfinished, case=case)

    def waiting_files(self, job: str) -> tuple[str, ...]:
        """Paths of the files of an import that still wait, in its order."""
        with self._database.reading() as connection:
            return history.waiting_files(connection, job)

    # --- the index itself ---

    def problems(self) -> list[str]:
        """What is wrong with the database; empty if it is whole."""
        try:
            with self._database.reading() as connection:
                return [*find_problems(connection), *(self._moved.problems(connection) if self._moved else ())]
        except DamagedIndex as damage:
            return [f"{damage.message} {damage.hint}"]
