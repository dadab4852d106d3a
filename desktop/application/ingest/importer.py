"""Files to documents: every file that was given ends as one row of the ledger."""

from __future__ import annotations

import os
import secrets
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG
from time import monotonic

from desktop.application.ingest.batching import Batch, Settled
from desktop.application.ingest.conversions import Candidate, Conversions, Converted
from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.ingest.gathering import Found, gather
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.ports import AuditLog, ConversionLimits, DocumentStore, IndexReader, IndexWriter, MarkdownConverter, Tokenizer
from desktop.application.settings import ImportSettings, Settings
from desktop.domain.errors import Cancelled, CofferError, DocumentNotFound, StorageProblem, UnsupportedFormat
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from desktop.domain.marking import Marking

Clock = Callable[[], datetime]

STOPPED = "Stopped before it was read; import it again to go on."

_MEGABYTE = 1_000_000
_TICK = 0.1
_TOLD_EVERY = 1000


def utc_now() -> datetime:
    """The time, for everything that is not a test."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What the person says about all files of an import; `tlp` None means the vault's default."""

    tlp: Marking | None = None
    tags: tuple[str, ...] = ()


class Importer:
    """Converts, stores and indexes files. Vectors come later: keyword search needs none."""

    def __init__(
        self,
        store: DocumentStore,
        writer: IndexWriter,
        reader: IndexReader,
        converter: MarkdownConverter,
        tokenizer: Tokenizer,
        audit: AuditLog,
        settings: Settings,
        clock: Clock = utc_now,
    ) -> None:
        self.store = store
        self.writer = writer
        self.reader = reader
        self.converter = converter
        self.indexer = DocumentIndexer(writer, tokenizer, settings.chunks)
        self.audit = audit
        self.settings = settings.imports
        self.clock = clock

    def import_paths(self, context: JobContext, paths: Sequence[Path], options: ImportOptions) -> Ledger:
        """Import files and folders; each row is emitted as soon as it is sure.

        A cancelled import returns what was done, the rest as skipped; Cancelled is raised only while it is still looking
        for files. Raises StorageProblem when the vault can take
        no more; what was recorded until then stays.
        """
        started = monotonic()
        run = _Run(self, context, options, _gathered(context, paths))
        return Ledger(run.finish(), round(monotonic() - started, 3))


