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
_BRACKETS = r"\[\](){}<>【】（）［］「」"
_BRACKET = rf"\\?[{_BRACKETS}]"
_CLOSE = r"\\?[\])}>】）］」]"
_OPENED = rf"(?:(?<!\\)|(?<=\\)[{_BRACKETS}])"
_HOST = r"(?=[\w-]{1,63}\s{0,2}(?:[.\[({\\。．]|DOT|dot\b))"
_GAP = r"(?:[ \t]{1,2}|[-_])"
_LABELS = rf"(?=(?:[\w-]{{1,63}}{_GAP}(?i:dot){_GAP}){{0,4}}(?:(?i:{_TLD})\b|\d{{1,3}}\b))"
_DOT_WORDS = "(?i:d[o0]t|punto|punkt|ponto|point|точка)"
_CROSSED = r"(?:[xX]{1,3}|[zZ]{2}|[tT][xX*]|[xX][tT]|\*[*tT]|__|--)"
_INVISIBLE = "\u200b-\u200f\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\xad"
_BEFORE_COLON = r"(?=\W?[sS]?\W{0,3}[:：])"

_MARKS = (
    _Way("dot", Change.DOT, _BRACKETS + r"\\",
         rf"{_OPENED}\s{{0,2}}\\?(?:[.。．]|{_DOT_WORDS})\s{{0,2}}{_BRACKET}\s{{0,3}}(?=\w)", ".", _Before.SPACED_WORD),
    _Way("at", Change.AT, _BRACKETS + r"\\",
         rf"{_OPENED}\s?(?i:@|at|arroba|et)\s?{_BRACKET}\s{{0,3}}{_HOST}", "@", _Before.SPACED_WORD),
    _Way("colon", Change.SCHEME, _BRACKETS + r"\\", rf"{_OPENED}(?P<is_colon>://|:/|//|:){_CLOSE}(?=[\w/\\\[(])", None, _Before.ANYTHING),
    _Way("mark", Change.DOT, r"\[({<", rf"(?P<is_mark>[/_-]){_CLOSE}(?=\w)", None),
    _Way("comma", Change.DOT, r"\[", r",\](?=\w)", "."),
    _Way("letter", Change.SCHEME, r"\[(", r"(?P<is_letter>[sS])[\])](?=\W{0,3}:)", None),
    _Way("inner_letter", Change.DOT, r"\[", r"(?P<is_inner_letter>[A-Za-z]{1,2})\](?=[A-Za-z])", None),
    _Way("first_label", Change.DOT, r"\[(", r"(?P<is_first_label>(?i:www|https?|ftp))[\])](?=[.:])", None, _Before.ANYTHING),
    _Way("opened_dot", Change.DOT, r"\[({", r"\.(?=\w)", "."),
    _Way("closed_dot", Change.DOT, r"\]}", r"(?<=\..)(?=\w)", "", _Before.ANYTHING),
    _Way("last_label", Change.DOT, r"\[", r"(?<=\..)(?=[A-Za-z]{2,10}\](?!\())", "", _Before.ANYTHING),
    _Way("slashes", Change.SCHEME, r"\\/", r"(?<=[pPsS]:.)(?:(?<=\\)(?:/\\/|\\/?|/)|(?<=/)\\/?)(?=[\w\[])", "//", _Before.ANYTHING),
    _Way("escape", Change.ESCAPE, r"\\", r"(?=\.\w|[_~*#+=&?%@:/|!-])", "", _Before.NO_PATH),
    _Way("caret", Change.DOT, r"\^", r"(?=\.)", ""),
    _Way("period", Change.ESCAPE, r"\&", "(?:#46|#x2[eE]|period);", "."),
    _Way("ampersand", Change.ESCAPE, r"\&", "amp;", "&", _Before.ANYTHING),
    _Way("spaced_at", Change.AT, "@", rf"[ ]{{1,2}}{_HOST}", "@", _Before.TWO_SPACES),
    _Way("wide_dot", Change.DOT, "。．｡․﹒", r"(?=[A-Za-z0-9Ａ-Ｚａ-ｚ０-９])", "."),
    _Way("wide_colon", Change.SCHEME, "：", "(?=//)", ":"),
    _Way("middle_dot", Change.DOT, "·•∙", rf"(?=(?:{_TLD})\b)", "."),
    _Way("invisible", Change.ESCAPE, _INVISIBLE, rf"[{_INVISIBLE}]*", "", _Before.ANYTHING),
)  # fmt: skip
_WORDS = (
    _Way("web", Change.SCHEME, "hH", rf"{_CROSSED}[pP]{_BEFORE_COLON}", "http", _Before.ANYTHING),
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
_PATH_BEFORE = re.compile(r"(?<![A-Za-z])[A-Za-z]:\\|\\[A-Za-z0-9$%]")
_LONGEST_PATH = 120


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text, where in the refanged text stands what it was, and why it was changed."""

    start: int
    end: int
    refanged_start: int
    refanged_end: int
    change: Change


def refang(text: str) -> str:
    """`hxxp://evil[.]com` as `http://evil.com`; for finding, never for showing or opening."""
    return refang_with_places(text).text


def refang_with_places(text: str) -> Refanged:
    """The same, able to say where in `text` each stretch of the refanged text stands."""
    pieces, edits, at, length = [], [], 0, 0
    for start, end, plain, change in _edits(text):
        pieces += [text[at:start], plain]
        length += start - at
        edits.append(Edit(start, end, length, length + len(plain), change))
        length += len(plain)
        at = end
    return Refanged("".join([*pieces, text[at:]]) if edits else text, tuple(edits))


class Refanged:
    """A text with its indicators as they were, and where each of its characters came from."""

    def __init__(self, text: str, edits: tuple[Edit, ...] = ()) -> None:
        self.text = text
        self.edits = edits
        self._starts = [each.refanged_start for each in edits]
        self._ends = [each.refanged_end for each in edits]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that a span of this one (not an empty one) came from; what was changed is taken whole."""
        return self._original(start, bisect_right(self._starts, start) - 1, at_end=False), self._original(
            end, bisect_left(self._starts, end) - 1, at_end=True
        )

    def _original(self, offset: int, before: int, *, at_end: bool) -> int:
        if before < 0:
            return offset
        edit = self.edits[before]
        if offset < edit.refanged_end or (at_end and offset == edit.refanged_end):
            return edit.end if at_end else edit.start
        return edit.end + offset - edit.refanged_end

    def is_defanged(self, start: int, end: int) -> bool:
        """Whether somebody made something between `start` and `end` harmless on purpose."""
        changed = range(bisect_left(self._ends, start + 1), bisect_left(self._starts, end))
        return any(self.edits[at].change is not Change.ESCAPE for at in changed)


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
