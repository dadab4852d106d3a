"""One import from its first file to its last row.

Every file given is a candidate, and so is everything that comes out of mails and archives. A candidate is admitted (looked at and
hashed), converted on another thread, stored in a batch, and settled: its row is recorded, files with the same content that waited for
it are settled after it, and what lies in it is admitted next, before any other given file is begun. Rows are put into the ledger as
soon as what they tell is durable, and a given file stops waiting in the same transaction as the last row of what lies in it. So
whatever kills the program, what waits is exactly what has to be looked at again, and what was stored without a row is found by its
hash. A mail or archive that is in the vault already is opened again, so that all that lies in it has its rows, too.
"""

from __future__ import annotations

import os
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime

from desktop.application.ingest.allowances import Allowance
from desktop.application.ingest.batching import Batch, Settled
from desktop.application.ingest.candidates import Candidate, given_file
from desktop.application.ingest.conversions import Conversions, Converted, Unpacked
from desktop.application.ingest.costs import expected_cost
from desktop.application.ingest.describing import Describer
from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.ingest.gathering import Found, refusal
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.known import MADE, KnownDocuments, equal_row
from desktop.application.ingest.members import Unpacking, members_inside, over_the_limits, tell_wrong_passwords
from desktop.application.ingest.reasons import STOPPED, failed_row, refused_row
from desktop.application.ingest.recording import Recorder
from desktop.application.ingest.versions import Versions
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import AuditLog, DocumentStore, IndexReader, IndexWriter, MarkdownConverter
from desktop.application.settings import ImportSettings
from desktop.domain.chunk import Chunk
from desktop.domain.errors import Cancelled, StorageProblem
from desktop.domain.import_job import ImportJob
from desktop.domain.ledger import LedgerRow, Outcome

_TICK = 0.1


@dataclass(frozen=True, slots=True)
class Engines:
    """What every import of a vault works with; `recognises` says whether OCR follows it."""

    store: DocumentStore
    writer: IndexWriter
    reader: IndexReader
    converter: MarkdownConverter
    indexer: DocumentIndexer
    versions: Versions
    audit: AuditLog
    settings: ImportSettings
    clock: Callable[[], datetime]
    recognises: bool


