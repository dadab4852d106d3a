"""Filters and sorting of facts as SQL."""

from __future__ import annotations

import json

from desktop.adapters.sqlite.conditions import Condition
from desktop.application.ports.facts import FactQuery
from desktop.application.retrieve.words import fold
from desktop.domain.errors import UsageError
from desktop.domain.fact import MANY_OBJECTS, FactView
from desktop.domain.marking import Marking

# ruff: noqa: S608 - every value is bound; what is put together are names and conditions of our own

_MANY = ", ".join(f"'{each}'" for each in sorted(MANY_OBJECTS))
CONTRADICTED = f"""(f.current AND f.subject_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM facts o WHERE o.current AND o.subject_key = f.subject_key AND o.relationship = f.relationship AND o.key <> f.key
    AND iif(o.object_key = f.object_key, o.negated <> f.negated, NOT o.negated AND NOT f.negated AND f.relationship NOT IN ({_MANY}))
    AND coalesce(substr(o.valid_from, 1, length(f.valid_until)) <= substr(f.valid_until, 1, length(o.valid_from)), TRUE)
    AND coalesce(substr(f.valid_from, 1, length(o.valid_until)) <= substr(o.valid_until, 1, length(f.valid_from)), TRUE)
    AND NOT EXISTS (SELECT 1 FROM json_each(f.kept_with) WHERE value = o.id)
    AND NOT EXISTS (SELECT 1 FROM json_each(o.kept_with) WHERE value = f.id)
))"""
"""Whether a fact `f` and another that hold at the same time say different objects of one subject and relationship, or deny each other.

That one object is denied and another is stated is no contradiction, nor are many objects of what one thing has to many.
A person's word that both hold ends it.
"""

_RANK = "CASE f.tlp " + " ".join(f"WHEN '{each}' THEN {each.rank}" for each in Marking) + " END"
_SORTS = {
    "id": "f.id",
    "name": "f.name COLLATE NOCASE",
    "type": "f.type",
    "grade": "f.grade",
    "tlp": _RANK,
    "valid_from": "f.valid_from",
    "valid_until": "f.valid_until",
    "created_at": "f.created_at",
    "updated_at": "f.updated_at",
}


def in_list(query: FactQuery) -> Condition:
    """What a row of `facts` (called `f`) must meet."""
    parts: list[tuple[str, tuple[str, ...]]] = [_in_view(query)]
    if query.text.strip():
        parts += [("instr(f.folded, ?)", (fold(word),)) for word in query.text.split()]
    if query.entity.strip():
        wanted = fold(query.entity.strip())
        parts.append(("? IN (f.subject_key, f.object_key)", (wanted,)))
    if query.types:
        parts.append(("f.type IN (SELECT value FROM json_each(?))", (json.dumps(query.types),)))
    if query.grades:
        parts.append(("f.grade IN (SELECT value FROM json_each(?))", (json.dumps(query.grades),)))
    parts += [("EXISTS (SELECT 1 FROM json_each(f.tags) WHERE value = ?)", (tag,)) for tag in query.tags]
    return Condition(" AND ".join(sql for sql, _ in parts), tuple(value for _, values in parts for value in values))


def facts_order(query: FactQuery) -> str:
    """What stands after ORDER BY: missing values last, ties by id, so that pages of the list never overlap."""
    if query.sort not in _SORTS:
        raise UsageError(f"Facts cannot be sorted by {query.sort!r}.", f"They can be sorted by: {', '.join(_SORTS)}.")
    direction = "DESC" if query.descending else "ASC"
    return f"{_SORTS[query.sort]} {direction} NULLS LAST, f.id {direction}"


def _in_view(query: FactQuery) -> tuple[str, tuple[str, ...]]:
    if query.known_on:
        return _known_on(query.known_on)
    match query.view:
        case FactView.CURRENT:
            return "f.current", ()
        case FactView.DUE:
            return "f.current AND f.valid_until < substr(?, 1, length(f.valid_until))", (query.today[:10],)
        case FactView.CONTRADICTED:
            return CONTRADICTED, ()
        case FactView.UNSUPPORTED:
            return "f.current AND f.key IN (SELECT fact FROM fact_sources WHERE state IN ('changed', 'gone'))", ()
        case FactView.SUPERSEDED:
            return "f.status = 'accepted' AND f.superseded_by IS NOT NULL", ()
        case FactView.PROPOSED | FactView.REJECTED:
            return "f.status = ?", (str(query.view),)
    return "TRUE", ()


def _known_on(day: str) -> tuple[str, tuple[str, ...]]:
    """Accepted facts written down by the end of a day whose successor, if they have one, was not written down by then."""
    return (
        "f.status = 'accepted' AND substr(f.created_at, 1, length(?)) <= ? AND NOT EXISTS ("
        "SELECT 1 FROM facts n WHERE n.id = f.superseded_by AND substr(n.created_at, 1, length(?)) <= ?)",
        (day, day, day, day),
    )
