"""Converted files on their way into the vault, a group at a time: files first, made durable together, then the index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from time import monotonic

from desktop.application.ingest.candidates import Candidate
from desktop.application.ingest.conversions import Converted
from desktop.application.ingest.describing import Describer, Description
from desktop.application.ingest.indexing import QUICKLY_STORED, DocumentIndexer
from desktop.application.ingest.reasons import FINISHED_BEFORE, IMAGE_FORMATS, converted_row, failed_row, stored_row
from desktop.application.ingest.versions import Versions
from desktop.application.job import CancelToken
from desktop.application.ports import AuditEntry, AuditLog, DocumentStore, FileStamp, NewDocument, StoredDocument
from desktop.domain.document import Document
from desktop.domain.errors import Cancelled, DocumentNotFound, SourceChanged, StorageProblem
from desktop.domain.ledger import LedgerRow, Outcome

_MOST = 32
_MOST_CHARACTERS = 4_000_000
_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Settled:
    """A candidate and its row; `changed` if its file was no longer what had been read before."""

    candidate: Candidate
    row: LedgerRow
    converted: Converted | None = None
    changed: bool = False


@dataclass(frozen=True, slots=True)
class _Entry:
    candidate: Candidate
    converted: Converted
    description: Description

    @property
    def document(self) -> Document:
        return self.description.document


class Batch:
    """Takes converted files and stores them once enough have come together."""

    def __init__(
        self,
        store: DocumentStore,
        indexer: DocumentIndexer,
        versions: Versions,
        audit: AuditLog,
        describer: Describer,
        stop: CancelToken,
        *,
        recognises: bool,
    ) -> None:
        self._store = store
        self._indexer = indexer
        self._versions = versions
        self._audit = audit
        self._describer = describer
        self._stop = stop
        self._recognises = recognises
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

    @property
    def quick(self) -> bool:
        """Whether what has come together can be stored while a person waits."""
        return self._characters <= QUICKLY_STORED

    def add(self, candidate: Candidate, converted: Converted) -> Settled | None:
        """Take a converted file to be stored; one that need not be is settled at once."""
        if not is_kept(converted):
            row = converted_row(candidate, converted, Outcome.SKIPPED, recognises=self._recognises)
            return Settled(candidate, replace(row, reason=row.reason or "No text was found in it."), converted)
        description = self._describer.describe(candidate, converted.conversion)
        identity, stored = self._free_id(description.document)
        if stored is not None:
            return Settled(candidate, self.adopt(candidate, stored), converted)
        if not self._entries:
            self._since = monotonic()
        document = replace(description.document, id=identity)
        self._entries.append(_Entry(candidate, converted, replace(description, document=document)))
        self._characters += len(converted.conversion.markdown)
        return None

    def adopt(self, candidate: Candidate, stored: StoredDocument) -> LedgerRow:
        """Index what an import that was cut short had stored, and finish what was left to do for it; its row."""
        chunks = self._indexer.index(stored, self._store.stamp(stored.document.id))
        outcome = Outcome.UPDATED if stored.document.supersedes else Outcome.IMPORTED
        self._versions.complete(stored.document)
        row = stored_row(candidate, stored.document, outcome, FINISHED_BEFORE)
        return replace(row, characters=len(stored.body), chunks=chunks)

    def flush(self) -> Iterator[Settled]:
        """Store and index what was taken; StorageProblem if the vault cannot take it, and then nothing more is stored.

        Cancelled while a long text is indexed: its files are in the vault by then, and are taken in when the import is resumed.
        """
        entries, self._entries, self._characters = self._entries, [], 0
        try:
            stamps = self._store_files(entries) if entries else []
        except (StorageProblem, Cancelled):
            raise
        except Exception:  # noqa: BLE001 -- which of them it was shows when each is stored by itself
            for entry in entries:
                yield self._store_one(entry)
            return
        for entry, stamp in zip(entries, stamps, strict=True):
            yield self._index(entry, stamp)

    def _store_one(self, entry: _Entry) -> Settled:
        try:
            return self._index(entry, self._store_files([entry])[0])
        except (StorageProblem, Cancelled):
            raise
        except Exception as error:  # noqa: BLE001 -- one file that trips us must not cost the others their import
            failed = failed_row(entry.candidate, error)
            row = replace(self._row(entry), outcome=failed.outcome, reason=failed.reason, problem=failed.problem)
            return Settled(entry.candidate, row, entry.converted, changed=isinstance(error, SourceChanged))

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
        row = replace(self._row(entry), document_id=entry.document.id)
        try:
            self._indexer.put(entry.document, entry.converted.conversion.markdown, entry.converted.chunks, stamp, self._stop)
            self._versions.complete(entry.document)
        except (StorageProblem, Cancelled):
            raise
        except Exception as error:  # noqa: BLE001 -- likewise
            trouble = f"{type(error).__name__}: {error}"
            reason = f"It is stored, but an error in Coffer itself keeps it from being searched ({trouble}); please report it."
            return Settled(entry.candidate, replace(row, outcome=Outcome.FAILED, reason=reason, problem="bug"), entry.converted)
        return Settled(entry.candidate, replace(row, seconds=round(row.seconds + monotonic() - started, 4)), entry.converted)

    def _row(self, entry: _Entry) -> LedgerRow:
        row = converted_row(entry.candidate, entry.converted, entry.description.outcome, recognises=self._recognises)
        remark = entry.description.remark.replace("{id}", entry.document.id)
        return replace(row, reason=f"{remark} {row.reason}".strip())

    def _free_id(self, document: Document) -> tuple[str, StoredDocument | None]:
        """The id that is wanted, numbered where eight digits of a hash were not enough to tell two files apart.

        With it comes what is stored under it, where an earlier import stored the same file and went no further.
        """
        waiting = {each.document.id for each in self._entries}
        for number in count(1):
            identity = document.id if number == 1 else f"{document.id}-{number}"
            if identity in waiting:
                continue
            try:
                stored = self._store.read(identity)
            except DocumentNotFound:
                return identity, None
            if stored.document.source_sha256 == document.source_sha256:
                return identity, stored
        raise AssertionError


def is_kept(converted: Converted) -> bool:
    """Whether there is anything to read, to look at, or to take out."""
    conversion = converted.conversion
    return bool(converted.chunks or conversion.pages or conversion.members) or conversion.format.lower() in IMAGE_FORMATS
