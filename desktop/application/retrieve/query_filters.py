"""What a typed query says about documents: `tag: tlp: before: after: type: in:`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from desktop.domain.marking import Marking
from desktop.domain.passage import Filters

_FORMS = {
    "tlp": f"markings are {', '.join(Marking)}",
    "before": "a date is written 2024, 2024-05 or 2024-05-31",
    "after": "a date is written 2024, 2024-05 or 2024-05-31",
}
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def is_filter(field: str, value: str) -> bool:
    """Whether a field can have this value; if not, what was typed is text."""
    return bool(value.strip()) and _limit(Filters(), field, value) is not None


def unread_limit(word: str) -> str:
    """What to say of a word that looks like a limit and is none, because its field can have no such value; empty of any other."""
    field, _, value = word.partition(":")
    form = _FORMS.get(field.lower(), "")
    return f"“{word}” limits nothing and was looked for as text: {form}." if form and value and not is_filter(field.lower(), value) else ""


def filters_of(filters: Filters, asked: Iterable[tuple[str, str]]) -> Filters:
    """The filters, limited further by pairs of a field and its value."""
    for field, value in asked:
        filters = _limit(filters, field, value) or filters
    return filters


def _limit(filters: Filters, field: str, value: str) -> Filters | None:
    value = value.strip()
    match field:
        case "tag":
            return replace(filters, tags=(*filters.tags, value))
        case "type":
            return replace(filters, formats=(*filters.formats, value.lower().removeprefix(".")))
        case "in":
            return replace(filters, named=(*filters.named, value))
        case "tlp":
            return _marked(filters, value)
        case _:
            return _dated(filters, field, value)


def _marked(filters: Filters, value: str) -> Filters | None:
    try:
        return replace(filters, markings=(*filters.markings, Marking.parse(value)))
    except ValueError:
        return None


def _dated(filters: Filters, field: str, value: str) -> Filters | None:
    """`after` is from that day (month, year) on, `before` up to but not including it."""
    if field == "after":
        return replace(filters, since=max(filter(None, (filters.since, value)))) if _first_day(value) else None
    last = _day_before(value)
    return replace(filters, until=min(filter(None, (filters.until, last)))) if last else None


def _first_day(text: str) -> date | None:
    match = _DATE.fullmatch(text)
    try:
        return date(int(match[1]), int(match[2] or 1), int(match[3] or 1)) if match else None
    except ValueError:
        return None


def _day_before(text: str) -> str:
    first = _first_day(text)
    return (first - timedelta(days=1)).isoformat() if first and first > date.min else ""
