"""Keeping the index true to the files, and finding out whether it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from time import monotonic
from typing import Protocol

from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.sources import check_sources
from desktop.application.ingest.verification import Verification
from desktop.application.job import JobContext, Progress
from desktop.application.ports import (
    AuditEntry,
    AuditLog,
    DocumentStore,
    FactState,
    FileStamp,
    IndexReader,
    IndexState,
    IndexWriter,
    StoredDocument,
    Tokenizer,
)
from desktop.application.settings import Settings
from desktop.domain.changes import Changes
from desktop.domain.chunk import content_hash
from desktop.domain.document import Document
from desktop.domain.errors import CofferError, DocumentNotFound, StorageProblem
from desktop.domain.marking import Marking
from desktop.domain.source import SourceState

EDITED = "edited"


@dataclass(frozen=True, slots=True)
class ReindexReport:
    """What the index holds after a rebuild, and how many documents left it."""

    documents: int
    chunks: int
    facts: int
    removed: int
    seconds: float


class KeepsFacts(Protocol):
    """What maintenance needs of whoever keeps the index true to the files of facts."""

    def indexed(self) -> dict[str, FactState]:
        """What the index knows, which may be nothing where it is damaged."""
        ...

    def count(self) -> int:
        """How many facts the index holds."""
        ...

    def is_behind(self) -> bool:
        """Whether a file was edited, added or removed since it was indexed, by the look of the folder alone."""
        ...

    def catch_up(
        self, context: JobContext, indexed: Mapping[str, FactState], *, read_all: bool, anew: bool = False
    ) -> tuple[set[str], int]:
        """Take in what was edited, added or removed; returns the facts that changed, and how many left the index."""
        ...

    def problems(self, context: JobContext) -> Iterator[str]:
        """What is wrong, as sentences."""
        ...


class KeepsChains(Protocol):
    """What maintenance needs of whoever keeps the audit lines of other vaults."""

    def audit_problems(self) -> list[str]:
        """What is wrong with them, as sentences."""
        ...


class Maintenance:
    """Brings the index up to the files; the files win."""

    def __init__(
        self,
        store: DocumentStore,
        writer: IndexWriter,
        reader: IndexReader,
        tokenizer: Tokenizer,
        audit: AuditLog,
        settings: Settings,
        facts: KeepsFacts | None = None,
        chains: KeepsChains | None = None,
    ) -> None:
        self._store = store
        self._writer = writer
        self._reader = reader
        self._indexer = DocumentIndexer(writer, tokenizer, settings.chunks)
        self._audit = audit
        self._marking = Marking(settings.imports.default_tlp)
        self._facts = facts
        self._chains = chains

    def reindex(self, context: JobContext, full: bool) -> ReindexReport:
        """Bring the index up to the files: `full` rebuilds all of it, else every file is read and what differs replaced."""
        started = monotonic()
        known = self._known_documents() if full else self._reader.document_states()
        known_facts = self._facts.indexed() if self._facts else {}
        if full:
            self._writer.clear()
        changes, removed = self._catch_up(context, {} if full else known, lambda _state, _stamp: False, set(known))
        facts = 0
        if self._facts:
            _, gone = self._facts.catch_up(context, known_facts, read_all=True, anew=full)
            facts, removed = self._facts.count(), removed + gone
        counts = self._reader.counts()
        self._audit.append("reindex", "index", full=full, documents=len(changes.documents), removed=removed)
        return ReindexReport(counts.documents, counts.chunks, facts, removed, round(monotonic() - started, 3))

    def synchronise(self, context: JobContext) -> Changes:
        """Take in what was edited, added or removed in docs/ and memory/ since it was indexed; files with the same stamp are not read.

        Each document is emitted as soon as it is indexed.
        """
        known = self._reader.document_states()
        changes, _ = self._catch_up(context, known, lambda state, stamp: state.stamp == stamp, set(known))
        if self._facts:
            facts, _ = self._facts.catch_up(context, self._facts.indexed(), read_all=False)
            changes |= Changes(facts=frozenset(facts))
        self._writer.settle_vectors(context.cancel)
        return changes

    def is_behind(self) -> bool:
        """Whether a file was edited, added or removed since it was indexed, by the look of the folder alone."""
        if self._facts and self._facts.is_behind():
            return True
        return self._store.stamps() != {name: state.stamp for name, state in self._reader.document_states().items()}

    def index_document(self, document_id: str) -> None:
        """Put a document into the index as its file holds it now; DocumentNotFound if there is none."""
        self._indexer.index(*self._described(self._store.read(document_id), self._store.stamp(document_id)))

    def verify(self, context: JobContext) -> tuple[str, ...]:
        """Everything that is wrong with the vault, as sentences: files against index, hashes, audit chain, database."""
        facts = self._facts.problems(context) if self._facts else ()
        kept = self._chains.audit_problems() if self._chains else ()
        return (*Verification(self._store, self._reader, self._audit).problems(context), *facts, *kept)

    def check_sources(self, context: JobContext) -> tuple[SourceState, ...]:
        """Whether the files that documents were made from are still what they were, where the analyst keeps them."""
        return check_sources(context, self._store, self._reader)

    def _known_documents(self) -> dict[str, IndexState]:
        """What a damaged index still knows, which may be nothing: it is about to be made anew."""
        try:
            return self._reader.document_states()
        except StorageProblem:
            return {}

    def _catch_up(
        self, context: JobContext, known: dict[str, IndexState], is_current: Callable[[IndexState, FileStamp], bool], indexed: set[str]
    ) -> tuple[Changes, int]:
        stamps = self._store.stamps()
        vanished = sorted(indexed - stamps.keys())
        if vanished:
            self._audit.append_all([AuditEntry("vanish", name) for name in vanished])
            self._writer.remove_documents(vanished)
        changed = set(vanished)
        stale = [name for name, stamp in stamps.items() if name not in known or not is_current(known[name], stamp)]
        for done, document_id in enumerate(stale):
            context.cancel.raise_if_cancelled()
            context.report(Progress("index", done, len(stale), document_id))
            if self._try_to_take_in(document_id, stamps[document_id], known.get(document_id)):
                changed.add(document_id)
                context.emit(Changes(frozenset({document_id})))
        context.report(Progress("index", len(stale), len(stale)))
        return Changes(frozenset(changed)), len(vanished)

    def _try_to_take_in(self, document_id: str, stamp: FileStamp, state: IndexState | None) -> bool:
        """As `_take_in`; a document that trips us leaves the index, where `verify` misses it, and costs no other its place there."""
        try:
            return self._take_in(document_id, stamp, state)
        except CofferError:
            raise
        except Exception:  # noqa: BLE001 -- whatever it is, the vault must open, also the next time
            self._writer.remove_documents([document_id])
            return state is not None

    def _take_in(self, document_id: str, stamp: FileStamp, state: IndexState | None) -> bool:
        """Index a file; False where it vanished meanwhile or says what the index knows."""
        try:
            stored = self._store.read(document_id)
        except DocumentNotFound:
            return False
        digest = content_hash(stored.body)
        if state is not None and state.stamp == stamp and state.sha256 == digest:
            return False
        stored, stamp = self._described(stored, stamp)
        self._indexer.index(stored, stamp)
        if state is not None and state.sha256 != digest:
            self._audit.append("edit", document_id, body_sha256=digest, outside=True)
        return True

    def _described(self, stored: StoredDocument, stamp: FileStamp) -> tuple[StoredDocument, FileStamp]:
        """The document with all that the index must know; only a file that has no id is written to, to give it one."""
        by_hand = not stored.front_matter.get("id")
        document = self._completed(stored) if by_hand else stored.document
        if not document.imported_at:
            modified = datetime.fromtimestamp(stamp.modified_ns // 1_000_000_000, UTC)
            document = replace(document, imported_at=f"{modified:%Y-%m-%dT%H:%M:%SZ}")
        written = self._store.update(document) if by_hand and not stored.warnings else None
        if written is None:
            return replace(stored, document=document), stamp
        self._audit.append("adopt", document.id)
        return self._store.read(document.id), written

    def _completed(self, stored: StoredDocument) -> Document:
        """A document that somebody wrote in docs/: what its front matter leaves open is filled in."""
        document = stored.document
        title = document.title if stored.front_matter.get("title") else _first_heading(stored.body) or document.title
        marking = document.tlp if "tlp" in stored.front_matter or stored.warnings else self._marking
        return replace(document, title=title, tlp=marking, source_mode=EDITED)


def _first_heading(body: str) -> str:
    line = next((line.strip() for line in body.splitlines() if line.strip()), "")
    return line.lstrip("#").strip() if line.startswith("#") else ""
