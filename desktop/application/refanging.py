"""Refanging: indicators as they were before someone made them harmless to click. The one place that knows how people do that."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto


class Change(StrEnum):
    """Why a stretch of text reads differently once refanged."""

    DOT = "dot"
    AT = "at"
    SCHEME = "scheme"
    ESCAPE = "escape"
    """A mark-up language's, or a character that nobody sees: not defanged on purpose."""


class _Before(Enum):
    """What must stand before a change."""

    ANYTHING = auto()
    WORD = auto()
    SPACED_WORD = auto()
    """A word, then at most three spaces or line breaks, which the change takes along."""
    QUIET_WORD = auto()
    """The same, ending in a small letter or a digit."""
    SEPARATED_WORD = auto()
    """A word, then spaces, a dash or an underscore, which the change takes along."""
    TWO_SPACES = auto()
    NO_PATH = auto()
    """Not within the path of a file, in which a backslash is no escape."""


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to write something: `first` are the characters it can begin with, `rest` what follows (a group `is` replaces `plain`)."""

    name: str
    change: Change
    first: str
    rest: str
    plain: str | None
    before: _Before = _Before.WORD


_TLD = (
    "com|net|org|info|biz|edu|gov|mil|int|onion|ru|su|cn|ir|kp|kr|jp|uk|de|fr|nl|eu|pl|ua|by|br|tr|vn|tw|hk|cc|tv|io|co|ws|pw|tk|ml|ga|cf|gq|"
    "xyz|top|site|online|club|shop|store|space|live|app|dev|cloud|link|click|pro|host|tech|website|icu|vip|win|fun|life|world|today|email"
)
_BRACKETS = r"\[\](){}<>"
_BRACKET = rf"\\?[{_BRACKETS}]"
_CLOSE = r"\\?[\])}>]"
_OPENED = rf"(?:(?<!\\)|(?<=\\)[{_BRACKETS}])"
_HOST = r"(?=[\w-]{1,63}\s{0,2}(?:[.\[({\\。．]|DOT|dot\b))"
_GAP = r"(?:[ \t]{1,2}|[-_])"
_LABELS = rf"(?=(?:[\w-]{{1,63}}{_GAP}(?i:dot){_GAP}){{0,4}}(?:(?i:{_TLD})\b|\d{{1,3}}\b))"
_INVISIBLE = "\u200b-\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\xad"
_BEFORE_COLON = r"(?=\W?[sS]?\W{0,3}:)"

_MARKS = (
    _Way("dot", Change.DOT, _BRACKETS + r"\\",
         rf"{_OPENED}\s{{0,2}}(?:[.。．]|(?i:dot|punto|punkt|ponto|point))\s{{0,2}}{_BRACKET}\s{{0,3}}(?=\w)", ".", _Before.SPACED_WORD),
    _Way("at", Change.AT, _BRACKETS + r"\\",
         rf"{_OPENED}\s?(?i:@|at|arroba|et)\s?{_BRACKET}\s{{0,3}}{_HOST}", "@", _Before.SPACED_WORD),
    _Way("colon", Change.SCHEME, r"\[({<", rf"(?P<is_colon>://|:/|//|:){_CLOSE}(?=[\w/\\\[(])", None, _Before.ANYTHING),
    _Way("mark", Change.DOT, r"\[({<", rf"(?P<is_mark>[/_-]){_CLOSE}(?=\w)", None),
    _Way("comma", Change.DOT, r"\[", r",\](?=\w)", "."),
    _Way("letter", Change.SCHEME, r"\[(", r"(?P<is_letter>[sS])[\])](?=\W{0,3}:)", None),
    _Way("first_label", Change.DOT, r"\[(", r"(?P<is_first_label>(?i:www))[\])](?=\.)", None, _Before.ANYTHING),
    _Way("opened_dot", Change.DOT, r"\[({", r"\.(?=\w)", "."),
    _Way("closed_dot", Change.DOT, r"\]}", r"(?<=\..)(?=\w)", "", _Before.ANYTHING),
    _Way("last_label", Change.DOT, r"\[", r"(?<=\..)(?=[A-Za-z]{2,10}\](?!\())", "", _Before.ANYTHING),
    _Way("slashes", Change.SCHEME, r"\\/", r"(?<=[pPsS]:.)(?:\\|\\/\\/|\\/)(?=[\w\[])", "//", _Before.ANYTHING),
    _Way("escape", Change.ESCAPE, r"\\", r"(?=[._~*#+=&?%@:/|!-])", "", _Before.NO_PATH),
    _Way("caret", Change.DOT, r"\^", r"(?=\.)", ""),
    _Way("period", Change.ESCAPE, r"\&", "(?:#46|#x2[eE]|period);", "."),
    _Way("ampersand", Change.ESCAPE, r"\&", "amp;", "&", _Before.ANYTHING),
    _Way("spaced_at", Change.AT, "@", rf"[ ]{{1,2}}{_HOST}", "@", _Before.TWO_SPACES),
    _Way("wide_dot", Change.DOT, "。．｡․﹒", r"(?=[A-Za-z0-9])", "."),
    _Way("middle_dot", Change.DOT, "·•∙", rf"(?=(?:{_TLD})\b)", "."),
    _Way("invisible", Change.ESCAPE, _INVISIBLE, rf"[{_INVISIBLE}]*", "", _Before.ANYTHING),
)  # fmt: skip
_WORDS = (
    _Way("web", Change.SCHEME, "hH", rf"(?:[xX]{{1,3}}|[tT][xX*]|[xX][tT]|\*[*tT]|__|--)[pP]{_BEFORE_COLON}", "http", _Before.ANYTHING),
    _Way("meow", Change.SCHEME, "mM", rf"(?i:eow){_BEFORE_COLON}", "http", _Before.ANYTHING),
    _Way("crossed_web", Change.SCHEME, "xX", rf"[xX]{{3}}{_BEFORE_COLON}", "http", _Before.ANYTHING),
    _Way("files", Change.SCHEME, "fF", r"[xX*][pP](?=\W{0,3}:)", "ftp", _Before.ANYTHING),
    _Way("loud_dot", Change.DOT, "D", rf"OT(?=(?:{_TLD})\b)", ".", _Before.QUIET_WORD),
    _Way("said_dot", Change.DOT, "dD", rf"[oO][tT]{_GAP}{_LABELS}", ".", _Before.SEPARATED_WORD),
    _Way("half_at", Change.AT, "AE", rf"(?:(?<=A)(?:T|RROBA)|(?<=E)T)[\])}}](?=[a-z0-9]){_HOST}", "@", _Before.QUIET_WORD),
    _Way("loud_at", Change.AT, "A", rf"T[ ]{{0,2}}(?=[a-z0-9]){_HOST}", "@", _Before.QUIET_WORD),
)  # fmt: skip
_BY_NAME = {way.name: way for way in _MARKS + _WORDS}
# The engine leaps to the next of the characters that a pattern can begin with, if it begins with one set of them, or if each
# alternative begins with a literal. That is what makes this fast: marks are rare, and after a letter it is soon clear.
_PATTERNS = (
    re.compile(f"[{''.join(way.first for way in _MARKS)}](?:" + "|".join(f"(?P<{w.name}>(?<=[{w.first}]){w.rest})" for w in _MARKS) + ")"),
    re.compile("|".join(f"{first}{way.rest}(?P<{way.name}_{first}>)" for way in _WORDS for first in way.first)),
)
_PATH_BEFORE = re.compile(r"[A-Za-z]:\\|\\[A-Za-z0-9$%]")
_LONGEST_PATH = 120


def refang(text: str) -> str:
    """`hxxp://evil[.]com` as `http://evil.com`; for finding, never for showing or opening."""
    return Refanged(text).text


class Refanged:
    """A text as it reads once refanged, which remembers where each stretch of it stands in the original."""

    def __init__(self, original: str) -> None:
        edits = list(_edits(original))
        pieces, at, length = [], 0, 0
        self._starts, self._ends = [], []
        self._origins = [(start, end) for start, end, _, _ in edits]
        self._changes = [change for _, _, _, change in edits]
        for start, end, plain, _ in edits:
            pieces += [original[at:start], plain]
            length += start - at
            self._starts.append(length)
            length += len(plain)
            self._ends.append(length)
            at = end
        self.text = "".join([*pieces, original[at:]]) if edits else original

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """Where the stretch from `start` to `end` (not empty) stands in the original."""
        before = bisect_right(self._starts, start) - 1
        if before < 0:
            first = start
        elif start < self._ends[before]:
            first = self._origins[before][0]
        else:
            first = self._origins[before][1] + start - self._ends[before]
        return first, self._last(end)

    def _last(self, end: int) -> int:
        before = bisect_left(self._starts, end) - 1
        if before < 0:
            return end
        if end <= self._ends[before]:
            return self._origins[before][1]
        return self._origins[before][1] + end - self._ends[before]

    def is_defanged(self, start: int, end: int) -> bool:
        """Whether somebody made something between `start` and `end` harmless on purpose."""
        changed = range(bisect_left(self._ends, start + 1), bisect_left(self._starts, end))
        return any(self._changes[at] is not Change.ESCAPE for at in changed)


def _edits(text: str) -> Iterator[tuple[int, int, str, Change]]:
    """What to replace in a text: from, to, with what, and why; in order, without overlaps."""
    done = 0
    found = [_edit(text, match) for pattern in _PATTERNS for match in pattern.finditer(text)]
    for edit in sorted(each for each in found if each):
        if edit[0] >= done:
            done = edit[1]
            yield edit


def _edit(text: str, match: re.Match[str]) -> tuple[int, int, str, Change] | None:
    name = match.lastgroup or ""
    way = _BY_NAME.get(name) or _BY_NAME[name[:-2]]
    start = _start(text, match.start(), way.before)
    if start is None:
        return None
    return start, match.end(), match[f"is_{way.name}"] if way.plain is None else way.plain, way.change


def _start(text: str, at: int, before: _Before) -> int | None:
    """Where a change begins that was found `at`, or None if what stands before it is not what it needs."""
    if before is _Before.ANYTHING:
        return at
    if before is _Before.NO_PATH:
        return None if _PATH_BEFORE.search(text, _token_start(text, at), at) else at
    start = at
    if before is _Before.SEPARATED_WORD and at and text[at - 1] in "-_":
        start -= 1
    elif before is not _Before.WORD:
        while start > max(0, at - 3) and text[start - 1] in " \t\r\n":
            start -= 1
    if start == 0 or (before in (_Before.TWO_SPACES, _Before.SEPARATED_WORD) and start == at):
        return None
    last = text[start - 1]
    if before is _Before.QUIET_WORD:
        return start if last.islower() or last.isdigit() else None
    return start if last.isalnum() or last in "-_])}>" else None


def _token_start(text: str, at: int) -> int:
    earliest = max(0, at - _LONGEST_PATH)
    return max(earliest, *(text.rfind(mark, earliest, at) + 1 for mark in " \n\t\"'`|"))
