"""Filters and sorting of documents as SQL."""

from __future__ import annotations

import json
from dataclasses import dataclass

from desktop.application.ports import DocumentQuery, LedgerQuery
from desktop.application.retrieve.words import fold
from desktop.domain.errors import UsageError
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters


@dataclass(frozen=True, slots=True)
class Condition:
    """What stands after WHERE, and the values of its question marks."""

    sql: str
    values: tuple[str, ...] = ()


_NEEDS_ATTENTION = "(j.outcome IN ('skipped', 'failed') OR j.truncated OR (j.outcome = 'imported' AND j.reason <> ''))"
_GIVEN_IN_CASE = (
    "(j.document_id IN (SELECT d.id FROM documents d, json_each(d.tags) t WHERE t.value = ?)"
    " OR j.job IN (SELECT i.id FROM imports i, json_each(i.options, '$.tags') t WHERE t.value = ?))"
)
_DATED = "coalesce(published, imported_at)"
_MARKING_RANK = "CASE tlp " + " ".join(f"WHEN '{each}' THEN {each.rank}" for each in Marking) + " END"

SORTS = {
    "id": "id",
    "title": "folded_title",
    "source_filename": "folded_filename",
    "format": "source_format",
    "pages": "pages",
    "characters": "characters",
    "chunks": "chunks",
    "imported_at": "imported_at",
    "published": "published",
    "language": "language",
    "tlp": _MARKING_RANK,
    "grade": "grade",
}
"""The columns of the document list, by the name that a DocumentQuery sorts by."""


def passes(filters: Filters) -> Condition:
    """What a row of `documents` must meet; of several tags it must carry all, of several markings, formats, ids or names be one."""
    parts: list[tuple[str, tuple[str, ...]]] = []
    if filters.since:  # a date may be given as coarsely as a year: compare what both say
        parts.append((f"substr({_DATED}, 1, length(?)) >= substr(?, 1, length({_DATED}))", (filters.since, filters.since)))
    if filters.until:
        parts.append((f"substr({_DATED}, 1, length(?)) <= substr(?, 1, length({_DATED}))", (filters.until, filters.until)))
    if filters.tlp_max:
        parts += _marked_up_to(filters.tlp_max)
    if filters.markings:
        parts.append(_one_of("tlp", filters.markings))
    if filters.formats:
        parts.append(_one_of("source_format", filters.formats))
    if filters.documents:
        parts.append(_one_of("id", filters.documents))
    if filters.named:
        called = [named(text) for text in filters.named]
        parts.append((f"({' OR '.join(each.sql for each in called)})", tuple(value for each in called for value in each.values)))
    parts += map(_tagged, filters.tags)
    if filters.kinds:
        parts.append(_one_of("kind", filters.kinds))
    parts.append((f"hidden <= {int(filters.superseded)}", ()))
    return Condition(" AND ".join(sql for sql, _ in parts), tuple(value for _, values in parts for value in values))


def in_marked_up_to(highest: Marking | None) -> Condition:
    """What a row of `chunks` (called `c`) must meet to be from something that is marked no higher; anything if that is None."""
    if highest is None:
        return Condition("TRUE")
    parts = _marked_up_to(highest)
    sql = f"c.document IN (SELECT key FROM documents WHERE {' AND '.join(sql for sql, _ in parts)})"  # noqa: S608 - our own words
    return Condition(sql, tuple(value for _, values in parts for value in values))


def _marked_up_to(highest: Marking) -> list[tuple[str, tuple[str, ...]]]:
    """Not marked above, by itself, by what its text says, or by what it was taken from."""
    allowed = Marking.up_to(highest)
    return [_one_of("tlp", allowed), _one_of("stated_tlp", allowed), _sources_up_to(highest)]


def _sources_up_to(highest: Marking) -> tuple[str, tuple[str, ...]]:
    """A fact is marked as high as what it was taken from, be that facts that were taken from others; a document has no sources."""
    above = [str(each) for each in Marking if each.rank > highest.rank]
    condition = (
        "(documents.kind <> 'fact' OR NOT EXISTS (WITH RECURSIVE origins (id) AS ("
        "SELECT s.document FROM fact_sources s WHERE s.fact = documents.key "
        "UNION SELECT s.document FROM origins i JOIN documents f ON f.id = i.id JOIN fact_sources s ON s.fact = f.key) "
        "SELECT 1 FROM origins i LEFT JOIN documents o ON o.id = i.id "
        "WHERE o.id IS NULL OR o.tlp IN (SELECT value FROM json_each(?)) OR o.stated_tlp IN (SELECT value FROM json_each(?))))"
    )
    return condition, (json.dumps(above), json.dumps(above))


def _tagged(tag: str) -> tuple[str, tuple[str, ...]]:
    return "EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)", (tag,)


def named(text: str) -> Condition:
    """Documents with `text` in title or file name, case and diacritics aside."""
    if not text.strip():
        return Condition("TRUE")
    wanted = fold(text.strip())
    return Condition("(instr(folded_title, ?) OR instr(folded_filename, ?))", (wanted, wanted))


def listed(query: DocumentQuery) -> Condition:
    """What a row of the document list must meet."""
    condition = named(query.text)
    parts = [(condition.sql, condition.values), *map(_tagged, query.tags)]
    if query.parent:
        parts.append(("parent = ?", (query.parent,)))
    return Condition(" AND ".join(sql for sql, _ in parts), tuple(value for _, values in parts for value in values))


def in_ledger(query: LedgerQuery) -> Condition:
    """What a row of `jobs` (called `j`) must meet; `text` stands in path or reason, case and diacritics aside."""
    parts: list[tuple[str, tuple[str, ...]]] = []
    if query.job:
        parts.append(("j.job = ?", (query.job,)))
    if query.outcomes:
        parts.append(("j.outcome IN (SELECT value FROM json_each(?))", (json.dumps(query.outcomes),)))
    if query.text.strip():
        parts.append(("instr(j.folded, ?)", (fold(query.text.strip()),)))
    if query.attention:
        parts.append((_NEEDS_ATTENTION, ()))
    if query.case:
        parts.append((_GIVEN_IN_CASE, (query.case, query.case)))
    return Condition(" AND ".join(sql for sql, _ in parts) or "TRUE", tuple(value for _, values in parts for value in values))


def order(query: DocumentQuery) -> str:
    """What stands after ORDER BY: missing values last, ties by id, so that pages of the list never overlap."""
    if query.sort not in SORTS:
        raise UsageError(f"Documents cannot be sorted by {query.sort!r}.", f"They can be sorted by: {', '.join(SORTS)}.")
    direction = "DESC" if query.descending else "ASC"
    return f"{SORTS[query.sort]} {direction} NULLS LAST, id {direction}"


def _one_of(column: str, values: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    return f"{column} IN (SELECT value FROM json_each(?))", (json.dumps([str(value) for value in values]),)  # noqa: S608 - a column of our own
