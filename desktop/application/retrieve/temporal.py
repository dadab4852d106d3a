"""Time expressions in a query: `since last week`, `in spring 2022`, `between March and May 2023`, `the latest`."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

_MONTH_NAMES = "january february march april may june july august september october november december"
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES.split(), start=1)}
_MONTHS |= {name[:3]: number for name, number in _MONTHS.items()} | {"sept": 9}
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_PARTS = {"early": (1, 4), "mid": (5, 4), "late": (9, 4)}
_NUMBER_NAMES = "one two three four five six seven eight nine ten eleven twelve"
_NUMBERS = {name: number for number, name in enumerate(_NUMBER_NAMES.split(), start=1)}
_NUMBERS |= {"a": 1, "an": 1, "few": 3, "couple of": 2}
_DAYS_OF = {"day": 1, "week": 7}
_MONTHS_OF = {"month": 1, "quarter": 3, "year": 12}

_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?:19|20)\d\d"
_COUNT = rf"\d{{1,4}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))}"
_UNIT = "day|week|month|quarter|year"
_POINT = "|".join(
    (
        rf"{_YEAR}-\d\d(?:-\d\d)?",
        rf"\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTH})\.?,? {_YEAR}",
        rf"(?:{_MONTH})\.? \d{{1,2}}(?:st|nd|rd|th)?,? {_YEAR}",
        rf"(?:{_MONTH})\.?,? (?:of )?{_YEAR}",
        rf"(?:{'|'.join(_SEASONS)}),? (?:of )?{_YEAR}",
        rf"q[1-4],? {_YEAR}",
        rf"(?:{'|'.join(_PARTS)})[ -]{_YEAR}",
        _YEAR,
        "today|yesterday",
        rf"(?:the )?(?:last|past|previous) (?:(?:{_COUNT}) )?(?:{_UNIT})s?",
        rf"this (?:{_UNIT})",
        rf"(?:{_COUNT}) (?:{_UNIT})s? ago",
    )
)
_BARE_MONTH = rf"(?-i:{'|'.join(name.capitalize() for name in _MONTHS if len(name) > 3 or name == 'may')})(?! \d)"
_EDGE, _END = r"(?<![\w./-])", r"(?![\w/]|[.-]\w)"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(f"{_EDGE}(?:{pattern}){_END}", re.IGNORECASE)


_BETWEEN = _compiled(rf"(?:between|from) ({_POINT}|{_BARE_MONTH}) (?:and|to|until|till|through) ({_POINT}|{_BARE_MONTH})")
_LIMITED = _compiled(rf"(since|after|before|until|till|by|in|during|from) ({_POINT}|{_BARE_MONTH})(?: (onwards?))?")
_PLAIN = _compiled(rf"()({_POINT})(?: (onwards?))?")
_LATEST = _compiled("latest|newest|most recent(?:ly)?|recent(?:ly)?|what(?:'s|’s| is) new")


@dataclass(frozen=True, slots=True)
class Span:
    """Days, both inclusive; open where there is none."""

    first: date | None
    last: date | None

    def __str__(self) -> str:
        """`2022-03-01 to 2022-05-31`, `until 2020-12-31`."""
        if self.first and self.last:
            return f"{self.first} to {self.last}" if self.first != self.last else str(self.first)
        return f"since {self.first}" if self.first else f"until {self.last}"


@dataclass(frozen=True, slots=True)
class TimeAsked:
    """What a query says about time: days, whether the newest are wanted, and in which words."""

    span: Span | None
    latest: bool
    said: tuple[str, ...]


def time_asked(text: str, today: date) -> TimeAsked | None:
    """What a text says about time, seen from `today`; None if nothing. Of several times, from the earliest to the latest."""
    spans, said = [], []
    rest = text
    for pattern, reader in _READERS:
        for match in pattern.finditer(rest):
            if span := reader(match, today):
                spans.append(span)
                said.append(match[0])
                rest = rest.replace(match[0], " " * len(match[0]), 1)
    newest = [match[0] for match in _LATEST.finditer(rest)]
    if not spans and not newest:
        return None
    return TimeAsked(_hull(spans), bool(newest), (*said, *newest))


def _between(match: re.Match[str], today: date) -> Span | None:
    last = _point(match[2], today)
    if last is None or last.last is None:
        return None
    first = _point(match[1], last.last)
    return Span(first.first, last.last) if first and first.first and first.first <= last.last else None


def _limited(match: re.Match[str], today: date) -> Span | None:
    point = _point(match[2], today)
    if point is None or point.first is None or point.last is None:
        return None
    match match[1].lower():
        case "since":
            return Span(point.first, None)
        case "after":
            return Span(point.last + timedelta(days=1), None)
        case "before":
            return Span(None, point.first - timedelta(days=1))
        case "until" | "till" | "by":
            return Span(None, point.last)
        case _:
            return Span(point.first, None) if match[3] else point


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], date], Span | None]], ...] = (
    (_BETWEEN, _between),
    (_LIMITED, _limited),
    (_PLAIN, _limited),
)


def _hull(spans: list[Span]) -> Span | None:
    """From the earliest to the latest; an end that one of them leaves open is open unless another narrows it."""
    if not spans:
        return None
    if any(span.first is None for span in spans) and any(span.last is None for span in spans):
        firsts, lasts = [span.first for span in spans if span.first], [span.last for span in spans if span.last]
        return Span(max(firsts), min(lasts)) if firsts and lasts and max(firsts) <= min(lasts) else spans[0]
    starts, ends = [span.first for span in spans], [span.last for span in spans]
    return Span(
        None if None in starts else min(day for day in starts if day),
        None if None in ends else max(day for day in ends if day),
    )


def _point(text: str, today: date) -> Span | None:
    """The days that a point in time covers; None if there is no such day."""
    words = text.lower().replace(",", " ").replace(".", " ").removeprefix("the ")
    try:
        return _relative(words, today) or _absolute(words, today)
    except (ValueError, OverflowError):  # 31 February, or before the first year
        return None


def _relative(words: str, today: date) -> Span | None:
    if words in ("today", "yesterday"):
        day = today - timedelta(days=words == "yesterday")
        return Span(day, day)
    if found := re.fullmatch(rf"(?:last|past|previous) (?:({_COUNT}) )?({_UNIT})s?", words):
        if found[1] is None and words.startswith(("last", "previous")):
            return _calendar(found[2], today, before=True)
        return Span(_back(today, _number(found[1] or "1"), found[2]), today)
    if found := re.fullmatch(rf"({_COUNT}) ({_UNIT})s? ago", words):
        start = _back(today, _number(found[1]), found[2])
        return Span(start, start) if found[2] == "day" else _calendar(found[2], start, before=False)
    if found := re.fullmatch(rf"this ({_UNIT})", words):
        return _calendar(found[1], today, before=False)
    return None


def _absolute(words: str, today: date) -> Span | None:
    if found := re.fullmatch(rf"({_YEAR})-(\d\d)(?:-(\d\d))?", words):
        return _days(int(found[1]), int(found[2]), int(found[3] or 0))
    numbers = [int(each) for each in re.findall(r"\d+", words)]
    month = next((_MONTHS[word] for word in re.findall("[a-z]+", words) if word in _MONTHS), 0)
    if month and not numbers:
        return _days(today.year if month <= today.month else today.year - 1, month)
    year = max(numbers)
    if month:
        return _days(year, month, min(numbers) if len(numbers) > 1 else 0)
    if words.startswith("q"):
        return _months(year, 3 * int(words[1]) - 2, 3)
    if (season := words.split()[0]) in _SEASONS:
        return _months(year, _SEASONS[season], 3)
    part = _PARTS.get(re.split("[ -]", words)[0], (1, 12))
    return _months(year, *part)


def _days(year: int, month: int, day: int = 0) -> Span:
    if day:
        return Span(date(year, month, day), date(year, month, day))
    return _months(year, month, 1)


def _months(year: int, month: int, count: int) -> Span:
    """So many whole months."""
    years, last = divmod(month + count - 2, 12)
    return Span(date(year, month, 1), date(year + years, last + 1, monthrange(year + years, last + 1)[1]))


def _calendar(unit: str, day: date, *, before: bool) -> Span:
    """The week (from Monday), month, quarter or year of a day, or the one before it."""
    if unit in _DAYS_OF:
        length = _DAYS_OF[unit]
        start = day - timedelta(days=day.weekday() if unit == "week" else 0) - timedelta(days=length if before else 0)
        return Span(start, start + timedelta(days=length - 1))
    length = _MONTHS_OF[unit]
    first = (day.month - 1) // length * length - (length if before else 0)
    years, month = divmod(first, 12)
    return _months(day.year + years, month + 1, length)


def _back(today: date, count: int, unit: str) -> date:
    if unit in _DAYS_OF:
        return today - timedelta(days=count * _DAYS_OF[unit])
    years, month = divmod(today.year * 12 + today.month - 1 - count * _MONTHS_OF[unit], 12)
    return date(years, month + 1, min(today.day, monthrange(years, month + 1)[1]))


def _number(words: str) -> int:
    return int(words) if words.isdigit() else _NUMBERS[words]