class _Run:
    """One import from its first file to its last row."""

    def __init__(self, importer: Importer, context: JobContext, options: ImportOptions, files: list[Found]) -> None:
        self._importer = importer
        self._settings = importer.settings
        self._context = context
        self._options = options
        self._files = files
        self._job = f"{importer.clock().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}-{secrets.token_hex(3)}"
        self._rows: dict[int, LedgerRow] = {}
        self._first: dict[str, int] = {}
        self._followers: defaultdict[str, list[Candidate]] = defaultdict(list)
        self._again: list[Candidate] = []
        self._stop = CancelToken()
        marking = options.tlp or Marking(self._settings.default_tlp)
        self._batch = Batch(importer.store, importer.indexer, importer.audit, marking, options.tags, importer.clock)

    def finish(self) -> tuple[LedgerRow, ...]:
        """Import every file; the rows in the order the files were given."""
        workers = self._settings.workers or min(4, os.cpu_count() or 1)
        with self._context.cancel.on_cancel(self._stop.cancel), Conversions(self._convert, workers) as conversions:
            try:
                self._import_all(conversions)
            except Cancelled:
                self._settle_all(self._batch.flush())
            except StorageProblem as problem:
                raise self._unfinished(problem) from problem
            finally:
                self._stop.cancel()  # whatever ends the import early must not wait for conversions that nobody needs
        for order, found in enumerate(self._files):
            if order not in self._rows:
                self._record(order, LedgerRow(_shown(found.path), Outcome.SKIPPED, STOPPED))
        return tuple(self._rows[order] for order in range(len(self._files)))

    def _import_all(self, conversions: Conversions) -> None:
        for order, found in enumerate(self._files):
            self._stop.raise_if_cancelled()
            candidate = self._admit(order, found)
            if candidate is not None:
                self._start(conversions, candidate)
            self._take(conversions, wait=conversions.full)
        while self._again or not (conversions.idle and self._batch.empty):
            self._take(conversions, wait=True)
            if conversions.idle:
                self._settle_all(self._batch.flush())

    def _start(self, conversions: Conversions, candidate: Candidate) -> None:
        while conversions.full:
            self._take(conversions, wait=True)
        conversions.start(candidate)

    def _take(self, conversions: Conversions, wait: bool) -> None:
        """Take what has been converted, and store what has come together."""
        while self._again:
            conversions.start(self._again.pop())
        for candidate, future in conversions.finished(_TICK if wait else 0):
            settled = self._outcome(candidate, future)
            if settled is not None:
                self._settle(settled)
            if self._batch.full:
                self._settle_all(self._batch.flush())
        if self._batch.due:
            self._settle_all(self._batch.flush())

    def _outcome(self, candidate: Candidate, future: Future[Converted]) -> Settled | None:
        try:
            return self._batch.add(candidate, future.result())
        except (StorageProblem, Cancelled):
            raise
        except UnsupportedFormat as error:
            return Settled(candidate, LedgerRow(_shown(candidate.path), Outcome.SKIPPED, _sentence(error)))
        except CofferError as error:
            return Settled(candidate, LedgerRow(_shown(candidate.path), Outcome.FAILED, _sentence(error)))
        except Exception as error:  # noqa: BLE001 -- one file that trips us must not cost the others their import
            reason = f"An error in Coffer itself kept it from being read ({type(error).__name__}: {error}); please report it."
            return Settled(candidate, LedgerRow(_shown(candidate.path), Outcome.FAILED, reason))

    def _admit(self, order: int, found: Found) -> Candidate | None:
        """The file as a candidate if it is to be converted; else its row is recorded."""
        refused = found.outcome and (found.outcome, found.reason)
        try:
            refused = refused or _refusal(found.path, self._settings)
            if refused is None:
                candidate = Candidate(order, found.path, sha256_of(found.path, self._stop))
                return candidate if self._is_new(candidate) else None
        except OSError as error:
            refused = Outcome.FAILED, f"It could not be read: {os.strerror(error.errno or 0)}."
        self._record(order, LedgerRow(_shown(found.path), *refused))
        return None

    def _is_new(self, candidate: Candidate) -> bool:
        first = self._first.setdefault(candidate.sha256, candidate.order)
        if first != candidate.order:
            if first in self._rows:
                self._record(candidate.order, self._row_of_equal(candidate, self._rows[first]))
            else:
                self._followers[candidate.sha256].append(candidate)
            return False
        known = self._importer.reader.document_for(candidate.sha256)
        row = self._known_row(candidate, known) if known else None
        if row is not None:
            self._record(candidate.order, row)
        return row is None

    def _known_row(self, candidate: Candidate, known: str) -> LedgerRow | None:
        """The row of a file that is a document already; None if that document's own file has vanished."""
        try:
            stored = self._importer.store.read(known)
        except DocumentNotFound:
            return None
        row = LedgerRow(_shown(candidate.path), Outcome.DUPLICATE, f"It is in the vault already, as {known}.", known)
        old = stored.document
        new = replace(old, tlp=self._options.tlp or old.tlp, tags=tuple(dict.fromkeys((*old.tags, *self._options.tags))))
        stamp = self._importer.store.update(new) if new != old else None
        if stamp is None:
            return row
        self._importer.audit.append("update", known, tlp=str(new.tlp), tags=list(new.tags))
        self._importer.indexer.index(replace(stored, document=new), stamp)
        return replace(row, outcome=Outcome.UPDATED, reason=f"It was in the vault already, as {known}; its marking and tags were updated.")

    def _settle_all(self, settled: Iterable[Settled]) -> None:
        for each in settled:
            self._settle(each)

    def _settle(self, settled: Settled) -> None:
        """Record a row, and those of files with the same content that waited for it."""
        candidate, row = settled.candidate, settled.row
        self._record(candidate.order, row)
        followers = self._followers.pop(candidate.sha256, [])
        if settled.changed and followers:
            self._first[candidate.sha256] = followers[0].order
            self._again.append(followers.pop(0))
            self._followers[candidate.sha256] = followers
            return
        for follower in followers:
            self._record(follower.order, self._row_of_equal(follower, row))

    def _row_of_equal(self, candidate: Candidate, first: LedgerRow) -> LedgerRow:
        if first.document_id is None:
            return replace(first, path=_shown(candidate.path), reason=f"Its content is that of {first.path}: {first.reason}", seconds=0.0)
        reason = f"Its content is that of {first.path}, which is in the vault as {first.document_id}."
        return LedgerRow(_shown(candidate.path), Outcome.DUPLICATE, reason, first.document_id)

    def _record(self, order: int, row: LedgerRow) -> None:
        row = replace(row, job=self._job)
        self._importer.writer.put_ledger([row])
        self._rows[order] = row
        self._context.emit(row)
        self._context.report(Progress("import", len(self._rows), len(self._files), Path(row.path).name))

    def _convert(self, path: Path) -> Converted:
        """Runs on a thread of its own, where the worker process that converts is waited for."""
        started = monotonic()
        limits = ConversionLimits(
            seconds=self._settings.seconds_per_file,
            memory_bytes=self._settings.memory_mb * _MEGABYTE,
            output_characters=self._settings.max_output_mb * _MEGABYTE,
            pages=self._settings.max_pages,
        )
        conversion = self._importer.converter.convert(path, limits, self._stop)
        return Converted(conversion, self._importer.indexer.chunk(conversion.markdown), monotonic() - started)

    def _unfinished(self, problem: StorageProblem) -> StorageProblem:
        done, given = len(self._rows), len(self._files)
        return StorageProblem(f"{problem.message} The import stopped after {done} of {given} files, which are safe.", problem.hint)


def _gathered(context: JobContext, paths: Sequence[Path]) -> list[Found]:
    """All files of the import, told about while they are found: a whole disk may have been dropped on the window."""
    files: list[Found] = []
    for found in gather(paths):
        context.cancel.raise_if_cancelled()
        files.append(found)
        if len(files) % _TOLD_EVERY == 0:
            context.report(Progress("import", 0, None, f"{len(files)} files found"))
    return files


def _refusal(path: Path, settings: ImportSettings) -> tuple[Outcome, str] | None:
    """Why a file is not even opened."""
    status = path.stat()
    if not S_ISREG(status.st_mode):
        return Outcome.SKIPPED, "It is a device, pipe or socket, not a file."
    if status.st_size == 0:
        return Outcome.SKIPPED, "It is an empty file."
    if status.st_size > settings.max_file_mb * _MEGABYTE:
        return Outcome.SKIPPED, f"It is larger than {settings.max_file_mb} MB, the limit in the settings (imports.max_file_mb)."
    return None


def _sentence(error: CofferError) -> str:
    return f"{error.message} {error.hint}".strip()


def _shown(path: Path) -> str:
    """A path as text: bytes that are no text in it become question marks."""
    return str(path).encode("utf-8", "replace").decode()
