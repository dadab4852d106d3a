"""Every engine, as the application sees it. Adapters meet these; fakes in the tests do too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from desktop.application.job import CancelToken
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document, DocumentSummary
from desktop.domain.ledger import LedgerRow
from desktop.domain.passage import Filters
from desktop.domain.reading import Box as Box
from desktop.domain.reading import PageImage as PageImage
from desktop.domain.vector import Vector

# --- convert ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ConversionLimits:
    """What one conversion may use; over it the file fails with a reason, and the worker is killed."""

    seconds: float
    memory_bytes: int
    output_characters: int
    pages: int


@dataclass(frozen=True, slots=True)
class Conversion:
    """A file as Markdown: `\\n` line ends, NFC, no NUL, page marks where the format has pages.

    `title` is None where the file names none; `published` is an ISO date the file itself gives.
    `warnings` are sentences for the ledger row.
    """

    markdown: str
    format: str
    converter: str
    title: str | None = None
    pages: int | None = None
    pages_with_text: int | None = None
    ocr_pages: int | None = None
    published: str | None = None
    language: str | None = None
    truncated: bool = False
    warnings: tuple[str, ...] = ()


class MarkdownConverter(Protocol):
    """Turns a file into Markdown, judging it by content first and by name second."""

    def convert(self, path: Path, limits: ConversionLimits, cancel: CancelToken) -> Conversion:
        """Convert one file; may be called from several threads at once.

        Raises ConversionFailed with a reason a person can act on, Cancelled, never anything else for a bad file.
        """
        ...

    def close(self) -> None:
        """End the worker processes."""
        ...


class PageRenderer(Protocol):
    """Shows pages of an original (PDF) without letting it into the window's process."""

    def page_count(self, path: Path) -> int:
        """Pages of the original; ConversionFailed if it has none or cannot be opened."""
        ...

    def render(self, path: Path, page: int, width: int) -> PageImage:
        """Draw page `page` (from 1), `width` pixels wide."""
        ...

    def locate(self, path: Path, page: int, quote: str) -> tuple[Box, ...]:
        """Boxes that cover `quote` on the page, a line each; empty if it is not there.

        Compared by letters and digits only, so hyphenation and Markdown marks do not matter.
        """
        ...

    def close(self) -> None:
        """End the worker process."""
        ...


# --- embed -----------------------------------------------------------------------------------------------------


class Tokenizer(Protocol):
    """The embedder's way of counting."""

    def token_ends(self, text: str) -> Sequence[int]:
        """For each token of `text`, in order, the offset (code points) at which it ends; no special tokens."""
        ...


class Embedder(Tokenizer, Protocol):
    """Turns texts into unit vectors."""

    @property
    def identity(self) -> str:
        """Model, version, prefixes, pooling, batch policy: vectors of different identities must not meet."""
        ...

    @property
    def dimensions(self) -> int:
        """Numbers in a vector."""
        ...

    def embed_passages(self, texts: Sequence[str], *, urgent: bool = False) -> list[Vector]:
        """One unit vector for each text, in order; `urgent` where a person waits for them."""
        ...

    def embed_query(self, text: str) -> Vector:
        """The unit vector of a query."""
        ...

    def close(self) -> None:
        """End the worker process."""
        ...


# --- generate --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a language model is given: `system`, then `user`. Evidence stands before the question."""

    system: str
    user: str


class Generator(Protocol):
    """A language model on this machine, in a process of its own."""

    @property
    def identity(self) -> str:
        """The model's name, shown with an answer."""
        ...

    @property
    def context_tokens(self) -> int:
        """Most tokens of prompt and answer together."""
        ...

    def count_tokens(self, text: str) -> int:
        """How many tokens a text is."""
        ...

    def generate(self, prompt: Prompt, *, max_tokens: int, cancel: CancelToken, on_text: Callable[[str], None], grammar: str = "") -> str:
        """Write at temperature 0, calling `on_text` with each new piece; returns the whole text.

        `grammar` is GBNF. Raises Cancelled, ModelUnavailable, WorkerDied.
        """
        ...

    def close(self) -> None:
        """End the worker process."""
        ...


