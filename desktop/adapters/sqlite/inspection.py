"""Looking for damage and contradictions in the index."""

from __future__ import annotations

import apsw

from desktop.adapters.sqlite import vectors as vec
from desktop.adapters.sqlite.database import fetch, fetch_number

_CHECKS = (
    ("SELECT count(*) FROM chunks", "SELECT count(*) FROM documents_fts_docsize", "{} chunks, but words of {}."),
    ("SELECT count(*) FROM chunks", "SELECT coalesce(sum(chunks), 0) FROM documents", "{} chunks, but {} counted in their documents."),
)
_VECTORS = (
    "SELECT count(*) FROM chunks WHERE embedded = 1",
    "SELECT count(*) FROM vec_chunks_rowids",
    "{} chunks with vectors, but {} vectors.",
)


def find_problems(connection: apsw.Connection) -> list[str]:
    """Sentences on what is wrong: SQLite's own check (FTS5's included), references, and counts that must agree."""
    found = [f"The index is damaged: {text}." for (text,) in fetch(connection, "PRAGMA integrity_check") if text != "ok"]
    found += [f"The index is damaged: a row of {row[0]} belongs to nothing." for row in fetch(connection, "PRAGMA foreign_key_check")]
    checks = _CHECKS if vec.dimensions(connection) is None else (*_CHECKS, _VECTORS)
    for one, other, sentence in checks:
        left, right = fetch_number(connection, one), fetch_number(connection, other)
        if left != right:
            found.append(f"The index contradicts itself: {sentence.format(left, right)}")
    return found
