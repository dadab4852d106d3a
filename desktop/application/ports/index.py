"""The ports of the index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from desktop.application.job import CancelToken
from desktop.application.ports.extract import Extracted, ExtractorIdentity
from desktop.application.ports.files import FileStamp
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document, DocumentSummary, Facets
from desktop.domain.graph import NamedEntity
from desktop.domain.import_job import ImportJob
from desktop.domain.keywords import KeywordQuery as KeywordQuery  # asked for as a part of this port
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from desktop.domain.vector import Vector


@dataclass(frozen=True, slots=True)
class RankedChunk:
    """A chunk that a route found, best first; `score` is higher for better."""

    chunk: int
    document_id: str
    position: int
    score: float


@dataclass(frozen=True, slots=True)
class IndexedChunk:
    """What the index keeps of a chunk."""

    id: int
    document_id: str
    title: str
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class DocumentQuery:
    """Which rows of the document list: `text` in title or file name, out of the mail or archive `parent`, sorted, a stretch of them.

    Of several tags a document must carry all.
    """

    text: str = ""
    sort: str = "imported_at"
    descending: bool = True
    offset: int = 0
    limit: int = 1_000_000
    parent: str = ""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PendingText:
    """A chunk whose vector is missing or stale, with the text to embed."""

    chunk: int
    document_id: str
    text: str


@dataclass(frozen=True, slots=True)
class IndexState:
    """What the index knows of a document's file, to see whether it changed."""

    stamp: FileStamp
    sha256: str


@dataclass(frozen=True, slots=True)
class IndexCounts:
    """How much is in the index."""

    documents: int
    chunks: int
    vectors: int


@dataclass(frozen=True, slots=True)
class DocumentExtraction:
    """What was extracted from a document's body with this hash; None where extraction failed, so that it is not tried again and again."""

    document_id: str
    sha256: str
    extracted: Extracted | None


@dataclass(frozen=True, slots=True)
class LedgerQuery:
    """Which ledger rows: of one import (`job`), with these outcomes, with `text` in path or reason, a stretch of them.

    `attention`: only those that a person should look at (skipped, failed, truncated, or imported with a remark). With `case`, those that
    became a document which carries this tag, and those whose import was given it, whatever became of them.
    """

    job: str = ""
    outcomes: tuple[Outcome, ...] = ()
    attention: bool = False
    text: str = ""
    offset: int = 0
    limit: int = 1000
    case: str = ""


