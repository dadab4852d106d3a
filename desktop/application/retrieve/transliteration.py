"""Widening a query by words of other alphabets that read the same, where a person wishes so."""

from __future__ import annotations

from dataclasses import replace

from desktop.application.ports import IndexReader
from desktop.application.retrieve.folding import fold
from desktop.domain.keywords import AnyOf, Beginning, Clause, KeywordQuery, Phrase


def transliterated(query: KeywordQuery, reader: IndexReader) -> KeywordQuery:
    """The query with each word joined by those of the index that are spelled like it in Latin letters; they stand in it to be seen."""
    last = _widened(query.prefix, reader) if query.prefix else None
    terms = tuple(_widened(clause, reader) or clause for clause in query.terms)
    if last is not None:
        return replace(query, terms=(*terms, AnyOf((Beginning(query.prefix), *last.parts[1:]))), prefix="")
    return replace(query, terms=terms)


def _widened(clause: Clause, reader: IndexReader) -> AnyOf | None:
    if not isinstance(clause, str) or not clause.isalpha():
        return None
    alike = reader.alike(fold(clause))
    return AnyOf((clause, *map(Phrase, alike))) if alike else None