# --- the files of a vault --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document as its files hold it; `front_matter` has every key, those a person added included.

    `body_offset` is where the body begins in the file, in code points. The document's `source_mode` is `edited` where
    the body is no longer what was stored. `warnings` are sentences about a front
    matter that cannot be understood; Coffer never rewrites such a file.
    """

    document: Document
    body: str
    body_offset: int
    front_matter: dict[str, Any]
    raw_path: Path | None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NewDocument:
    """A document to be stored, and the file it was made from."""

    document: Document
    body: str
    original: Path


@dataclass(frozen=True, slots=True)
class FileStamp:
    """Tells cheaply whether a file may have changed."""

    size: int
    modified_ns: int


class DocumentStore(Protocol):
    """The files of a vault, which are the truth."""

    def write(self, document: Document, body: str, original: Path) -> FileStamp:
        """Store original and Markdown, each atomically, the original first; returns the Markdown's stamp.

        Raises StorageProblem (disk full, read-only, gone), SourceChanged where `original` no longer has the hash
        that the document names.
        """
        ...

    def write_all(self, documents: Sequence[NewDocument]) -> list[FileStamp]:
        """Store several as `write` does, all made durable together, which costs a fraction; none is stored if one fails."""
        ...

    def update(self, document: Document) -> FileStamp | None:
        """Change what the front matter says; the body and whatever a person added stay byte for byte.

        None, and nothing is written, where the front matter cannot be understood.
        """
        ...

    def read(self, document_id: str) -> StoredDocument:
        """Read a document; DocumentNotFound if there is no such file."""
        ...

    def stamps(self) -> dict[str, FileStamp]:
        """Every document id in docs/, with its file's stamp."""
        ...

    def trash(self, document_id: str) -> None:
        """Move a document and its original to the trash."""
        ...

    def restore(self, document_id: str) -> None:
        """Bring a document back from the trash."""
        ...

    def problems(self) -> list[str]:
        """What in the vault's folders is not as it should be, as sentences; empty if all is well."""
        ...


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """That `action` was done to `subject`."""

    action: str
    subject: str
    details: dict[str, Any] = field(default_factory=dict)


class AuditLog(Protocol):
    """Every change of a vault, append-only, each line carrying the hash of the one before."""

    def append(self, action: str, subject: str, **details: Any) -> None:
        """Record that `action` was done to `subject`."""
        ...

    def append_all(self, entries: Sequence[AuditEntry]) -> None:
        """Record several changes, made durable together."""
        ...

    def problems(self) -> list[str]:
        """What is wrong with the chain; empty if it is whole."""
        ...


# --- index -----------------------------------------------------------------------------------------------------


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
class KeywordQuery:
    """Words and phrases as a person wrote them, none of them with syntax of the engine.

    A chunk matches that contains all of `required` (if any) and, if there are none, any of `terms`;
    `prefix` is a last word still being typed.
    """

    terms: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    prefix: str = ""


@dataclass(frozen=True, slots=True)
class DocumentQuery:
    """Which rows of the document list: `text` in title or file name, sorted by `sort`, a stretch of them."""

    text: str = ""
    sort: str = "imported_at"
    descending: bool = True
    offset: int = 0
    limit: int = 1_000_000


@dataclass(frozen=True, slots=True)
class PendingText:
    """A chunk whose vector is missing or stale, with the text to embed."""

    chunk: int
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


class IndexWriter(Protocol):
    """The one way to change the index; one transaction a call."""

    def put_document(self, document: Document, body: str, chunks: Sequence[Chunk], stamp: FileStamp) -> None:
        """Add or replace a document, its chunks and their words together; vectors of unchanged texts stay."""
        ...

    def remove_documents(self, document_ids: Iterable[str]) -> None:
        """Take documents out of every table."""
        ...

    def put_vectors(self, vectors: Sequence[tuple[int, Vector]]) -> None:
        """Store vectors by chunk id; a chunk that has gone meanwhile is passed over."""
        ...

    def use_embedder(self, identity: str, dimensions: int) -> None:
        """State whose vectors belong in the index; vectors of another identity are dropped."""
        ...

    def append_ledger(self, job: str, row: LedgerRow) -> None:
        """Keep a ledger row."""
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

    def chunks(self, chunk_ids: Sequence[int]) -> list[IndexedChunk]:
        """Chunks by id, in the order asked."""
        ...

    def chunk_at(self, document_id: str, offset: int) -> IndexedChunk | None:
        """The first chunk of a document that covers an offset, or else the one nearest before it, or else its first."""
        ...

    def filtered_documents(self, filters: Filters) -> frozenset[str]:
        """Ids of the documents that pass the filters."""
        ...

    def pending_texts(self, limit: int) -> list[PendingText]:
        """Chunks that wait for a vector, oldest first."""
        ...

    def count_pending(self) -> int:
        """How many chunks wait for a vector."""
        ...

    def ledger(self, limit: int = 1000) -> tuple[LedgerRow, ...]:
        """The newest ledger rows, newest first."""
        ...

    def problems(self) -> list[str]:
        """What is wrong with the database; empty if it is whole."""
        ...


# --- grep ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GrepMatch:
    """A matching line of a document's file: offsets in code points within the whole file text."""

    document_id: str
    line_start: int
    line_end: int
    spans: tuple[tuple[int, int], ...] = field(default=())


class Grep(Protocol):
    """Regular expressions over the files, no index needed."""

    def search(self, pattern: str, folder: Path, limit: int, cancel: CancelToken) -> list[GrepMatch]:
        """Matching lines by document id, then in order; a pattern that is no valid expression is sought as it stands."""
        ...

    def is_expression(self, pattern: str) -> bool:
        """Whether a pattern is a valid regular expression."""
        ...
