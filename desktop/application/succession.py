"""Versions of a document: chains in which each names the one before and the one after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from desktop.application.ports import DocumentStore, IndexReader
from desktop.domain.document import Document
from desktop.domain.errors import DocumentNotFound


class Succession:
    """Keeps both directions of a chain in step when one of its documents goes or comes back."""

    def __init__(self, store: DocumentStore, reader: IndexReader) -> None:
        self._store = store
        self._reader = reader

    def versions(self, document: Document) -> list[Document]:
        """A document's versions that are in the vault, oldest first, itself included."""
        chain, seen = [document], {document.id}
        while (older := self._unseen(chain[0].supersedes, seen)) is not None:
            chain.insert(0, older)
        while (newer := self._unseen(chain[-1].superseded_by, seen)) is not None:
            chain.append(newer)
        return chain

    def without(self, gone: Document) -> list[Document]:
        """What the others must say once `gone` has left: those beside it are linked with each other."""
        chain = [each for each in self.versions(gone) if each.id != gone.id]
        return _changed(chain, [_parted(each, {gone.id}) for each in chain])

    def with_again(self, back: Document) -> list[Document]:
        """What all must say once `back` is there again, by when they were imported.

        What names a document that is itself in the trash stays, so that it can be linked again in its turn.
        """
        found: dict[str, Document] = {}
        for name in (back.supersedes, back.superseded_by, *self._reader.versions_beside(back.id)):
            beside = self._unseen(name, {back.id, *found})
            found |= {each.id: each for each in self.versions(beside) if each.id != back.id} if beside else {}
        chain = sorted(found.values(), key=lambda each: each.imported_at)
        place = sum((each.imported_at, each.id == back.superseded_by) <= (back.imported_at, False) for each in chain)
        chain.insert(place, back)
        return _changed(chain, chain)

    def parted_for_good(self, gone: Iterable[str]) -> list[Document]:
        """What those must say that still name documents of which nothing is left."""
        ids = {name for name in gone if self._unseen(name, set()) is None}
        beside = {name for each in ids for name in self._reader.versions_beside(each)}
        documents = [found for name in sorted(beside) if (found := self._unseen(name, set())) is not None]
        return [changed for each in documents if (changed := _parted(each, ids)) != each]

    def _unseen(self, document_id: str | None, seen: set[str]) -> Document | None:
        """A document that is in the vault and was not met yet; links made by hand may lead in a circle."""
        if document_id is None or document_id in seen:
            return None
        seen.add(document_id)
        try:
            return self._store.read(document_id).document
        except DocumentNotFound:
            return None


def _parted(document: Document, gone: set[str]) -> Document:
    return replace(
        document,
        supersedes=None if document.supersedes in gone else document.supersedes,
        superseded_by=None if document.superseded_by in gone else document.superseded_by,
    )


def _changed(before: Sequence[Document], wanted: Sequence[Document]) -> list[Document]:
    """Those of a chain that must change so that each names the next and the one before it."""
    linked = list(wanted)
    for at in range(len(linked) - 1):
        linked[at] = replace(linked[at], superseded_by=linked[at + 1].id)
        linked[at + 1] = replace(linked[at + 1], supersedes=linked[at].id)
    return [after for old, after in zip(before, linked, strict=True) if after != old]
