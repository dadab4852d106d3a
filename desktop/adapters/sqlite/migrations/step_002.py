"""Where documents came from, how well they were read, and imports that can be taken up again where they stopped."""

from __future__ import annotations

# Rows of the ledger kept before this step may share job and path where a name was no text: those are told apart, none is dropped.
# What waits is kept as bytes, for a file's name need not be text. `folded` is what a person's words are sought in.
SQL = """
ALTER TABLE documents ADD COLUMN author TEXT;
ALTER TABLE documents ADD COLUMN source_path TEXT;
ALTER TABLE documents ADD COLUMN supersedes TEXT;
ALTER TABLE documents ADD COLUMN superseded_by TEXT;
ALTER TABLE documents ADD COLUMN origins TEXT NOT NULL DEFAULT '[]';
ALTER TABLE documents ADD COLUMN quality TEXT NOT NULL DEFAULT '{}';
ALTER TABLE documents ADD COLUMN unread_pages INTEGER NOT NULL DEFAULT 0;

CREATE INDEX documents_by_path ON documents (source_path) WHERE source_path IS NOT NULL;
CREATE INDEX documents_by_filename ON documents (source_filename);
CREATE INDEX documents_by_parent ON documents (parent) WHERE parent IS NOT NULL;
CREATE INDEX documents_unrecognised ON documents (imported_at, key) WHERE unread_pages > 0;

CREATE TABLE imports (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    started TEXT NOT NULL,
    ended TEXT,
    given TEXT NOT NULL,
    options TEXT NOT NULL,
    files INTEGER NOT NULL
) STRICT;

INSERT INTO imports (id, started, ended, given, options, files)
SELECT job, at, at, '[]', '{}', files FROM (
    SELECT job, iif(job GLOB '[0-9][0-9][0-9][0-9]-*T*Z-*', substr(job, 1, 20), '') AS at, count(*) AS files, min(id) AS first
    FROM jobs GROUP BY job
) ORDER BY first;

CREATE TABLE waiting (
    import INTEGER NOT NULL REFERENCES imports (key) ON DELETE CASCADE,
    path BLOB NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (import, path)
) STRICT, WITHOUT ROWID;

CREATE INDEX waiting_in_order ON waiting (import, position);

ALTER TABLE jobs ADD COLUMN problem TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE jobs SET path = path || ' (' || id || ')' WHERE id NOT IN (SELECT min(id) FROM jobs GROUP BY job, path);
UPDATE jobs SET folded = lower(path || char(10) || reason);
CREATE UNIQUE INDEX jobs_by_path ON jobs (job, path);
CREATE INDEX jobs_by_outcome ON jobs (outcome, job);
"""
