"""A desk to import from: an importer over fakes, and a folder with files."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

from desktop.application.ingest.importer import Importer
from desktop.application.job import CancelToken, JobContext, Progress
from desktop.application.settings import Settings
from desktop.domain.document import Document
from desktop.domain.import_job import ImportOptions
from desktop.domain.ledger import Ledger, LedgerRow, Outcome
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.converter import TextConverter
from tests.fakes.memory_index import MemoryIndex
from tests.fakes.memory_store import MemoryStore
from tests.fakes.words import WordTokenizer

NOON = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


class Desk:
    """Everything an import needs, each part within reach."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.store, self.index, self.audit, self.converter = MemoryStore(), MemoryIndex(), MemoryAuditLog(), TextConverter()
        self.settings = Settings()
        self.recognises = False
        self.now = NOON
        self.emitted: list[object] = []
        self.progress: list[Progress] = []
        self.cancel = CancelToken()

    @property
    def importer(self) -> Importer:
        """A new importer, as the program has after it was started again."""
        return Importer(
            self.store,
            self.index,
            self.index,
            self.converter,
            WordTokenizer(),
            self.audit,
            self.settings,
            clock=lambda: self.now,
            recognises=self.recognises,
        )

    @property
    def context(self) -> JobContext:
        return JobContext(self.cancel, self.progress.append, self.emitted.append)

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run(self, *paths: Path, options: ImportOptions | None = None) -> Ledger:
        return self.importer.import_paths(self.context, paths or (self.folder,), options or ImportOptions())

    def resume(self, job: str, *passwords: str) -> Ledger:
        self.cancel = CancelToken()
        return self.importer.resume(self.context, job, passwords)

    def document(self, row: LedgerRow) -> Document:
        assert row.document_id is not None
        return self.store.read(row.document_id).document


def named(desk: Desk, ledger: Ledger) -> dict[str, LedgerRow]:
    """Rows by their path below the desk's folder."""
    assert len({row.path for row in ledger.rows}) == len(ledger.rows)
    return {os.path.relpath(row.path, desk.folder): row for row in ledger.rows}


def outcomes(desk: Desk, ledger: Ledger) -> dict[str, Outcome]:
    return {name: row.outcome for name, row in named(desk, ledger).items()}


def row_of(ledger: Ledger, path: Path) -> LedgerRow:
    (row,) = [row for row in ledger.rows if row.path == str(path)]
    return row
