"""The documents of a vault: list, read, delete, bring back."""

from __future__ import annotations

from pathlib import Path

from desktop.application.ingest.maintenance import Maintenance
from desktop.application.ledger_csv import ledger_csv
from desktop.application.ports import AuditLog, DocumentQuery, DocumentStore, IndexReader, IndexWriter, LedgerQuery, StoredDocument
from desktop.domain.changes import Changes
from desktop.domain.document import DocumentSummary
from desktop.domain.errors import StorageProblem
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome


class Library:
    """What the document list and the reader ask for."""

    def __init__(self, store: DocumentStore, writer: IndexWriter, reader: IndexReader, maintenance: Maintenance, audit: AuditLog) -> None:
        self._store = store
        self._writer = writer
        self._reader = reader
        self._maintenance = maintenance
        self._audit = audit

    def rows(self, query: DocumentQuery) -> tuple[DocumentSummary, ...]:
        """Rows of the document list."""
        return self._reader.documents(query)

    def count(self, query: DocumentQuery) -> int:
        """How many rows there are, whatever stretch of them is asked for."""
        return self._reader.count_documents(query)

    def read(self, document_id: str) -> StoredDocument:
        """A document as its file holds it; DocumentNotFound if there is none."""
        return self._store.read(document_id)

    def delete(self, document_id: str) -> Changes:
        """Move a document and its original to the trash."""
        self._store.trash(document_id)
        self._audit.append("delete", document_id)
        self._writer.remove_documents([document_id])
        return Changes(frozenset({document_id}))

    def restore(self, document_id: str) -> Changes:
        """Bring a document back from the trash; it can be found by keyword at once."""
        self._store.restore(document_id)
        self._maintenance.index_document(document_id)
        self._audit.append("restore", document_id)
        return Changes(frozenset({document_id}))

    def ledger(self, query: LedgerQuery) -> tuple[LedgerRow, ...]:
        """Rows of the ledger, those of the newest import first."""
        return self._reader.ledger(query)

    def count_ledger(self, query: LedgerQuery) -> int:
        """How many rows of the ledger there are, whatever stretch of them is asked for."""
        return self._reader.count_ledger(query)

    def count_outcomes(self, job: str = "") -> dict[Outcome, int]:
        """Rows of the ledger for each outcome: of an import, or of all."""
        return self._reader.count_outcomes(job)

    def jobs(self) -> tuple[ImportJob, ...]:
        """The newest imports, newest first."""
        return self._reader.import_jobs()

    def export_ledger(self, query: LedgerQuery, target: Path) -> None:
        """Write rows of the ledger to a CSV file outside the vault; StorageProblem if it cannot be written."""
        try:
            target.write_text(ledger_csv(self._reader.ledger(query)), encoding="utf-8", errors="replace", newline="")
        except OSError as error:
            raise StorageProblem(f"{target} could not be written: {error.strerror}.", "Choose another place for the list.") from error
