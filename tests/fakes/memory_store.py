"""A vault's files in memory."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

from desktop.application.ports import FileStamp, NewDocument, StoredDocument, TrashedDocument
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.errors import CofferError, DocumentNotFound, SourceChanged, UsageError


class MemoryStore:
    """Keeps documents in a dictionary; `fail_with` is raised by the next write, `edit` is another program's doing.

    Originals are files where there is a folder `raw` for them.
    """

    def __init__(self, raw: Path | None = None) -> None:
        self.raw = raw
        self.files: dict[str, StoredDocument] = {}
        self.originals: dict[str, bytes] = {}
        self.discarded: list[StoredDocument] = []
        self.fail_with: CofferError | None = None
        self.warnings: list[str] = []
        self.groups: list[int] = []
        self._stamps: dict[str, FileStamp] = {}
        self._clock = 0
        self.versions: dict[tuple[str, str], str] = {}

    def write(self, document: Document, body: str, original: Path) -> FileStamp:
        return self.write_all([NewDocument(document, body, original)])[0]

    def write_all(self, documents: Sequence[NewDocument]) -> list[FileStamp]:
        if self.fail_with is not None:
            raise self.fail_with
        contents = []
        for each in documents:
            content = each.original.read_bytes() if each.original and each.original.exists() else b""
            if each.original and hashlib.sha256(content).hexdigest() != each.document.source_sha256:
                raise SourceChanged(f"{each.original.name} changed while it was being imported.", "Import it again.")
            contents.append(content)
        self.groups.append(len(documents))
        for each, content in zip(documents, contents, strict=True):
            self.originals[each.document.id] = content
            if self.raw is not None:
                (self.raw / each.document.id).write_bytes(content)
            self.place(each.document, each.body)
        return [self._stamps[each.document.id] for each in documents]

    def update_all(self, documents: Sequence[Document]) -> list[FileStamp | None]:
        return [self.update(each) for each in documents]

    def update(self, document: Document) -> FileStamp | None:
        stored = self.read(document.id)
        if self.fail_with is not None:
            raise self.fail_with
        if stored.warnings:
            return None
        self.place(document, stored.body)
        return self._stamps[document.id]

    def read(self, document_id: str) -> StoredDocument:
        try:
            return self.files[document_id]
        except KeyError:
            raise DocumentNotFound(f"There is no document {document_id}.") from None

    def stamps(self) -> dict[str, FileStamp]:
        return dict(sorted(self._stamps.items()))

    def rewrite(self, document_id: str, body: str, *, edited: bool) -> FileStamp:
        stored = self.read(document_id)
        if stored.warnings:
            raise UsageError(stored.warnings[0])
        if edited or stored.document.source_mode == "edited":
            self.versions[document_id, content_hash(stored.body)] = stored.body
        self.place(replace(stored.document, source_mode="edited" if edited else "converted"), body)
        return self._stamps[document_id]

    def replace(self, document: Document, body: str) -> FileStamp:
        self.rewrite(document.id, body, edited=False)
        if self.fail_with is not None:
            raise self.fail_with
        self.place(document, body)
        return self._stamps[document.id]

    def stamp(self, document_id: str) -> FileStamp:
        self.read(document_id)
        return self._stamps[document_id]

    def trash(self, document_id: str) -> None:
        self.discarded.append(self.read(document_id))
        self.remove(document_id)

    def restore(self, document_id: str) -> None:
        stored = next((each for each in reversed(self.discarded) if each.document.id == document_id), None)
        if stored is None:
            raise DocumentNotFound(f"The trash holds no document {document_id}.")
        if document_id in self.files:
            raise UsageError(f"{document_id} is in the vault again already.")
        self.discarded.remove(stored)
        self.place(stored.document, stored.body)

    def trashed(self) -> tuple[TrashedDocument, ...]:
        return tuple(
            TrashedDocument(each.document.id, each.document.title, "2026-12-01T00:00:00Z", len(each.body))
            for each in reversed(self.discarded)
        )

    def empty_trash(self, document_ids: Sequence[str] | None = None) -> int:
        kept = [each for each in self.discarded if document_ids is not None and each.document.id not in document_ids]
        emptied = len(self.discarded) - len(kept)
        self.discarded = kept
        gone = [key for key in self.versions if document_ids is None or (key[0] in document_ids and key[0] not in self.files)]
        for key in gone:
            del self.versions[key]
        return emptied

    @contextmanager
    def staging(self) -> Iterator[Path]:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)

    def version(self, document_id: str, body_sha256: str) -> str | None:
        return self.versions.get((document_id, body_sha256))

    def problems(self) -> list[str]:
        return list(self.warnings)

    def place(self, document: Document, body: str, *, front_matter: bool = True, warnings: tuple[str, ...] = ()) -> None:
        """Put a file into docs/."""
        self._clock += 1
        values = asdict(document) if front_matter else {}
        raw = self.raw / document.id if self.raw is not None and (self.raw / document.id).exists() else None
        self.files[document.id] = StoredDocument(document, body, 0, values, raw, warnings)
        self._stamps[document.id] = FileStamp(len(body), self._clock)

    def edit(self, document_id: str, body: str) -> None:
        """Change a body as another program would."""
        self.place(replace(self.files[document_id].document, source_mode="edited"), body)

    def remove(self, document_id: str) -> None:
        """Take a file away as another program would."""
        del self.files[document_id], self._stamps[document_id]
