"""The documents around one: its versions, the mail or archive it came out of, and what came out of it."""

from __future__ import annotations

from desktop.application.ports import DocumentQuery, DocumentStore, IndexReader
from desktop.application.succession import Succession
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound
from desktop.domain.reading import Surroundings

MOST_MEMBERS = 20
_MOST_NAMESAKES = 8


def surroundings_of(document: Document, store: DocumentStore, reader: IndexReader) -> Surroundings:
    """What lies around a document; what a link names and is not in the vault is left out."""
    members = DocumentQuery(parent=document.id, sort="source_filename", descending=False, limit=MOST_MEMBERS)
    return Surroundings(
        earlier=_read(document.supersedes, store),
        later=_read(document.superseded_by, store),
        unlinked=None if document.parent else _unlinked(document, store, reader),
        container=_read(document.parent, store),
        members=tuple(each.document for each in reader.documents(members)),
        member_count=reader.count_documents(members),
    )


def _unlinked(document: Document, store: DocumentStore, reader: IndexReader) -> Document | None:
    """A document that could be linked as another version: of the same file, else of one with the same name."""
    chain = {each.id for each in Succession(store, reader).versions(document)}
    names = [name for name in reader.documents_named(document.source_filename) if name not in chain][:_MOST_NAMESAKES]
    others = [each for name in names if (each := _read(name, store)) is not None and _can_be_linked(document, each)]
    same_file = [each for each in others if document.source_path and each.source_path == document.source_path]
    return next(iter(same_file or others), None)


def _can_be_linked(document: Document, other: Document) -> bool:
    """Whether the later of the two, neither of which came out of a mail or archive, may succeed the other."""
    before, after = sorted((document, other), key=lambda each: each.imported_at)
    return other.parent is None and bool(other.source_sha256) and before.superseded_by is None and after.supersedes is None


def _read(document_id: str | None, store: DocumentStore) -> Document | None:
    try:
        return store.read(document_id).document if document_id else None
    except DocumentNotFound:
        return None
