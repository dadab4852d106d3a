"""Documents and facts read alike, for everything that shows or cites what search finds."""

from __future__ import annotations

from dataclasses import replace

from desktop.application.ports import DocumentStore, FactStore, StoredDocument, StoredFact
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, FactNotFound
from desktop.domain.fact import Fact, fact_id_of, indexed_id


class Texts:
    """The TextReader of a vault."""

    def __init__(self, documents: DocumentStore, facts: FactStore) -> None:
        self._documents = documents
        self._facts = facts

    def read(self, document_id: str) -> StoredDocument:
        """Read a document, or a fact (`memory/<fact id>`) as one; DocumentNotFound if there is no such file."""
        fact_id = fact_id_of(document_id)
        if fact_id is None:
            return self._documents.read(document_id)
        try:
            return _as_stored(self._facts.read(fact_id))
        except FactNotFound as error:
            raise DocumentNotFound(error.message, error.hint) from error


def as_document(fact: Fact) -> Document:
    """A fact as it stands among documents: dated by when it began to hold, else by when it was written down."""
    return Document(
        id=indexed_id(fact.id),
        title=fact.name,
        source_filename="",
        source_format="fact",
        source_sha256="",
        converter="none",
        imported_at=fact.created_at,
        published=fact.valid_from,
        tlp=fact.tlp,
        grade=fact.grade,
        tags=fact.tags,
        author=fact.actor or None,
    )


def _as_stored(stored: StoredFact) -> StoredDocument:
    document = replace(as_document(stored.fact), source_mode="edited")
    return StoredDocument(document, stored.text, stored.body_offset, stored.front_matter, None, stored.warnings)
