"""Values of the domain as rows of the tables, and back; a column is named as the field it holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace

from desktop.adapters.sqlite.database import Row
from desktop.application.ports import FileStamp, IndexedChunk, PendingText
from desktop.application.retrieve.words import fold
from desktop.domain.chunk import Chunk, content_hash
from desktop.domain.document import Document, DocumentSummary
from desktop.domain.import_job import ImportJob, ImportOptions
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking
from desktop.domain.quality import quality_values, read_quality
from desktop.domain.stated_marking import heeded

_DOCUMENT = tuple(each.name for each in fields(Document))
SUMMARY = (*_DOCUMENT, "characters", "chunks")
STORED = (*SUMMARY, "unread_pages", "folded_title", "folded_filename", "body_sha256", "file_size", "file_modified_ns", "stated_tlp")
DESCRIBED = tuple(
    name for name in STORED if name not in ("id", "title", "folded_title", "characters", "chunks", "body_sha256", "stated_tlp")
)
LEDGER = tuple(each.name for each in fields(LedgerRow))
STORED_LEDGER = (*LEDGER, "folded")
IMPORT = ("id", "started", "given", "options", "ended", "files")
CHUNK = ("c.id", "d.id", "d.title", "c.position", 'c."start"', 'c."end"', "c.text", "c.page", "c.headings")


def document_row(document: Document, body: str, chunks: int, stamp: FileStamp) -> Row:
    """A document in the order of STORED."""
    own = {name: getattr(document, name) for name in _DOCUMENT}
    own |= {"tlp": str(document.tlp), "tags": _json(document.tags), "origins": _json(document.origins)}
    own |= {"quality": _json(quality_values(document.quality))}
    counted = (len(body), chunks, len(document.quality.unread_pages))
    folded = (fold(document.title), fold(document.source_filename))
    return (*own.values(), *counted, *folded, content_hash(body), stamp.size, stamp.modified_ns, str(heeded(Marking.CLEAR, body)))


def described_values(document: Document, stamp: FileStamp) -> Row:
    """What front matter says of a document, in the order of DESCRIBED, then its id."""
    row = dict(zip(STORED, document_row(document, "", 0, stamp), strict=True))
    return (*(row[name] for name in DESCRIBED), document.id)


def to_summary(row: Row) -> DocumentSummary:
    """A row of SUMMARY as the document list shows it."""
    *own, characters, chunks = row
    document = Document(*own)
    document = replace(
        document,
        tlp=Marking(document.tlp),
        tags=tuple(json.loads(str(document.tags))),
        origins=tuple((name, words) for name, words in json.loads(str(document.origins))),
        quality=read_quality(json.loads(str(document.quality)))[0],
    )
    return DocumentSummary(document, characters, chunks)


def to_indexed_chunk(row: Row) -> IndexedChunk:
    """A row of CHUNK as what the index keeps of a chunk."""
    number, document_id, title, position, start, end, text, page, headings = row
    return IndexedChunk(number, document_id, title, Chunk(position, start, end, text, page, tuple(json.loads(headings))))


def to_pending(indexed: IndexedChunk) -> PendingText:
    """A chunk with the text that is embedded of it."""
    return PendingText(indexed.id, indexed.document_id, indexed.chunk.embedded_text(indexed.title))


def ledger_values(row: LedgerRow) -> Row:
    """A ledger row in the order of STORED_LEDGER."""
    own = (str(value) if isinstance(value, Outcome) else value for value in (getattr(row, name) for name in LEDGER))
    return (*own, fold(f"{row.path}\n{row.reason}"))


def to_ledger_row(row: Row) -> LedgerRow:
    """A row of LEDGER."""
    read = LedgerRow(*row)
    return replace(read, outcome=Outcome(read.outcome), truncated=bool(read.truncated))


def import_row(job: ImportJob, files: int) -> Row:
    """An import in the order of IMPORT; its passwords stay in memory."""
    options = {"tlp": job.options.tlp, "tags": job.options.tags, "update": job.options.update}
    return (job.id, job.started, json.dumps(job.given), _json(options), job.ended, files)  # a given path need not be UTF-8


def to_import_job(row: Row, waiting: int, totals: Mapping[Outcome, int]) -> ImportJob:
    """A row of IMPORT, with what is counted elsewhere."""
    name, started, given, options, ended, files = row
    said = json.loads(options)
    tlp = Marking(said["tlp"]) if said.get("tlp") else None
    kept = ImportOptions(tlp, tuple(said.get("tags", ())), said.get("update"))
    return ImportJob(name, started, tuple(json.loads(given)), kept, ended, files, waiting, totals)


def path_bytes(path: str) -> bytes:
    """A path as it is kept where it must be found again, whatever its name is made of."""
    return path.encode("utf-8", "surrogatepass")


def to_path(kept: bytes) -> str:
    """A path that `path_bytes` kept."""
    return kept.decode("utf-8", "surrogatepass")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
