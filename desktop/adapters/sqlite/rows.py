"""Values of the domain as rows of the tables, and back; a column is named as the field it holds."""

from __future__ import annotations

import json
from dataclasses import fields, replace

from desktop.adapters.sqlite.database import Row
from desktop.application.ports import FileStamp, IndexedChunk
from desktop.application.retrieve.words import fold
from desktop.domain.chunk import Chunk, content_hash
from desktop.domain.document import Document, DocumentSummary
from desktop.domain.ledger import LedgerRow, Outcome
from desktop.domain.marking import Marking

_DOCUMENT = tuple(each.name for each in fields(Document))
SUMMARY = (*_DOCUMENT, "characters", "chunks")
STORED = (*SUMMARY, "folded_title", "folded_filename", "body_sha256", "file_size", "file_modified_ns")
LEDGER = tuple(each.name for each in fields(LedgerRow))
CHUNK = ("c.id", "d.id", "d.title", "c.position", 'c."start"', 'c."end"', "c.text", "c.page", "c.headings")


def document_row(document: Document, body: str, chunks: int, stamp: FileStamp) -> Row:
    """A document in the order of STORED."""
    own = {name: getattr(document, name) for name in _DOCUMENT}
    own |= {"tlp": str(document.tlp), "tags": json.dumps(document.tags, ensure_ascii=False)}
    folded = (fold(document.title), fold(document.source_filename))
    return (*own.values(), len(body), chunks, *folded, content_hash(body), stamp.size, stamp.modified_ns)


def to_summary(row: Row) -> DocumentSummary:
    """A row of SUMMARY as the document list shows it."""
    *own, characters, chunks = row
    document = Document(*own)
    document = replace(document, tlp=Marking(document.tlp), tags=tuple(json.loads(str(document.tags))))
    return DocumentSummary(document, characters, chunks)


def to_indexed_chunk(row: Row) -> IndexedChunk:
    """A row of CHUNK as what the index keeps of a chunk."""
    number, document_id, title, position, start, end, text, page, headings = row
    return IndexedChunk(number, document_id, title, Chunk(position, start, end, text, page, tuple(json.loads(headings))))


def ledger_values(row: LedgerRow) -> Row:
    """A ledger row in the order of LEDGER."""
    return tuple(str(value) if isinstance(value, Outcome) else value for value in (getattr(row, name) for name in LEDGER))


def to_ledger_row(row: Row) -> LedgerRow:
    """A row of LEDGER."""
    read = LedgerRow(*row)
    return replace(read, outcome=Outcome(read.outcome), truncated=bool(read.truncated))
