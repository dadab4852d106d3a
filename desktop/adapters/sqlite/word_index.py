"""The words of chunks in the full-text index.

Texts are parted into terms before FTS5 sees them, which splits at the spaces alone. A tokenizer of our own, registered
with SQLite, was measured to index as fast (within a tenth). But without it no other program could check the index, and a
stem at the place of its word would stand for it in phrases, which are to be found as they are written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import apsw

from desktop.adapters.sqlite import spellings
from desktop.application.retrieve.folding import fold
from desktop.application.retrieve.words import VERSION, Terms, terms_of

ChunkTexts = tuple[int, str, tuple[str, ...], str]
"""The id of a chunk, the title of its document, its headings, its text."""

_PUT = "INSERT INTO documents_fts (rowid, title, text, exact, title_stems, text_stems) VALUES (?, ?, ?, ?, ?, ?)"
_CHUNKS_AFTER = """
    SELECT c.id, d.title, c.headings, c.text FROM chunks c JOIN documents d ON d.key = c.document WHERE c.id > ? ORDER BY c.id LIMIT ?
"""
_BATCH = 1000


def put_words(connection: apsw.Connection, chunks: Iterable[ChunkTexts]) -> None:
    """Index the words of chunks that are not in the index yet."""
    foreign: set[str] = set()
    rows = []
    for number, title, headings, text in chunks:
        above, own = _heading_terms("\n".join(dict.fromkeys((title, *headings)))), terms_of(text)
        rows.append((number, above.words, own.words, f"{above.exact} {own.exact}", above.stems, own.stems))
        foreign.update(word for terms in (above.words, own.words) if not terms.isascii() for word in terms.split(" "))
    connection.executemany(_PUT, rows)
    spellings.store(connection, foreign)


def rebuild_if_stale(connection: apsw.Connection) -> None:
    """Make all words anew from the chunks if they were made another way; a kill in between leaves them as they were."""
    if connection.execute("SELECT 1 FROM meta WHERE name = 'words' AND value = ?", (VERSION,)).fetchall():
        return
    with connection:
        connection.execute("INSERT INTO documents_fts (documents_fts) VALUES ('delete-all')")
        connection.execute("DELETE FROM spellings")
        titles = connection.execute("SELECT key, title, source_filename FROM documents").fetchall()
        connection.executemany(
            "UPDATE documents SET folded_title = ?, folded_filename = ? WHERE key = ?",
            ((fold(str(title)), fold(str(filename)), key) for key, title, filename in titles),
        )
        last = 0
        while chunks := _chunks_after(connection, last):
            put_words(connection, chunks)
            last = chunks[-1][0]
        connection.execute("INSERT INTO meta VALUES ('words', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value", (VERSION,))


def _chunks_after(connection: apsw.Connection, last: int) -> list[ChunkTexts]:
    rows: list[tuple[Any, ...]] = connection.execute(_CHUNKS_AFTER, (last, _BATCH)).fetchall()
    return [(number, title, tuple(json.loads(headings)), text) for number, title, headings, text in rows]


@lru_cache(256)
def _heading_terms(text: str) -> Terms:
    """Remembered, for neighbouring chunks mostly share their headings."""
    return terms_of(text)
