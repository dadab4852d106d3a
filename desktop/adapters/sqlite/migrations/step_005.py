"""Facts: indexed as text as documents are, and listed by what they say."""

from __future__ import annotations

# A fact has a row in `documents` too (kind 'fact', id 'memory/<fact id>'): its chunks, words and vectors are then found, ranked
# and filtered with all others. `hidden` keeps it out of searches: 1 where another took its place, 2 where nobody accepted it.
# Keys of subject, relationship and object are folded, for facts of the same things to meet whatever their spelling.
SQL = """
ALTER TABLE documents ADD COLUMN kind TEXT NOT NULL DEFAULT 'document';
ALTER TABLE documents ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
CREATE INDEX documents_hidden ON documents (hidden, chunks) WHERE hidden > 0;
CREATE INDEX documents_of_facts ON documents (key) WHERE kind = 'fact';

CREATE TABLE facts (
    key INTEGER PRIMARY KEY REFERENCES documents (key) ON DELETE CASCADE,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    type TEXT NOT NULL,
    tlp TEXT NOT NULL,
    grade TEXT,
    confidence TEXT,
    subject TEXT,
    relationship TEXT,
    object TEXT,
    negated INTEGER NOT NULL,
    tags TEXT NOT NULL,
    valid_from TEXT,
    valid_until TEXT,
    supersedes TEXT,
    superseded_by TEXT,
    kept_with TEXT NOT NULL,
    status TEXT NOT NULL,
    actor TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    subject_key TEXT,
    object_key TEXT,
    current INTEGER NOT NULL,
    folded TEXT NOT NULL,
    sha256 TEXT NOT NULL
) STRICT;

CREATE INDEX facts_by_update ON facts (updated_at, id);
CREATE INDEX facts_by_name ON facts (name, id);
CREATE INDEX facts_by_statement ON facts (subject_key, relationship, object_key, negated) WHERE current AND subject_key IS NOT NULL;
CREATE INDEX facts_until ON facts (valid_until) WHERE valid_until IS NOT NULL;

CREATE TABLE fact_sources (
    fact INTEGER NOT NULL REFERENCES facts (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    document TEXT NOT NULL,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    quote TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'unchecked',
    anchor_start INTEGER NOT NULL DEFAULT 0,
    anchor_end INTEGER NOT NULL DEFAULT 0,
    document_sha256 TEXT,
    PRIMARY KEY (fact, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX fact_sources_by_document ON fact_sources (document);
CREATE INDEX fact_sources_broken ON fact_sources (fact) WHERE state IN ('changed', 'gone');
"""
