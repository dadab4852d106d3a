"""Entities with their names, where they are mentioned, and relations with the sentences that state them."""

from __future__ import annotations

# A relation and its denial are two, so that what is denied never counts as a claim. What is counted of entities and
# relations is counted as it changes, for a list must not count a million rows. A mention without an entity is of a name that several share.
SQL = """
ALTER TABLE documents ADD COLUMN extracted INTEGER NOT NULL DEFAULT 0;

CREATE INDEX documents_unextracted ON documents (extracted, imported_at, key) WHERE extracted <> 1;

CREATE TABLE extractor (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    rules TEXT NOT NULL,
    known TEXT NOT NULL,
    knowledge BLOB NOT NULL
) STRICT;

CREATE TABLE entities (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    value TEXT NOT NULL,
    identity_class TEXT NOT NULL,
    folded TEXT NOT NULL,
    documents INTEGER NOT NULL DEFAULT 0,
    mentions INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX entities_by_value ON entities (folded);
CREATE INDEX entities_by_count ON entities (documents DESC, mentions DESC, id);

CREATE TABLE aliases (
    entity INTEGER NOT NULL REFERENCES entities (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    folded TEXT NOT NULL,
    source TEXT NOT NULL,
    date TEXT NOT NULL,
    status TEXT NOT NULL,
    is_main INTEGER NOT NULL,
    PRIMARY KEY (entity, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX aliases_by_name ON aliases (folded, status);

CREATE TABLE grounds (
    key INTEGER PRIMARY KEY,
    said TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE mentions (
    key INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    entity INTEGER REFERENCES entities (key),
    chunk INTEGER,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    text TEXT NOT NULL,
    type TEXT NOT NULL,
    value TEXT,
    confidence REAL NOT NULL,
    ground INTEGER NOT NULL REFERENCES grounds (key),
    notes TEXT
) STRICT;

CREATE INDEX mentions_by_place ON mentions (document, "start");
CREATE INDEX mentions_by_entity ON mentions (entity, document, "start");

CREATE TABLE candidates (
    mention INTEGER NOT NULL REFERENCES mentions (key) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    entity INTEGER NOT NULL REFERENCES entities (key),
    PRIMARY KEY (mention, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX candidates_by_entity ON candidates (entity, mention);

CREATE TABLE relations (
    key INTEGER PRIMARY KEY,
    source INTEGER NOT NULL REFERENCES entities (key),
    relationship TEXT NOT NULL,
    target INTEGER NOT NULL REFERENCES entities (key),
    negated INTEGER NOT NULL,
    confidence REAL NOT NULL DEFAULT 0,
    sentences INTEGER NOT NULL DEFAULT 0,
    UNIQUE (source, relationship, target, negated)
) STRICT;

CREATE INDEX relations_by_target ON relations (target, relationship, source);

CREATE TABLE sentences (
    key INTEGER PRIMARY KEY,
    document INTEGER NOT NULL REFERENCES documents (key) ON DELETE CASCADE,
    chunk INTEGER,
    "start" INTEGER NOT NULL,
    "end" INTEGER NOT NULL,
    quote TEXT NOT NULL,
    UNIQUE (document, "start", "end")
) STRICT;

CREATE TABLE evidence (
    relation INTEGER NOT NULL REFERENCES relations (key) ON DELETE CASCADE,
    sentence INTEGER NOT NULL REFERENCES sentences (key) ON DELETE CASCADE,
    confidence REAL NOT NULL,
    status TEXT NOT NULL,
    ground INTEGER NOT NULL REFERENCES grounds (key),
    PRIMARY KEY (relation, sentence)
) STRICT, WITHOUT ROWID;

CREATE INDEX evidence_by_sentence ON evidence (sentence, relation);
"""
