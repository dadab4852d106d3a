"""Documents made of the same file before and after it changed: each names the other, and the old one is kept."""

from __future__ import annotations

from dataclasses import replace

from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ports import AuditLog, DocumentStore, IndexReader
from desktop.application.succession import Succession
from desktop.domain.changes import Changes
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound, UsageError
from desktop.domain.marking import Marking

_MOST_NAMESAKES = 8


class Versions:
    """Finds, links and parts the versions of a document."""

    def __init__(self, store: DocumentStore, reader: IndexReader, indexer: DocumentIndexer, audit: AuditLog) -> None:
        self._store = store
        self._reader = reader
        self._indexer = indexer
        self._audit = audit

    def link_versions(self, old: str, new: str) -> Changes:
        """Make `new` the successor of `old`, which is kept; its tags, grade and marking go over, the stricter marking wins.

        Raises DocumentNotFound, and UsageError where one of them has another successor or predecessor already.
        """
        before, after = self._document(old), self._document(new)
        if old == new or before.superseded_by not in (None, new) or after.supersedes not in (None, old):
            raise UsageError(
                f"{new} cannot succeed {old}.",
                "A document has one successor and one predecessor; unlink those it has first, if they are wrong.",
            )
        if before.superseded_by != new and any(each.id == new for each in Succession(self._store, self._reader).versions(before)):
            raise UsageError(
                f"{new} cannot succeed {old}: they are versions of one document already.", "Unlink them first if that is wrong."
            )
        self._change_both(succeeding(before, replace(after, supersedes=old)), replace(before, superseded_by=new))
        self._audit.append("link", new, supersedes=old)
        return Changes(frozenset({old, new}))

    def unlink_versions(self, old: str, new: str) -> Changes:
        """Part two versions again; tags and markings stay as they are."""
        before, after = self._document(old), self._document(new)
        if before.superseded_by != new and after.supersedes != old:
            raise UsageError(f"{new} does not succeed {old}.")
        self._change_both(
            replace(after, supersedes=None if after.supersedes == old else after.supersedes),
            replace(before, superseded_by=None if before.superseded_by == new else before.superseded_by),
        )
        self._audit.append("unlink", new, supersedes=old)
        return Changes(frozenset({old, new}))

    def made_from(self, source_path: str) -> Document | None:
        """The newest document that was made from the file at this path, if it is still there."""
        return self._try_to_read(self._reader.document_from(source_path))

    def namesake(self, filename: str, started: str) -> str | None:
        """A document made of another given file of this name, by an import before the one that `started` then."""
        for name in self._reader.documents_named(filename)[:_MOST_NAMESAKES]:
            document = self._try_to_read(name)
            if document is not None and document.parent is None and document.imported_at < started:
                return name
        return None

    def complete(self, new: Document) -> None:
        """Let the document that `new` supersedes name it, unless it does; a crash may have come between the two."""
        old = self._try_to_read(new.supersedes)
        if old is not None and old.superseded_by is None and self._change(replace(old, superseded_by=new.id)):
            self._audit.append("link", new.id, supersedes=old.id)

    def _document(self, document_id: str) -> Document:
        return self._store.read(document_id).document

    def _try_to_read(self, document_id: str | None) -> Document | None:
        try:
            return self._document(document_id) if document_id else None
        except DocumentNotFound:
            return None

    def _change_both(self, *documents: Document) -> None:
        for document in documents:
            if not self._change(document):
                raise UsageError(
                    f"docs/{document.id}.md could not be changed: its front matter cannot be understood.",
                    "Mend the lines between the two `---` at its beginning with any editor, then try again.",
                )

    def _change(self, document: Document) -> bool:
        """Write what the front matter says; False where that cannot be understood, and the file is left as it is."""
        stamp = self._store.update(document)
        if stamp is not None:
            self._indexer.index(self._store.read(document.id), stamp)
        return stamp is not None


def succeeding(old: Document, new: Document) -> Document:
    """The new document with what a person said about the old one; the stricter marking wins."""
    return replace(
        new,
        tlp=stricter(old.tlp, new.tlp),
        grade=new.grade or old.grade,
        tags=tuple(dict.fromkeys((*old.tags, *new.tags))),
    )


def stricter(one: Marking, other: Marking) -> Marking:
    """The more restrictive of two markings."""
    return one if one.rank >= other.rank else other
