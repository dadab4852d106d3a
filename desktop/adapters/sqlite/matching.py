"""Words and phrases as an FTS5 expression."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import apsw

from desktop.adapters.sqlite.database import fetch, fetch_number
from desktop.application.ports import KeywordQuery
from desktop.application.retrieve.words import words

LARGE = 20_000
"""Chunks from which on a query is quickened; below, every query takes a few milliseconds."""
COMMON_SHARE = 0.1


class Match(NamedTuple):
    """An FTS5 expression, and how many times each of its terms stands in it and so in its scores."""

    expression: str
    times: int = 1


def expressions(connection: apsw.Connection, query: KeywordQuery, *, quicken: bool = True) -> list[Match]:
    """What a query asks for: the last one finds all; one before it finds the best of them sooner. None if it holds no word."""
    required, terms = phrases(query.required), phrases(query.terms)
    if last := phrase(query.prefix):
        terms.append(last if _stands_somewhere(connection, last) else f"{last} *")
    if required:
        return [Match(all_of(required, terms))]
    if not terms:
        return []
    return [*(_quicker(connection, terms) if quicken else []), Match(any_of(terms))]


def phrase(text: str) -> str:
    """A text as FTS5 takes it, whatever it holds; empty if it has no word."""
    return '"' + text.replace("\0", " ").replace('"', '""') + '"' if any(True for _ in words(text)) else ""


def phrases(texts: Iterable[str]) -> list[str]:
    """Each text that has a word, as FTS5 takes it."""
    return [quoted for text in texts if (quoted := phrase(text))]


def all_of(required: list[str], optional: list[str]) -> str:
    """What holds all of `required`; the optional ones only raise the score.

    The required ones stand in both halves, since FTS5 has no other way to say optional.
    """
    both = " AND ".join(required)
    return f"({both}) AND ({any_of([*required, *optional])})" if optional else both


def any_of(terms: list[str]) -> str:
    """What holds at least one."""
    return " OR ".join(terms)


def _quicker(connection: apsw.Connection, terms: list[str]) -> list[Match]:
    """In a large index with rare and common terms: chunks with a rare one, ranked by all.

    FTS5 scores every chunk that matches; common words match most and decide little. All terms stand twice, since
    only so they count alike.
    """
    chunks = fetch_number(connection, "SELECT count(*) FROM chunks")
    if chunks < LARGE or len(terms) < 2:
        return []
    common = [term for term in terms if _frequency(connection, term) > chunks * COMMON_SHARE]
    rare = [term for term in terms if term not in common]
    return [Match(f"({any_of(rare)}) AND ({any_of([*rare, *common, *common])})", times=2)] if rare and common else []


def _frequency(connection: apsw.Connection, term: str) -> int:
    return fetch_number(connection, "SELECT count(*) FROM documents_fts WHERE documents_fts MATCH ?", (term,))


def _stands_somewhere(connection: apsw.Connection, quoted: str) -> bool:
    return bool(fetch(connection, "SELECT 1 FROM documents_fts WHERE documents_fts MATCH ? LIMIT 1", (quoted,)))
