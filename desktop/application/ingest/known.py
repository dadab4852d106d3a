"""What the vault has already of the files of an import."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from desktop.application.ingest.candidates import Candidate
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.members import CONTAINER_FORMATS
from desktop.application.ingest.reasons import stored_row
from desktop.application.ingest.versions import stricter
from desktop.application.ports import AuditLog, DocumentStore, IndexReader, StoredDocument
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome

MADE = (Outcome.IMPORTED, Outcome.UPDATED)
"""Outcomes of files that became a document."""


class KnownDocuments:
    """Finds documents with the same content; `claimed` are those that rows of this import tell of already, if it is resumed."""

    def __init__(
        self,
        store: DocumentStore,
        reader: IndexReader,
        indexer: DocumentIndexer,
        audit: AuditLog,
        job: ImportJob,
        claimed: Collection[str] | None,
    ) -> None:
        self._store = store
        self._reader = reader
        self._indexer = indexer
        self._audit = audit
        self._job = job
        self._claimed = None if claimed is None else set(claimed)

    def find(self, sha256: str) -> StoredDocument | None:
        """The document with this content; None if there is none, or its own file has vanished."""
        known = self._reader.document_for(sha256)
        try:
            return self._store.read(known) if known else None
        except DocumentNotFound:
            return None

    def has_content(self, document_id: str, sha256: str) -> bool:
        """Whether a document was made of this content; one that is gone counts as if."""
        try:
            return self._store.read(document_id).document.source_sha256 == sha256
        except DocumentNotFound:
            return True

    def claim(self, candidate: Candidate) -> StoredDocument | None:
        """The document that this import made of this very candidate before it was cut short, if no row tells of it yet."""
        if self._claimed is None:
            return None
        stored = self.find(candidate.sha256)
        if stored is None or stored.document.id in self._claimed or not self._is_made_of(candidate, stored.document):
            return None
        self._claimed.add(stored.document.id)
        return stored

    def _is_made_of(self, candidate: Candidate, document: Document) -> bool:
        own = document.parent == candidate.parent if candidate.depth else document.source_path == candidate.shown
        return own and document.imported_at >= self._job.started

    def duplicate(self, candidate: Candidate, stored: StoredDocument) -> LedgerRow:
        """The row of a file that is a document already; tags are added to that, and a stricter marking wins."""
        old = stored.document
        tlp = stricter(old.tlp, self._job.options.tlp or old.tlp)
        new = replace(old, tlp=tlp, tags=tuple(dict.fromkeys((*old.tags, *self._job.options.tags))))
        stamp = self._store.update(new) if new != old else None
        if stamp is None:
            return stored_row(candidate, old, Outcome.DUPLICATE, f"It is in the vault already, as {old.id}.")
        self._audit.append("update", old.id, tlp=str(new.tlp), tags=list(new.tags))
        self._indexer.index(replace(stored, document=new), stamp)
        return stored_row(candidate, new, Outcome.UPDATED, f"It was in the vault already, as {old.id}; its marking and tags were updated.")

    def holds_members(self, row: LedgerRow) -> bool:
        """Whether other files lie, or may lie, in the one that a document was made of."""
        return row.document_id is not None and (
            (row.format or "").lower() in CONTAINER_FORMATS or bool(self._reader.members_of(row.document_id))
        )


def equal_row(candidate: Candidate, first: LedgerRow) -> LedgerRow:
    """The row of a file with the content of another one of the same import."""
    own = replace(first, path=candidate.shown, parent=candidate.parent, seconds=0.0)
    if first.document_id is None:
        return replace(own, reason=f"Its content is that of {first.path}: {first.reason}")
    reason = f"Its content is that of {first.path}, which is in the vault as {first.document_id}."
    return replace(own, outcome=Outcome.DUPLICATE, reason=reason)
