"""Days as people and programs write them, believed only where they can be a document's."""

from __future__ import annotations

import datetime
import re

EARLIEST = 1980
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?"
    r"|dec(?:ember)?)\.?"
)
WRITTEN_DATE = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH},? \d{{4}}|{MONTH} \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}"
    r"|\d{4}-\d\d-\d\d(?!\d)|\d{4}/\d\d/\d\d(?!\d))"
)
"""A day in letters or with the year first; never one whose month and day could be exchanged."""

_ISO = re.compile(r"\s*(\d{4})[-/](\d\d)[-/](\d\d)(?!\d)")
_COMPACT = re.compile(r"\s*(?:D:)?(\d{4})(\d\d)(\d\d)")
_DAY_FIRST = re.compile(rf"\s*(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({MONTH}),? (\d{{4}})(?!\d)", re.IGNORECASE)
_MONTH_FIRST = re.compile(rf"\s*({MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})(?!\d)", re.IGNORECASE)


def day_of(stated: str) -> str | None:
    """The ISO day that a text begins with: ISO 8601, PDF's notation, written out in English, or as mail has it."""
    stated = stated[:100]
    if match := _ISO.match(stated) or _COMPACT.match(stated):
        return believable_day(int(match[1]), int(match[2]), int(match[3]))
    if match := _DAY_FIRST.match(stated):
        return believable_day(int(match[3]), _month(match[2]), int(match[1]))
    if match := _MONTH_FIRST.match(stated):
        return believable_day(int(match[3]), _month(match[1]), int(match[2]))
    from email.utils import parsedate

    parsed = parsedate(stated)
    return believable_day(*parsed[:3]) if parsed else None


def believable_day(year: int, month: int, day: int) -> str | None:
    """The day in ISO 8601; None if there is no such day, or no document of that day."""
    try:
        date = datetime.date(year, month, day)
    except ValueError:
        return None
    latest = datetime.datetime.now(tz=datetime.UTC).date() + datetime.timedelta(days=366)
    return date.isoformat() if date.year >= EARLIEST and date <= latest else None


def _month(name: str) -> int:
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(name.lower()[:3]))
