"""Converted files on their way into the vault, a group at a time: files first, made durable together, then the index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from time import monotonic

from desktop.application.ingest.conversions import Candidate, Converted
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ports import AuditEntry, AuditLog, Conversion, DocumentStore, FileStamp, NewDocument, StoredDocument
from desktop.domain.document import Document, document_id
from desktop.domain.errors import CofferError, DocumentNotFound, SourceChanged
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking

FINISHED_BEFORE = "Its files were in the vault already, of an import that was cut short; they are searched now."

_IMAGES = ("bmp", "gif", "jpeg", "jpg", "png", "tif", "tiff", "webp")
_MOST = 32
_MOST_CHARACTERS = 4_000_000
_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Settled:
    """A candidate and its row; `changed` if its file was no longer what had been read before."""

    candidate: Candidate
    row: LedgerRow
    changed: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    candidate: Candidate
    converted: Converted
    document: Document


class Batch:
    """Takes converted files and stores them once enough have come together."""

    def __init__(
        self,
        store: DocumentStore,
        indexer: DocumentIndexer,
        audit: AuditLog,
        marking: Marking,
        tags: tuple[str, ...],
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self._indexer = indexer
        self._audit = audit
        self._marking = marking
        self._tags = tags
        self._clock = clock
        self._entries: list[_Entry] = []
        self._characters = 0
        self._since = 0.0

    @property
    def full(self) -> bool:
        """Whether a group has come together."""
        return len(self._entries) >= _MOST or self._characters >= _MOST_CHARACTERS

    @property
    def due(self) -> bool:
        """Whether what has come together has waited long enough."""
        return bool(self._entries) and monotonic() - self._since >= _SECONDS

    @property
    def empty(self) -> bool:
        """Whether nothing waits to be stored."""
        return not self._entries

    def add(self, candidate: Candidate, converted: Converted) -> Settled | None:
        """Take a converted file to be stored; one that need not be is settled at once."""
        if not _is_kept(converted):
            reason = " ".join(converted.conversion.warnings) or "No text was found in it."
            return Settled(candidate, replace(_row(candidate, converted, Outcome.SKIPPED), reason=reason))
        document, stored = self._describe(candidate, converted.conversion)
        if stored is not None:
            return self._adopt(candidate, converted, stored)
        if not self._entries:
            self._since = monotonic()
        self._entries.append(_Entry(candidate, converted, document))
        self._characters += len(converted.conversion.markdown)
        return None

    def flush(self) -> Iterator[Settled]:
        """Store and index what was taken; StorageProblem if the vault cannot take it, and then nothing more is stored."""
        entries, self._entries, self._characters = self._entries, [], 0
        try:
            stamps = self._store_files(entries) if entries else []
        except SourceChanged:  # which of them it was shows when each is stored by itself
            for entry in entries:
                yield self._store_one(entry)
            return
        for entry, stamp in zip(entries, stamps, strict=True):
            yield self._index(entry, stamp)

    def _store_one(self, entry: _Entry) -> Settled:
        try:
            return self._index(entry, self._store_files([entry])[0])
        except SourceChanged as error:
            row = _row(entry.candidate, entry.converted, Outcome.FAILED)
            return Settled(entry.candidate, replace(row, reason=f"{error.message} {error.hint}".strip()), changed=True)

    def _store_files(self, entries: list[_Entry]) -> list[FileStamp]:
        stamps = self._store.write_all(
            [NewDocument(each.document, each.converted.conversion.markdown, each.candidate.path) for each in entries]
        )
        documents = [each.document for each in entries]
        self._audit.append_all(
            [AuditEntry("import", each.id, {"filename": each.source_filename, "sha256": each.source_sha256}) for each in documents]
        )
        return stamps

    def _index(self, entry: _Entry, stamp: FileStamp) -> Settled:
        started = monotonic()
        row = replace(_row(entry.candidate, entry.converted, Outcome.IMPORTED), document_id=entry.document.id)
        try:
            self._indexer.put(entry.document, entry.converted.conversion.markdown, entry.converted.chunks, stamp)
        except CofferError:
            raise
        except Exception as error:  # noqa: BLE001 -- one document that trips us must not cost the others their import
            trouble = f"{type(error).__name__}: {error}"
            reason = f"It is stored, but an error in Coffer itself keeps it from being searched ({trouble}); please report it."
            return Settled(entry.candidate, replace(row, outcome=Outcome.FAILED, reason=reason))
        return Settled(entry.candidate, replace(row, seconds=round(row.seconds + monotonic() - started, 4)))

    def _adopt(self, candidate: Candidate, converted: Converted, stored: StoredDocument) -> Settled:
        stamp = self._store.stamps()[stored.document.id]
        chunks = self._indexer.index(stored, stamp)
        row = _row(candidate, converted, Outcome.IMPORTED)
        return Settled(
            candidate,
            replace(row, document_id=stored.document.id, characters=len(stored.body), chunks=chunks, reason=FINISHED_BEFORE),
        )

    def _describe(self, candidate: Candidate, conversion: Conversion) -> tuple[Document, StoredDocument | None]:
        """The document of a candidate, and its files if an earlier import stored them and went no further."""
        title = " ".join((conversion.title or candidate.path.stem).split()) or candidate.path.stem
        title, filename = _printable(title), _printable(candidate.path.name)
        identity, stored = self._free_id(document_id(title, candidate.sha256), candidate.sha256)
        document = Document(
            id=identity,
            title=title,
            source_filename=filename,
            source_format=conversion.format,
            source_sha256=candidate.sha256,
            converter=conversion.converter,
            imported_at=self._clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            published=conversion.published,
            language=conversion.language,
            pages=conversion.pages,
            tlp=self._marking,
            tags=self._tags,
        )
        return document, stored

    def _free_id(self, wanted: str, sha256: str) -> tuple[str, StoredDocument | None]:
        """The id that is wanted, numbered where eight digits of a hash were not enough to tell two files apart."""
        waiting = {each.document.id for each in self._entries}
        for number in count(1):
            identity = wanted if number == 1 else f"{wanted}-{number}"
            if identity in waiting:
                continue
            try:
                stored = self._store.read(identity)
            except DocumentNotFound:
                return identity, None
            if stored.document.source_sha256 == sha256:
                return identity, stored
        raise AssertionError


def _is_kept(converted: Converted) -> bool:
    """Whether there is anything to read or to look at."""
    conversion = converted.conversion
    return bool(converted.chunks) or bool(conversion.pages) or conversion.format.lower() in _IMAGES


def _row(candidate: Candidate, converted: Converted, outcome: Outcome) -> LedgerRow:
    conversion = converted.conversion
    notes = conversion.warnings or (() if converted.chunks else ("No text was found in it; it can be looked at, not searched.",))
    return LedgerRow(
        path=_printable(str(candidate.path)),
        outcome=outcome,
        reason=" ".join(notes),
        format=conversion.format,
        converter=conversion.converter,
        pages=conversion.pages,
        pages_with_text=conversion.pages_with_text,
        characters=len(conversion.markdown),
        chunks=len(converted.chunks),
        truncated=conversion.truncated,
        seconds=round(converted.seconds, 4),
    )


def _printable(name: str) -> str:
    """A file's name as text: bytes that are no text in it become question marks."""
    return name.encode("utf-8", "replace").decode()
