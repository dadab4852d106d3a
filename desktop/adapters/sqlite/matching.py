"""Words and phrases as an FTS5 expression."""

from __future__ import annotations

from collections.abc import Iterable

import apsw

from desktop.adapters.sqlite.database import fetch
from desktop.application.ports import KeywordQuery
from desktop.application.retrieve.words import words


def expression(connection: apsw.Connection, query: KeywordQuery) -> str:
    """What a query asks for; empty if it holds no word."""
    required, terms = phrases(query.required), phrases(query.terms)
    if last := phrase(query.prefix):
        terms.append(last if _stands_somewhere(connection, last) else f"{last} *")
    return all_of(required, terms) if required else any_of(terms)


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


def _stands_somewhere(connection: apsw.Connection, quoted: str) -> bool:
    return bool(fetch(connection, "SELECT 1 FROM documents_fts WHERE documents_fts MATCH ? LIMIT 1", (quoted,)))
