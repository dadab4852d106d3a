"""Pages without text get it by OCR, after everything else can be searched."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import monotonic

from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.maintenance import EDITED
from desktop.application.ingest.page_remarks import remark_on_pages
from desktop.application.ingest.page_texts import add_page_texts
from desktop.application.ingest.reasons import RECOGNISED_FORMATS
from desktop.application.ingest.suspicion import find_flags
from desktop.application.job import JobContext, Progress
from desktop.application.ports import (
    AuditLog,
    DocumentStore,
    IndexReader,
    IndexWriter,
    LedgerQuery,
    Recognised,
    Recogniser,
    StoredDocument,
)
from desktop.domain.changes import Changes
from desktop.domain.document import Document
from desktop.domain.errors import Cancelled, ConversionFailed, DocumentNotFound, ModelUnavailable, UsageError
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.page_ranges import named_pages
from desktop.domain.quality import Quality, RecognisedPage

PAGES_A_WRITE = 8
MOST_WASTED_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class PagesRead:
    """Emitted when pages of a document are in the vault: `row` is its ledger row as it stands now, if there is one."""

    document_id: str
    row: LedgerRow | None


@dataclass(frozen=True, slots=True)
class RecognitionReport:
    """How many pages were looked at, on how many text was found, how many could not be read, and how many still wait.

    `rows` are ledger rows as they stand now.
    """

    pages: int
    with_text: int
    failed: int
    remaining: int
    changes: Changes
    rows: tuple[LedgerRow, ...] = ()


class Recognition:
    """Reads the pages that wait, a page at a time. What is done is kept whenever it stops, so the next run goes on from there."""

    def __init__(
        self,
        store: DocumentStore,
        writer: IndexWriter,
        reader: IndexReader,
        indexer: DocumentIndexer,
        recogniser: Recogniser | None,
        audit: AuditLog,
        *,
        enabled: bool = True,
        seconds: Callable[[], float] = monotonic,
    ) -> None:
        self.store = store
        self.writer = writer
        self.reader = reader
        self.indexer = indexer
        self.audit = audit
        self.seconds = seconds
        self._recogniser = recogniser
        self._enabled = enabled

    def pending(self) -> int:
        """How many pages wait for OCR; none where it is switched off."""
        return self.reader.count_unrecognised() if self._enabled else 0

    def read_pending(self, context: JobContext) -> RecognitionReport:
        """Read all pages that wait, of the oldest import first, also what comes in meanwhile; emits `PagesRead`.

        Raises Cancelled between two pages, ModelUnavailable where there is nothing to read with, StorageProblem.
        """
        context.cancel.raise_if_cancelled()
        try:
            return self._read_all(context)
        finally:
            if self._recogniser is not None:
                self._recogniser.rest()

    def _read_all(self, context: JobContext) -> RecognitionReport:
        tally = _Tally()
        passed_over: set[str] = set()
        while self._enabled and (document_id := self._next(passed_over)) is not None:
            if self._recogniser is None:
                raise ModelUnavailable(
                    "There are no recognition models, so scanned pages cannot be searched.",
                    "Install Coffer again. Everything that has text of its own is searched without them.",
                )
            _Document(self, self._recogniser, document_id, context, tally).read()
            if document_id in self.reader.unrecognised(len(passed_over) + 1):
                passed_over.add(document_id)
        context.report(Progress("recognise", tally.pages, tally.pages))
        return tally.report(self.pending())

    def _next(self, passed_over: set[str]) -> str | None:
        return next((each for each in self.reader.unrecognised(len(passed_over) + 1) if each not in passed_over), None)


@dataclass(slots=True)
class _Tally:
    pages: int = 0
    with_text: int = 0
    failed: int = 0
    documents: set[str] = field(default_factory=set)
    rows: dict[str, LedgerRow] = field(default_factory=dict)

    def report(self, remaining: int) -> RecognitionReport:
        changes = Changes(frozenset(self.documents))
        return RecognitionReport(self.pages, self.with_text, self.failed, remaining, changes, tuple(self.rows.values()))


class _Document:
    """One document while its pages are read."""

    def __init__(self, stage: Recognition, recogniser: Recogniser, document_id: str, context: JobContext, tally: _Tally) -> None:
        self._stage = stage
        self._recogniser = recogniser
        self._id = document_id
        self._context = context
        self._tally = tally
        self._read: dict[int, Recognised] = {}
        self._trouble: defaultdict[str, list[int]] = defaultdict(list)
        self._said: tuple[str, ...] = ()
        self._wasted = 0.0

    def read(self) -> None:
        """Read its pages; what was read is written also when something ends this early."""
        try:
            stored = self._stage.store.read(self._id)
        except DocumentNotFound:  # it vanished: whoever brings the index up to the files takes note
            return
        total = self._tally.pages + self._stage.reader.count_unrecognised()
        try:
            for page in stored.document.quality.unread_pages:
                self._context.report(Progress("recognise", self._tally.pages, total, f"{stored.document.title}, page {page}"))
                self._context.cancel.raise_if_cancelled()
                self._read[page] = self._look_at(page, stored)
                self._tally.pages += 1
                if len(self._read) >= PAGES_A_WRITE and not self._write():
                    return
        except (Cancelled, ModelUnavailable):
            self._write()
            raise
        self._write()

    def _look_at(self, page: int, stored: StoredDocument) -> Recognised:
        """The text of a page; one that cannot be read counts as looked at, so that nobody tries for ever."""
        if not _has_pictures(stored.document):
            return Recognised("", None)
        started = self._stage.seconds()
        try:
            if stored.raw_path is None:
                raise ConversionFailed("The original is not in the vault's `raw` folder.", "Import the file again.")
            if self._wasted > MOST_WASTED_SECONDS:
                raise ConversionFailed("Too much time went into the pages before it.", "Save it in a simpler format and import that.")
            recognised = self._recogniser.read_page(stored.raw_path, page, self._context.cancel)
        except ConversionFailed as error:
            self._wasted += self._stage.seconds() - started
            self._trouble[f"{error.message} {error.hint}".strip()].append(page)
            self._tally.failed += 1
            return Recognised("", None)
        self._wasted = 0.0
        self._tally.with_text += bool(recognised.text)
        return recognised

    def _write(self) -> bool:
        """Put what was read into file, index, audit log and ledger; False where the document takes no more."""
        read, self._read = self._read, {}
        if not read:
            return True
        stage = self._stage
        try:
            stored = stage.store.read(self._id)
            before = stored.document.quality
            edited = stored.document.source_mode == EDITED
            texts = {page: each.text for page, each in read.items() if each.text}
            body, refused = add_page_texts(stored.body, texts, only_empty=edited)
            if body != stored.body:
                stage.store.rewrite(self._id, body, edited=edited)
            document = replace(stored.document, quality=self._quality(before, read, refused))
            stamp = stage.store.update(document)
        except (DocumentNotFound, UsageError):  # deleted meanwhile, or its front matter cannot be understood, which `verify` says
            return False
        if stamp is None:
            return False
        stored = stage.store.read(self._id)
        chunks = stage.indexer.index(stored, stamp)
        stage.audit.append("recognise", self._id, pages=sorted(read), recogniser=self._recogniser.identity)
        self._tell(stored, before, chunks)
        return True

    def _quality(self, before: Quality, read: dict[int, Recognised], refused: tuple[int, ...]) -> Quality:
        pages = [RecognisedPage(page, None if not each.text or each.confidence is None else round(each.confidence, 3))
                 for page, each in read.items()]  # fmt: skip
        if refused:
            self._trouble["Edited by hand meanwhile, so what was read was left out."] += refused
        warnings = tuple(f"OCR got no text onto {named_pages(sorted(pages))}: {why}" for why, pages in self._trouble.items())
        kept = tuple(each for each in before.warnings if each not in self._said)
        self._said = warnings
        known = set(before.flags)
        flags = [flag for each in read.values() for flag in find_flags(each.text) if flag not in known]
        return replace(
            before,
            recognised=tuple(sorted([*before.recognised, *pages], key=lambda each: each.page)),
            recogniser=self._recogniser.identity,
            flags=(*before.flags, *dict.fromkeys(flags)),
            warnings=(*kept, *warnings),
        )

    def _tell(self, stored: StoredDocument, before: Quality, chunks: int) -> None:
        """Bring the newest ledger row of the document up to date."""
        self._tally.documents.add(self._id)
        row = self._newest_row(stored.document)
        if row is not None and _has_pictures(stored.document):
            row = _updated(row, stored, before, chunks, self._said)
            self._stage.writer.put_ledger([row])
            self._tally.rows[self._id] = row
        self._context.emit(PagesRead(self._id, row))

    def _newest_row(self, document: Document) -> LedgerRow | None:
        query = LedgerQuery(outcomes=(Outcome.IMPORTED, Outcome.UPDATED), text=document.source_filename)
        return next((row for row in self._stage.reader.ledger(query) if row.document_id == document.id), None)


def _has_pictures(document: Document) -> bool:
    """Whether its pages can be read by OCR; an empty slide of a presentation can only be looked at."""
    return document.source_format.lower() in RECOGNISED_FORMATS


def _updated(row: LedgerRow, stored: StoredDocument, before: Quality, chunks: int, warnings: tuple[str, ...]) -> LedgerRow:
    document, quality = stored.document, stored.document.quality
    said = [remark_on_pages(before, document.pages, recognises=recognises) for recognises in (True, False)]
    said += [each for each in before.warnings if each not in quality.warnings]
    rest = row.reason
    for sentence in filter(None, said):
        rest = rest.replace(sentence, "")
    new = [each for each in warnings if each not in rest]
    reason = " ".join([rest, *new, remark_on_pages(quality, document.pages, recognises=True)])
    return replace(
        row,
        reason=" ".join(reason.split()),
        ocr_pages=sum(each.confidence is not None for each in quality.recognised),
        characters=len(stored.body),
        chunks=chunks,
    )
