"""Documents, their chunks and words, the ledger, and what belongs to the index as a whole.

`vec_chunks` is not here: it is made for the embedder in use, since its dimension is part of the table.
"""

from __future__ import annotations

# The first object is an ordinary table: with a virtual one in front, integrity_check may look at a part only.
# AUTOINCREMENT: a vector made for a chunk that has gone meanwhile must never meet a newer chunk with its id.
# Words are kept apart from the text (contentless): what is indexed is refanged, what is shown is as it stands.
SQL = """
CREATE TABLE meta (
    name TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE documents (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    source_filename TEXT NOT NULL,
    source_format TEXT NOT NULL,
    source_sha256 TEXT NOT NULL,
    converter TEXT NOT NULL,
    imported_at TEXT NOT NULL,
    source_mode TEXT NOT NULL,
    published TEXT,
    language TEXT,
    pages INTEGER,
    tlp TEXT NOT NULL,
    grade TEXT,
    tags TEXT NOT NULL,
    parent TEXT,
    characters INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    folded_title TEXT NOT NULL,
    folded_filename TEXT NOT NULL,
    body_sha256 TEXT NOT NULL,
    file_size INTEGER NOT NULL,
    file_modified_ns INTEGER NOT NULL
) STRICT;

CREATE INDEX documents_by_original ON documents (source_sha256);
CREATE INDEX documents_by_import ON documents (imported_at, id);
CREATE INDEX documents_by_title ON documents (folded_title, id);

CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    page INTEGER,
    embedded INTEGER NOT NULL DEFAULT 0,
    hash BLOB NOT NULL,
    headings TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (document, position)
) STRICT;

CREATE INDEX chunks_by_start ON chunks (document, "start");
CREATE INDEX chunks_pending ON chunks (id) WHERE embedded = 0;

CREATE VIRTUAL TABLE documents_fts USING fts5 (
    title, text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
INSERT INTO documents_fts (documents_fts, rank) VALUES ('rank', 'bm25(2.0, 1.0)');

CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    job TEXT NOT NULL,
    path TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    document_id TEXT,
    format TEXT,
    converter TEXT,
    pages INTEGER,
    pages_with_text INTEGER,
    ocr_pages INTEGER,
    characters INTEGER,
    chunks INTEGER,
    truncated INTEGER NOT NULL,
    parent TEXT,
    seconds REAL NOT NULL
) STRICT;
"""
