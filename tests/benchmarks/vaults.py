"""Vaults to measure in: empty ones, and large ones written through the real ports without converting anything."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from desktop.adapters.sqlite.database import Database
from desktop.adapters.sqlite.index_reader import SqliteIndexReader
from desktop.adapters.sqlite.index_writer import SqliteIndexWriter
from desktop.adapters.vault_files import VaultFiles
from desktop.application.ports import NewDocument
from desktop.application.services import Services
from desktop.bootstrap import Opener, read_environment
from desktop.domain.chunk import Chunk
from desktop.domain.document import Document, document_id
from desktop.domain.marking import Marking
from desktop.domain.vault import VaultPaths
from tests.benchmarks.corpus import TextMaker, unit_vectors

CHUNKS_A_DOCUMENT = 20
BATCH_DOCUMENTS, BATCH_VECTORS = 50, 2000


def opener() -> Opener:
    """What the window and the command line open vaults with."""
    return Opener(read_environment())


@contextmanager
def opened(root: Path) -> Iterator[Services]:
    """Services of the vault in `root`, made if it is not there."""
    if not root.exists():
        opener().create(root)
    services = opener().open(root, write=True)
    try:
        yield services
    finally:
        services.close()


@contextmanager
def fresh_vault() -> Iterator[Services]:
    """Services of an empty vault that is gone afterwards."""
    with TemporaryDirectory(prefix="coffer-benchmark-") as folder, opened(Path(folder) / "vault") as services:
        yield services


@dataclass(frozen=True, slots=True)
class Embedding:
    """Whose vectors these pass for, and how long they are."""

    identity: str
    dimensions: int


def fill(root: Path, maker: TextMaker, chunks: int, embedding: Embedding, seed: int) -> list[str]:
    """Write a new vault of made paragraphs, a chunk each, with made vectors; returns the paragraphs by chunk."""
    opener().create(root)
    paths = VaultPaths(root)
    database, files = Database(paths.index), VaultFiles(paths)
    writer = SqliteIndexWriter(database)
    writer.use_embedder(embedding.identity, embedding.dimensions)
    paragraphs = [maker.paragraph() for _ in range(chunks)]
    documents = _documents(paragraphs, root.parent)
    while batch := list(islice(documents, BATCH_DOCUMENTS)):
        for (new, cut), stamp in zip(batch, files.write_all([new for new, _ in batch]), strict=True):
            writer.put_document(new.document, new.body, cut, stamp)
    _put_vectors(SqliteIndexReader(database), writer, embedding, chunks, seed)
    database.close()
    return paragraphs


def _documents(paragraphs: Sequence[str], folder: Path) -> Iterator[tuple[NewDocument, list[Chunk]]]:
    for number, first in enumerate(range(0, len(paragraphs), CHUNKS_A_DOCUMENT)):
        own = paragraphs[first : first + CHUNKS_A_DOCUMENT]
        cut, start = [], 0
        for position, text in enumerate(own):
            cut.append(Chunk(position, start, start + len(text), text))
            start += len(text) + 2
        body = "\n\n".join(own) + "\n"
        original = folder / f"report-{number:06}.txt"
        original.write_text(body, encoding="utf-8")
        sha256 = hashlib.sha256(body.encode()).hexdigest()
        document = Document(
            id=document_id(original.stem, sha256),
            title=f"Report {number}",
            source_filename=original.name,
            source_format="txt",
            source_sha256=sha256,
            converter="made 1",
            imported_at="2026-11-30T00:00:00Z",
            tlp=Marking.CLEAR if number % 10 else Marking.AMBER,
        )
        yield NewDocument(document, body, original), cut


def _put_vectors(reader: SqliteIndexReader, writer: SqliteIndexWriter, embedding: Embedding, chunks: int, seed: int) -> None:
    vectors = iter(unit_vectors(chunks, embedding.dimensions, seed))
    while waiting := reader.pending_texts(BATCH_VECTORS):
        writer.put_vectors([(each.chunk, next(vectors).tobytes()) for each in waiting])