class ImportRun:
    """Reads the files of an import; `recorded` are its rows by path, where it is resumed."""

    def __init__(
        self,
        engines: Engines,
        context: JobContext,
        job: ImportJob,
        files: Sequence[Found],
        recorded: Mapping[str, LedgerRow] | None = None,
    ) -> None:
        self.complete = False
        self._engines = engines
        self._settings = engines.settings
        self._context = context
        self._passwords = job.options.passwords
        self._files = files
        self._given = [given_file(order, found.path) for order, found in enumerate(files)]
        self._recorded = recorded or {}
        self._recorder = Recorder(engines.writer, job.id, [str(found.path) for found in files], context)
        self._known = _known_documents(engines, job, recorded)
        describer = Describer(engines.versions, engines.settings, job, engines.clock)
        self._stop = CancelToken()
        self._batch = Batch(
            engines.store, engines.indexer, engines.versions, engines.audit, describer, self._stop, recognises=engines.recognises
        )
        self._allowances: dict[int, Allowance] = {}
        self._waiting: deque[Candidate] = deque()
        self._inner: deque[Candidate] = deque()
        self._opened: list[Candidate] = []
        self._ready: deque[Candidate] = deque()
        self._first: dict[str, Candidate] = {}
        self._followers: defaultdict[str, list[Candidate]] = defaultdict(list)
        self._conversions: Conversions
        self._unpacking: Unpacking

    def finish(self) -> tuple[LedgerRow, ...]:
        """Import every file; the rows in the order the files were given, each member after what it lies in.

        Stopped early, `complete` stays False, and what was not read has rows that the ledger does not keep.
        """
        try:
            with ExitStack() as opened:
                self._open(opened)
                self._import_all()
        except StorageProblem as problem:
            raise self._unfinished(problem) from problem
        rows = self._recorder.rows | {each.place: refused_row(each, Outcome.SKIPPED, STOPPED) for each in self._recorder.open()}
        return tuple(rows[place] for place in sorted(rows))

    def _open(self, opened: ExitStack) -> None:
        opened.callback(self._engines.converter.rest)  # scans are read and vectors made after this, each in a process of its own
        self._unpacking = Unpacking(opened.enter_context(self._engines.store.staging()))
        opened.enter_context(self._context.cancel.on_cancel(self._stop.cancel))
        workers = self._settings.workers or min(4, os.cpu_count() or 1)
        self._conversions = opened.enter_context(Conversions(self._convert, self._chunk, workers, self._stop))
        opened.callback(self._stop.cancel)  # whatever ends the import early must not wait for conversions that nobody needs

    def _import_all(self) -> None:
        try:
            self._begin()
            while self._take_a_step():
                pass
            self.complete = True
        except Cancelled:
            if self._batch.quick:
                self._settle_all(self._batch.flush())

    def _begin(self) -> None:
        """State what is going to have rows, and record those of files that are not even looked at."""
        waiting = []
        for found, candidate in zip(self._files, self._given, strict=True):
            self._recorder.begin(candidate)
            if found.outcome is None:
                waiting.append(candidate)
            else:
                self._recorder.put(candidate, refused_row(candidate, found.outcome, found.reason))
                self._recorder.close(candidate)
        self._recorder.commit()
        self._waiting = deque(sorted(waiting, key=lambda each: expected_cost(each.path)))

    def _take_a_step(self) -> bool:
        """Do what comes next, and take what has been converted meanwhile; False when all is done."""
        self._stop.raise_if_cancelled()
        full, started = self._conversions.full, True
        if not full and self._ready:
            self._conversions.start(self._ready.popleft())
        elif not full and (self._inner or self._waiting):
            self._admit((self._inner or self._waiting).popleft())
        elif not self._conversions.idle:
            started = False
        elif self._batch.empty:
            return False
        else:
            self._settle_all(self._batch.flush())
        self._take(wait=not started)
        return True

    def _admit(self, candidate: Candidate) -> None:
        """Look at a candidate: it is settled, follows another one with the same content, or is ready to be converted."""
        try:
            candidate, row = self._judge(candidate)
        except (StorageProblem, Cancelled):
            raise
        except Exception as error:  # noqa: BLE001 -- one file that trips us must not cost the others their import
            row = failed_row(candidate, error)
        if row is not None:
            self._settle_all([Settled(candidate, row)])

    def _judge(self, candidate: Candidate) -> tuple[Candidate, LedgerRow | None]:
        """The candidate with its hash, and its row where it need not be converted."""
        recorded = self._recorded.get(candidate.shown)
        if recorded is not None and candidate.depth:
            return candidate, recorded
        refused = refusal(candidate.path, self._settings)
        if refused is not None:
            return candidate, refused_row(candidate, *refused)
        candidate = replace(candidate, sha256=sha256_of(candidate.path, self._stop))
        if recorded is not None and (recorded.document_id is None or self._known.has_content(recorded.document_id, candidate.sha256)):
            return candidate, recorded
        own = self._known.claim(candidate)
        if own is not None:
            return candidate, self._batch.adopt(candidate, own)
        first = self._first.setdefault(candidate.sha256, candidate)
        if first.place != candidate.place:
            return candidate, self._follow(candidate, first)
        stored = self._known.find(candidate.sha256)
        if stored is not None:
            return candidate, self._known.duplicate(candidate, stored)
        self._ready.append(candidate)
        return candidate, None

    def _follow(self, candidate: Candidate, first: Candidate) -> LedgerRow | None:
        """The row of a candidate with the content of an earlier one; None while that has none itself."""
        if first.place in self._recorder.rows:
            return equal_row(candidate, self._recorder.rows[first.place])
        self._followers[candidate.sha256].append(candidate)
        return None

    def _take(self, *, wait: bool) -> None:
        """Take what has been converted, and store what has come together."""
        for candidate, future in self._conversions.finished(_TICK if wait else 0):
            if candidate.place in self._recorder.rows:
                self._take_members(candidate, future)
            else:
                self._settle_all(filter(None, [self._outcome(candidate, future)]))
            if self._batch.full:
                self._settle_all(self._batch.flush())
        if self._batch.due:
            self._settle_all(self._batch.flush())

    def _outcome(self, candidate: Candidate, future: Future[Converted]) -> Settled | None:
        """What has come of a conversion, if that can be said before it is stored."""
        converted = None
        try:
            converted = future.result()
            return self._batch.add(candidate, converted)
        except (StorageProblem, Cancelled):
            raise
        except Exception as error:  # noqa: BLE001 -- likewise
            return Settled(candidate, failed_row(candidate, error, passwords=bool(self._passwords)), converted)

    def _take_members(self, container: Candidate, future: Future[Converted]) -> None:
        """Take what lies in a mail or archive that has its row already."""
        row = self._recorder.rows[container.place]
        try:
            converted = future.result()
        except (StorageProblem, Cancelled):
            raise
        except Exception as error:  # noqa: BLE001 -- likewise
            failed = failed_row(container, error, passwords=bool(self._passwords))
            reason = f"{row.reason} What lies in it could not be taken out: {failed.reason}".strip()
            self._recorder.put(container, replace(row, reason=reason, problem=failed.problem))
        else:
            self._open_members(container, row, converted)
        self._close(container)
        self._commit()

    def _settle_all(self, settled: Iterable[Settled]) -> None:
        """Record rows, and those of files with the same content that waited for them; then make them durable."""
        for each in settled:
            self._settle(each)
            followers = self._followers.pop(each.candidate.sha256, [])
            if each.changed and followers:
                heir = followers.pop(0)
                self._first[heir.sha256] = heir
                self._followers[heir.sha256] = followers
                self._ready.append(heir)
            else:
                for follower in followers:
                    self._settle(Settled(follower, equal_row(follower, each.row)))
        self._commit()

    def _settle(self, settled: Settled) -> None:
        candidate, row = settled.candidate, settled.row
        if row is self._recorded.get(candidate.shown):
            self._recorder.keep(candidate, row)
        else:
            self._recorder.put(candidate, row)
        if settled.converted is not None:
            self._open_members(candidate, row, settled.converted)
            self._close(candidate)
        elif self._known.holds_members(row):
            self._ready.append(candidate)
        else:
            self._close(candidate)

    def _open_members(self, container: Candidate, row: LedgerRow, converted: Converted) -> None:
        """Have what lies in a stored container admitted next; what of it is refused has its row at once."""
        self._conversions.release(converted)
        if row.document_id is None:
            self._unpacking.discard(converted.folder)
            return
        inner, allowance = [], self._allowance(container)
        for member, refused in members_inside(
            container, row.document_id, converted.conversion, converted.folder, allowance, self._settings
        ):
            self._recorder.begin(member)
            if refused is None:
                inner.append(member)
            else:
                self._recorder.put(member, refused)
                self._recorder.close(member)
        self._unpacking.hold(container, converted.folder, len(inner))
        self._opened += sorted(inner, key=lambda each: expected_cost(each.path, each.name))

    def _commit(self) -> None:
        """Make rows durable, and have what was opened meanwhile admitted next, in its order."""
        self._recorder.commit()
        self._inner.extendleft(reversed(self._opened))
        self._opened.clear()

    def _close(self, candidate: Candidate) -> None:
        self._recorder.close(candidate)
        if candidate.depth:
            self._unpacking.settle(candidate)

    def _convert(self, candidate: Candidate) -> Unpacked:
        """Runs on a thread of its own, where the worker process that converts is waited for."""
        allowance = self._allowance(candidate)
        opens = candidate.depth < self._settings.max_depth and not allowance.used_up
        folder = self._unpacking.new_folder() if opens else None
        try:
            limits = allowance.limits(self._settings)
            conversion = self._engines.converter.convert(candidate.path, limits, self._stop, folder, self._passwords)
        except BaseException:
            self._unpacking.discard(folder)
            raise
        if self._passwords:
            conversion = replace(conversion, members=tell_wrong_passwords(conversion.members))
        if allowance.used_up and conversion.members:
            conversion = replace(conversion, members=(), warnings=(*conversion.warnings, over_the_limits(self._settings)))
        if not any(member.path for member in conversion.members):
            self._unpacking.discard(folder)
            folder = None
        return Unpacked(conversion, folder)

    def _chunk(self, markdown: str) -> list[Chunk]:
        return self._engines.indexer.chunk(markdown, self._stop)

    def _allowance(self, candidate: Candidate) -> Allowance:
        """What may still come out of the given file that a candidate is, or lies in."""
        if candidate.given not in self._allowances:
            try:
                size = self._given[candidate.given].path.stat().st_size
            except OSError:  # it went away; that shows when it is read
                size = 0
            self._allowances.setdefault(candidate.given, Allowance.for_file(size, self._settings))
        return self._allowances[candidate.given]

    def _unfinished(self, problem: StorageProblem) -> StorageProblem:
        done, given = self._recorder.finished, len(self._files)
        message = f"{problem.message} The import stopped after {done} of {given} files, which are safe."
        return StorageProblem(message, f"{problem.hint} Then resume the import.".strip())


def _known_documents(engines: Engines, job: ImportJob, recorded: Mapping[str, LedgerRow] | None) -> KnownDocuments:
    claimed = None
    if recorded is not None:
        claimed = {row.document_id for row in recorded.values() if row.outcome in MADE and row.document_id}
    return KnownDocuments(engines.store, engines.reader, engines.indexer, engines.audit, job, claimed)