class IndexWriter(Protocol):
    """The one way to change the index; one transaction a call."""

    def put_document(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        """Add or replace a document, its chunks and their words together; vectors of unchanged texts stay."""
        ...

    def describe(self, documents: Sequence[tuple[Document, FileStamp]]) -> None:
        """Say anew what front matter says of documents whose title and body are as indexed; their chunks stay."""
        ...

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        """Take documents out of every table."""
        ...

    def put_vectors(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Store vectors by chunk id; a chunk that has gone meanwhile is passed over."""
        ...

    def settle_vectors(self, cancel: CancelToken) -> None:
        """Take vectors to where they belong, if that is elsewhere, and let chunks whose vectors are gone wait for new ones.

        Worth calling on opening and when vectors have been added; there is most often nothing to do. Raises VectorsUnavailable.
        """
        ...

    def use_embedder(self, identity: str, dimensions: int) -> None:
        """State whose vectors belong in the index; vectors of another identity are dropped."""
        ...

    def put_extractions(self, found: Sequence[DocumentExtraction]) -> None:
        """Store what documents mention and state, in place of what was stored of them; one that changed meanwhile is passed over."""
        ...

    def use_extractor(
        self, identity: ExtractorIdentity, knowledge: bytes, entities: Sequence[NamedEntity], stale: Iterable[str] | None
    ) -> None:
        """State by what is extracted from now on, and all names of entities; `stale` documents (None: all) wait for extraction again."""
        ...

    def begin_import(self, job: ImportJob, paths: Sequence[str]) -> None:
        """Remember an import and the files it is going to read (`paths`, in its order), all of them waiting.

        One that is known is taken up again: these files wait behind those that wait in it. Passwords are not kept.
        """
        ...

    def put_ledger(self, rows: Sequence[LedgerRow], finished: Sequence[str] = ()) -> None:
        """Keep ledger rows, each in place of an earlier one of its job and path.

        Files of `finished` (paths) no longer wait in the imports that these rows belong to.
        """
        ...

    def end_import(self, job: str, ended: str) -> None:
        """State when an import came to its end; what still waits in it is forgotten."""
        ...

    def clear(self) -> None:
        """Empty everything that can be rebuilt from the files."""
        ...


class IndexReader(Protocol):
    """Questions to the index; any number of threads may ask, each on its own connection."""

    def counts(self) -> IndexCounts:
        """How much is in the index."""
        ...

    def document_for(self, sha256: str) -> str | None:
        """The id of the document whose original has this hash."""
        ...

    def document_states(self) -> dict[str, IndexState]:
        """What was indexed, by document id."""
        ...

    def documents(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        """Rows of the document list."""
        ...

    def count_documents(self, query: DocumentQuery) -> int:
        """How many rows `documents` would give without its limit."""
        ...

    def search_keyword(self, query: KeywordQuery, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by BM25, best first, ties by document id and position."""
        ...

    def search_vector(self, vector: Vector, limit: int, filters: Filters, cancel: CancelToken) -> list[RankedChunk]:
        """Chunks by cosine, best first, ties by document id and position."""
        ...

    def hold_vectors(self, cancel: CancelToken) -> int:
        """Make vector search quick where there are many vectors; returns the bytes of memory that takes, 0 where it is not worth it.

        Worth calling when an index is opened and after its vectors changed; searches work before, during and after it.
        """
        ...

    def vectors_of(self, chunk_ids: Sequence[int]) -> dict[int, Vector]:
        """The vectors of chunks by id; those that have none are passed over."""
        ...

    def describe_vectors(self) -> str:
        """By what means vectors are searched at present, and how much memory that takes, in words."""
        ...

    def alike(self, word: str) -> tuple[str, ...]:
        """Words of other alphabets in the index that read as this folded word does in Latin letters."""
        ...

    def chunks(self, chunk_ids: Sequence[int]) -> list[IndexedChunk]:
        """Chunks by id, in the order asked."""
        ...

    def chunk_at(self, document_id: str, offset: int) -> IndexedChunk | None:
        """The first chunk of a document that covers an offset, or else the one nearest before it, or else its first."""
        ...

    def chunks_around(self, document_id: str, position: int, reach: int) -> list[IndexedChunk]:
        """The chunks of a document at a position and up to so many before and after it, in order."""
        ...

    def filtered_documents(self, filters: Filters) -> frozenset[str]:
        """Ids of the documents that pass the filters."""
        ...

    def facets(self) -> Facets:
        """The tags and formats of all documents."""
        ...

    def unheeded_markings(self, document_ids: Iterable[str]) -> dict[str, Marking]:
        """Of these documents and facts those whose text bears a stricter marking than they have, with that marking."""
        ...

    def dates(self, document_ids: Iterable[str]) -> dict[str, str]:
        """The published date of documents, else the day of their import, by id; ISO 8601."""
        ...

    def undated(self, document_ids: Iterable[str]) -> frozenset[str]:
        """Those of these documents that bear no date of their own."""
        ...

    def pending_texts(self, limit: int, up_to: Marking | None = None) -> list[PendingText]:
        """Chunks that wait for a vector, oldest first; only those of what is marked no higher than `up_to`."""
        ...

    def count_pending(self, up_to: Marking | None = None) -> int:
        """How many chunks wait for a vector; only those of what is marked no higher than `up_to`."""
        ...

    def count_marked_above(self, marking: Marking) -> int:
        """How many chunks are of something that is marked higher."""
        ...

    def unextracted(self, limit: int) -> tuple[str, ...]:
        """Ids of documents that wait for extraction, oldest import first."""
        ...

    def count_unextracted(self) -> int:
        """How many documents wait for extraction."""
        ...

    def unextractable(self) -> tuple[str, ...]:
        """Ids of documents in which extraction failed, oldest import first."""
        ...

    def extractor(self) -> tuple[ExtractorIdentity, bytes] | None:
        """By what was extracted, and the knowledge it had; None before any extraction."""
        ...

    def entity_ids(self) -> tuple[str, ...]:
        """Ids of all entities that the index holds."""
        ...

    def ledger(self, query: LedgerQuery) -> tuple[LedgerRow, ...]:
        """Ledger rows, those of the newest import first, within it in the order they were recorded."""
        ...

    def count_ledger(self, query: LedgerQuery) -> int:
        """How many rows `ledger` would give without its limit."""
        ...

    def count_outcomes(self, job: str = "", case: str = "") -> dict[Outcome, int]:
        """Ledger rows of an import (of all, if none is named) for each outcome, zeros included; of a case alone, if one is named."""
        ...

    def import_jobs(self, limit: int = 100, *, unfinished: bool = False, case: str = "") -> tuple[ImportJob, ...]:
        """Imports, newest first; `unfinished`: only those in which files still wait; `case`: only those with rows of this case."""
        ...

    def waiting_files(self, job: str) -> tuple[str, ...]:
        """Paths of the files of an import that still wait, in its order."""
        ...

    def document_from(self, source_path: str) -> str | None:
        """The id of the newest document that was made from the file at this path (of several, the one nothing supersedes)."""
        ...

    def documents_named(self, source_filename: str) -> tuple[str, ...]:
        """Ids of the documents whose original had this name, newest first."""
        ...

    def members_of(self, document_id: str) -> tuple[str, ...]:
        """Ids of the documents that came out of a mail or archive, in the order of their import."""
        ...

    def versions_beside(self, document_id: str) -> tuple[str, ...]:
        """Ids of the documents that name this one, which need not be there, as the version before or after them."""
        ...

    def unrecognised(self, limit: int) -> tuple[str, ...]:
        """Ids of documents with pages that no OCR has looked at yet, oldest import first."""
        ...

    def count_unrecognised(self) -> int:
        """How many pages in all documents no OCR has looked at yet."""
        ...

    def problems(self) -> list[str]:
        """What is wrong with the database; empty if it is whole."""
        ...
