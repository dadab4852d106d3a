"""Files to documents: every file that was given, and everything inside it, ends as one row of the ledger.

An import is a job that the vault remembers: its options, the files it was given, those of them that still wait, and every row. It can
be stopped at any moment, by a person, a full disk or a power cut, and resumed: what has its rows is not read again.
`running` tells how one import goes.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from desktop.application.ingest.candidates import Candidate, given_file, real_path, shown_path
from desktop.application.ingest.describing import Clock, timestamp
from desktop.application.ingest.gathering import Found, gather_all, given_path, in_given_order
from desktop.application.ingest.indexing import DocumentIndexer
from desktop.application.ingest.reasons import FINISHED_BEFORE, GIVEN_UP, HALF_OPENED, refused_row, stored_row
from desktop.application.ingest.running import Engines, ImportRun
from desktop.application.ingest.versions import Versions
from desktop.application.job import JobContext
from desktop.application.ports import (
    AuditLog,
    DocumentStore,
    IndexReader,
    IndexWriter,
    LedgerQuery,
    MarkdownConverter,
    Tokenizer,
)
from desktop.application.settings import Settings
from desktop.domain.changes import Changes
from desktop.domain.errors import UsageError
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import Ledger, LedgerRow, Outcome

_ALL = 2**31 - 1


def utc_now() -> datetime:
    """The time, for everything that is not a test."""
    return datetime.now(UTC)


class Importer:
    """Converts, stores and indexes files. Vectors come later: keyword search needs none. `recognises`: OCR comes later, too."""

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
        *,
        recognises: bool = False,
    ) -> None:
        self._store = store
        self._writer = writer
        self._reader = reader
        self._clock = clock
        indexer = self._indexer = DocumentIndexer(writer, tokenizer, settings.chunks)
        self._versions = Versions(store, reader, indexer, audit)
        self._engines = Engines(store, writer, reader, converter, indexer, self._versions, audit, settings.imports, clock, recognises)

    def import_paths(self, context: JobContext, paths: Sequence[Path], options: ImportOptions) -> Ledger:
        """Import files and folders; each row is emitted as soon as it is durable.

        A cancelled import returns what was done, the rest as skipped, and can be resumed; Cancelled is raised only while it is
        still looking for files. Raises StorageProblem when the vault can take no more; what was recorded until then stays, and
        the import can be resumed. An import that was cut short and whose files are all among these is closed.
        """
        started = monotonic()
        begun = self._begin(context, paths, options)
        if begun is None:
            return Ledger((), round(monotonic() - started, 3))
        rows = self._run(context, *begun, None)
        return Ledger(rows, round(monotonic() - started, 3), begun[0].id)

    def import_again(self, context: JobContext, rows: Sequence[LedgerRow], passwords: Sequence[str] = ()) -> Ledger:
        """Import the files anew that rows of earlier imports are of, or of something inside of, each once.

        They are marked and tagged as their import said; those whose imports said different things become an import each, all of
        which the vault remembers from the start. The ledger has the rows of all and names the last that ran. Raises what
        `import_paths` raises.
        """
        started = monotonic()
        said = {job.id: job.options for job in self._reader.import_jobs(_ALL)}
        wanted: dict[Path, ImportOptions] = {}
        for row in rows:
            wanted.setdefault(given_path(row), replace(said.get(row.job, ImportOptions()), passwords=tuple(passwords)))
        groups = {options: [path for path in wanted if wanted[path] == options] for options in wanted.values()}
        begun = [each for options, paths in groups.items() if (each := self._begin(context, paths, options)) is not None]
        done: list[LedgerRow] = []
        job = ""
        for each in begun:
            if not context.cancel.cancelled:
                job = each[0].id
                done += self._run(context, *each, None)
        return Ledger(tuple(done), round(monotonic() - started, 3), job)

    def unfinished(self) -> tuple[ImportJob, ...]:
        """Imports in which files still wait, newest first."""
        return self._reader.import_jobs(unfinished=True)

    def resume(self, context: JobContext, job_id: str, passwords: Sequence[str] = ()) -> Ledger:
        """Go on with an import that was stopped, with the options it had; its whole ledger, also of what was read before.

        Raises UsageError if there is no such import, and what `import_paths` raises.
        """
        started = monotonic()
        job = self._job(job_id)
        job = replace(job, options=replace(job.options, passwords=tuple(passwords)))
        found = {str(each.path): each for each in gather_all(context, map(real_path, job.given))}
        files = [found.get(path, Found(Path(path))) for path in self._reader.waiting_files(job_id)]
        recorded = {row.path: row for row in self._reader.ledger(LedgerQuery(job=job_id, limit=_ALL))}
        rows = {row.path: row for row in self._run(context, job, files, recorded)} if files else {}
        ordered = in_given_order((recorded | rows).values(), [shown_path(Path(path)) for path in found])
        return Ledger(tuple(ordered), round(monotonic() - started, 3), job_id)

    def abandon(self, job_id: str) -> Ledger:
        """Close an import that was stopped: its waiting files become skipped rows, which are returned.

        A mail or archive that was read, but not all that lies in it, keeps its row, with a remark.
        """
        started = monotonic()
        job = self._job(job_id)
        self._index_what_was_stored()
        waiting = self._reader.waiting_files(job_id)
        recorded = {row.path: row for row in self._reader.ledger(LedgerQuery(job=job_id, limit=_ALL))}
        candidates = [given_file(order, Path(path)) for order, path in enumerate(waiting)]
        rows = [replace(self._given_up(job, each, recorded.get(each.shown)), job=job_id) for each in candidates]
        self._writer.put_ledger(rows, waiting)
        self._writer.end_import(job_id, timestamp(self._clock()))
        return Ledger(tuple(rows), round(monotonic() - started, 3), job_id)

    def link_versions(self, old: str, new: str) -> Changes:
        """Make `new` the successor of `old`, as if the file of one had become the other; see `Versions`."""
        return self._versions.link_versions(old, new)

    def unlink_versions(self, old: str, new: str) -> Changes:
        """Part two versions again; see `Versions`."""
        return self._versions.unlink_versions(old, new)

    def _begin(self, context: JobContext, paths: Sequence[Path], options: ImportOptions) -> tuple[ImportJob, Sequence[Found]] | None:
        """Have the vault remember a new import and its files; None where there are none."""
        files = gather_all(context, paths)
        if not files:
            return None
        now = timestamp(self._clock())
        given = tuple(shown_path(path.absolute()) for path in paths)
        job = ImportJob(f"{now}-{secrets.token_hex(3)}", now, given, options, files=len(files))
        earlier = self.unfinished()
        self._writer.begin_import(job, [str(found.path) for found in files])
        self._close_covered(earlier, {str(found.path) for found in files})
        return job, files

    def _run(
        self, context: JobContext, job: ImportJob, files: Sequence[Found], recorded: Mapping[str, LedgerRow] | None
    ) -> tuple[LedgerRow, ...]:
        self._index_what_was_stored()
        run = ImportRun(self._engines, context, job, files, recorded)
        rows = run.finish()
        if run.complete:
            self._writer.end_import(job.id, timestamp(self._clock()))
        return rows

    def _given_up(self, job: ImportJob, candidate: Candidate, recorded: LedgerRow | None) -> LedgerRow:
        """The row of a file that waits no more; what was stored of it, or of what it lies in, stays."""
        if recorded is not None:
            return replace(recorded, reason=f"{recorded.reason} {HALF_OPENED}".strip())
        document = self._versions.made_from(candidate.shown)
        if document is None or document.imported_at < job.started:
            return refused_row(candidate, Outcome.SKIPPED, GIVEN_UP)
        return stored_row(candidate, document, Outcome.UPDATED if document.supersedes else Outcome.IMPORTED, FINISHED_BEFORE)

    def _index_what_was_stored(self) -> None:
        """Take documents into the index that an import stored and was cut short before it could."""
        known = self._reader.document_states()
        for document_id, stamp in self._store.stamps().items():
            if document_id not in known:
                stored = self._store.read(document_id)
                if stored.document.source_sha256:
                    self._indexer.index(stored, stamp)

    def _close_covered(self, jobs: Sequence[ImportJob], files: set[str]) -> None:
        """End imports that were cut short and whose files are now read anew."""
        for job in jobs:
            if files.issuperset(self._reader.waiting_files(job.id)):
                self._writer.end_import(job.id, timestamp(self._clock()))

    def _job(self, job_id: str) -> ImportJob:
        job = next((each for each in self._reader.import_jobs(_ALL) if each.id == job_id), None)
        if job is None:
            raise UsageError(f"There is no import {job_id} in this vault.", "`coffer imports` lists those there are.")
        return job
