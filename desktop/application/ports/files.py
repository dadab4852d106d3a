"""The ports of the files of a vault, which are the truth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from desktop.domain.audit import AuditQuery, AuditRecord
from desktop.domain.document import Document


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
    """A document to be stored, and the file it was made from.

    `based_on` is the Markdown of a document that comes whole from another vault, which is stored byte for byte; only such a one may
    have no original.
    """

    document: Document
    body: str
    original: Path | None
    based_on: bytes = b""


@dataclass(frozen=True, slots=True)
class TrashedDocument:
    """A document in the trash: under which id it can be restored, its title, when it was deleted (ISO 8601), bytes on disk."""

    document_id: str
    title: str
    deleted_at: str
    size: int


@dataclass(frozen=True, slots=True)
class FileStamp:
    """Tells cheaply whether a file may have changed."""

    size: int
    modified_ns: int


class TextReader(Protocol):
    """Reads whatever search finds."""

    def read(self, document_id: str) -> StoredDocument:
        """Read a document, or a fact (`memory/<fact id>`) as one; DocumentNotFound if there is no such file."""
        ...


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

    def update_all(self, documents: Sequence[Document]) -> list[FileStamp | None]:
        """Update several as `update` does, all made durable together, which costs a fraction."""
        ...

    def rewrite(self, document_id: str, body: str, *, edited: bool) -> FileStamp:
        """Replace a document's body; the front matter stays byte for byte but for what says whether a person changed the body.

        With `edited` False the body counts as converted (OCR added a page, or the original was converted again). Raises
        DocumentNotFound, StorageProblem, and UsageError where the front matter cannot be understood. What a person changes, and
        what they had written before, is kept as a version.
        """
        ...

    def replace(self, document: Document, body: str) -> FileStamp:
        """Replace a document's body and what its front matter says together: its original was converted again.

        The body counts as converted; what a person added to the front matter stays byte for byte. Raises as `rewrite` does.
        """
        ...

    def read(self, document_id: str) -> StoredDocument:
        """Read a document; DocumentNotFound if there is no such file."""
        ...

    def stamps(self) -> dict[str, FileStamp]:
        """Every document id in docs/, with its file's stamp."""
        ...

    def stamp(self, document_id: str) -> FileStamp:
        """The stamp of one document's file; DocumentNotFound if there is none."""
        ...

    def trash(self, document_id: str) -> None:
        """Move a document and its original to the trash."""
        ...

    def restore(self, document_id: str) -> None:
        """Bring a document back from the trash."""
        ...

    def trashed(self) -> tuple[TrashedDocument, ...]:
        """What is in the trash, newest first."""
        ...

    def empty_trash(self, document_ids: Sequence[str] | None = None) -> int:
        """Remove for good what is in the trash, all of it or these; returns how many documents that were."""
        ...

    @contextmanager
    def staging(self) -> Iterator[Path]:
        """An empty folder within the vault for what is taken out of mails and archives; it is removed at the end of the block."""
        ...

    def version(self, document_id: str, body_sha256: str) -> str | None:
        """An earlier text of a document by its hash; None where it is not kept (any more)."""
        ...

    def problems(self) -> list[str]:
        """What in the vault's folders is not as it should be, as sentences; empty if all is well."""
        ...


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """That `action` was done to `subject`; by whom, the log knows unless `actor` says otherwise."""

    action: str
    subject: str
    details: dict[str, Any] = field(default_factory=dict)
    actor: str = ""


class AuditLog(Protocol):
    """Every change of a vault, append-only, each line carrying the hash of the one before."""

    def append(self, action: str, subject: str, **details: Any) -> None:
        """Record that `action` was done to `subject`."""
        ...

    def append_all(self, entries: Sequence[AuditEntry]) -> None:
        """Record several changes, made durable together."""
        ...

    def records(self, query: AuditQuery) -> list[AuditRecord]:
        """Lines of the log, newest first; those that cannot be read are passed over, `problems` names them."""
        ...

    def problems(self) -> list[str]:
        """What is wrong with the chain; empty if it is whole."""
        ...
