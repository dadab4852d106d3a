"""Watched folders: what appears or changes in them is imported by itself, once it is at rest; what vanishes stays in the vault."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

from desktop.application.ingest.candidates import shown_path
from desktop.application.ingest.fingerprint import sha256_of
from desktop.application.ingest.gathering import gather_all
from desktop.application.ingest.importer import Importer
from desktop.application.job import CancelToken, JobContext
from desktop.application.ports import DocumentStore, IndexReader, LedgerQuery
from desktop.application.settings import stated_path
from desktop.domain.errors import DocumentNotFound
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger

_ALL = 2**31 - 1
AT_REST = 2.0
"""Seconds that a file must look the same before it is read: somebody may still be copying it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a file looked: `changed_ns` also moves when another file is put in its place."""

    size: int
    modified_ns: int
    changed_ns: int


class WatchedFolders:
    """Asked every few seconds; never waits itself. Files that were refused are tried again only once they change."""

    def __init__(
        self,
        importer: Importer,
        store: DocumentStore,
        reader: IndexReader,
        folders: Sequence[str],
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.folders = tuple(stated_path(each).absolute() for each in folders)
        self._importer = importer
        self._store = store
        self._reader = reader
        self._clock = clock
        self._done: dict[Path, Look] = {}
        self._waiting: dict[Path, tuple[Look, float]] = {}
        self._begun = False

    @property
    def missing(self) -> tuple[Path, ...]:
        """Watched folders that are not there."""
        return tuple(folder for folder in self.folders if not is_there(folder))

    @property
    def settling(self) -> bool:
        """Whether files were seen that are new or changed, but not at rest for long enough to be read."""
        return bool(self._waiting)

    def scan(self, context: JobContext) -> Ledger:
        """Import what is new or changed since the last scan and has been at rest for two seconds between two scans.

        The ledger is empty, and no import is remembered, where there is nothing of the kind. Raises what `import_paths` raises.
        """
        if not self._begun:
            self._done, self._begun = self._accounted_for(context), True
        at_rest = {path: look for path, look in self._at_rest(context) if not self._is_known(path, look, context.cancel)}
        if not at_rest:
            return Ledger((), 0.0)
        ledger = self._importer.import_paths(context, list(at_rest), ImportOptions())
        self._done |= at_rest
        return ledger

    def _at_rest(self, context: JobContext) -> Iterator[tuple[Path, Look]]:
        """Files that are not done and look as they did two seconds ago."""
        now, waiting = self._clock(), self._waiting
        self._waiting = {}
        for path, look in self._looks(context):
            if self._done.get(path) == look:
                continue
            before, since = waiting.get(path, (look, now))
            if before == look and now - since >= AT_REST:
                yield path, look
            else:
                self._waiting[path] = (look, since if before == look else now)

    def _looks(self, context: JobContext) -> list[tuple[Path, Look]]:
        present = [folder for folder in self.folders if is_there(folder)]
        looks = []
        for found in gather_all(context, present):
            look = _look_at(found.path) if found.outcome is None else None
            if look is not None:
                looks.append((found.path, look))
        return looks

    def _is_known(self, path: Path, look: Look, cancel: CancelToken) -> bool:
        """Whether the newest document of this path has this very content; it is remembered if so."""
        document_id = self._reader.document_from(shown_path(path))
        try:
            known = document_id is not None and self._store.read(document_id).document.source_sha256 == sha256_of(path, cancel)
        except (DocumentNotFound, OSError):
            return False
        if known:
            self._done[path] = look
        return known

    def _accounted_for(self, context: JobContext) -> dict[Path, Look]:
        """Files that the ledger has a row for and that did not change since that import began."""
        begun = {job.id: _nanoseconds(job.started) for job in self._reader.import_jobs(_ALL)}
        told: dict[str, int] = {}
        for folder in self.folders:
            for row in self._reader.ledger(LedgerQuery(text=shown_path(folder), limit=_ALL)):
                told[row.path] = max(told.get(row.path, 0), begun.get(row.job, 0))
        return {path: look for path, look in self._looks(context) if max(look.modified_ns, look.changed_ns) < told.get(shown_path(path), 0)}


def is_there(folder: Path) -> bool:
    """Whether a watched folder is one that can be looked into; a name that no folder can have is not."""
    with suppress(OSError):
        return folder.is_dir()
    return False


def _look_at(path: Path) -> Look | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return Look(status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _nanoseconds(started: str) -> int:
    moment = datetime.strptime(started, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    return int(moment.timestamp()) * 1_000_000_000
