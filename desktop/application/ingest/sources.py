"""Whether the files that documents were made from are still what they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop.application.ingest.candidates import real_path
from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import DocumentQuery, DocumentStore, IndexReader
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound
from desktop.domain.source import SourceCondition, SourceState


def check_sources(context: JobContext, store: DocumentStore, reader: IndexReader) -> tuple[SourceState, ...]:
    """Look at the file of every document that names one; of several versions, the newest counts. Ordered by path."""
    documents = sorted(_newest(reader), key=lambda each: (each.source_path or "", each.id))
    states = []
    for done, document in enumerate(documents):
        context.cancel.raise_if_cancelled()
        context.report(Progress("check", done, len(documents), document.source_filename))
        path = document.source_path or ""
        states.append(SourceState(document.id, path, _condition(real_path(path), document, store, context.cancel)))
    context.report(Progress("check", len(documents), len(documents)))
    return tuple(states)


def _newest(reader: IndexReader) -> Iterator[Document]:
    for summary in reader.documents(DocumentQuery()):
        path = summary.document.source_path
        if path and reader.document_from(path) == summary.document.id:
            yield summary.document


def _condition(path: Path, document: Document, store: DocumentStore, cancel: CancelToken) -> SourceCondition:
    try:
        if not path.is_file():
            return SourceCondition.GONE
        known = _original_size(store, document.id)
        if known is not None and path.stat().st_size != known:
            return SourceCondition.CHANGED
        same = sha256_of(path, cancel) == document.source_sha256
    except FileNotFoundError:
        return SourceCondition.GONE
    except (OSError, ValueError):  # a name that a person wrote there need not be one that can exist
        return SourceCondition.UNREADABLE
    return SourceCondition.UNCHANGED if same else SourceCondition.CHANGED


def _original_size(store: DocumentStore, document_id: str) -> int | None:
    """Bytes of the original in the vault; None where it is missing, and then the hash alone decides."""
    try:
        original = store.read(document_id).raw_path
    except DocumentNotFound:
        return None
    return original.stat().st_size if original is not None and original.is_file() else None
