"""Refanging: indicators as they were before someone made them harmless to click."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

_Replacement = tuple[int, int, str]

_OPENING, _CLOSING = r"[\[({<]", r"[\])}>]"
_BRACKETED = re.compile(
    rf"{_OPENING}\s?(?:(?P<dot>\.|dot|punkt|punto)|(?P<at>@|at|et|arroba)|(?<!<)(?P<plain>:/{{0,2}}|/{{1,2}}|-|www))\s?{_CLOSING}",
    re.IGNORECASE,
)
_HALF_BRACKETED = (re.compile(r"[\[({^\])}](?:(?<=[\[({^])\.[\[({]?|\.[\[({\])}])(?=\w)"), re.compile(r"\.[\])}](?=\w)"))
_ESCAPED = re.compile(r"\\(?=[./]\w|/)")
_DEFANGED_SCHEMES = ("hxxp", "hxtp", "htxp", "h**p", "meow", "fxp")
_SCHEME = re.compile(r"(?:(?P<http>hxxp|hxtp|htxp|h\*\*p|meow)|(?P<ftp>fxp))(?=\[?s?\]?\W*:)", re.IGNORECASE)
_SECURE = re.compile(r"\[s\](?=\W*:)", re.IGNORECASE)
_SPOKEN_DOT = re.compile(r"(?<=[^\W_])\s+DOT\s+(?=[^\W_])")
_SPOKEN_AT = re.compile(r"(?<=[^\W_])\s+AT\s+(?=[\w-]+(?:\.|\s?[\[({<]|\s+DOT\s))")
_IDEOGRAPHIC = re.compile(r"(?<=[a-z0-9])。(?=[a-z0-9])", re.IGNORECASE)
_PATH_SO_FAR = re.compile(r"\b\w:|%|\\(?![./])")


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text and where in the refanged text stands what it was."""

    start: int
    end: int
    refanged_start: int
    refanged_end: int


@dataclass(frozen=True, slots=True)
class Refanged:
    """A text with its indicators as they were, and where each of its characters came from."""

    text: str
    edits: tuple[Edit, ...] = ()

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that a span of this one came from; what was rewritten is taken whole."""
        return self._original(start, at_end=False), self._original(end, at_end=True)

    def _original(self, offset: int, *, at_end: bool) -> int:
        # An edit to nothing right before an end belongs to what follows it, so an end looks for edits that begin earlier.
        before = bisect_right(self.edits, offset - 1 if at_end else offset, key=lambda edit: edit.refanged_start) - 1
        if before < 0:
            return offset
        edit = self.edits[before]
        if offset >= edit.refanged_end:
            return offset - edit.refanged_end + edit.end
        return edit.end if at_end else edit.start


def refang(text: str) -> str:
    """`hxxp://evil[.]com` as `http://evil.com`; for finding, never for showing or opening."""
    return refang_with_places(text).text


def refang_with_places(text: str) -> Refanged:
    """The same, able to say where in `text` each stretch of the refanged text stands."""
    found = sorted(_replacements(text))
    if not found:
        return Refanged(text)
    parts: list[str] = []
    edits: list[Edit] = []
    done, length = 0, 0
    for start, end, plain in found:
        if start < done:  # two rules met
            continue
        length += start - done
        parts += (text[done:start], plain)
        edits.append(Edit(start, end, length, length + len(plain)))
        length += len(plain)
        done = end
    return Refanged("".join((*parts, text[done:])), tuple(edits))


def _replacements(text: str) -> Iterator[_Replacement]:
    """Every defanged stretch with what it was; the tests before the expressions spare the many texts that hold none."""
    yield from _bracketed(text)
    yield from ((*match.span(), ".") for half in _HALF_BRACKETED for match in half.finditer(text) if _follows_word(text, match))
    if "\\" in text:
        yield from ((*match.span(), "") for match in _ESCAPED.finditer(text) if not _in_path(text, match.start()))
    lowered = text.lower()
    if any(scheme in lowered for scheme in _DEFANGED_SCHEMES):
        yield from ((*match.span(), str(match.lastgroup)) for match in _SCHEME.finditer(text) if not _follows_word(text, match))
    if "[s]" in lowered:
        yield from ((*match.span(), "s") for match in _SECURE.finditer(text))
    if "DOT" in text or " AT " in text:
        yield from ((*match.span(), ".") for match in _SPOKEN_DOT.finditer(text))
        yield from ((*match.span(), "@") for match in _SPOKEN_AT.finditer(text))
    if "。" in text:
        yield from ((*match.span(), ".") for match in _IDEOGRAPHIC.finditer(text))


def _bracketed(text: str) -> Iterator[_Replacement]:
    """A dot and an @ take in a space on either side, the rest does not."""
    for match in _BRACKETED.finditer(text):
        start, end = match.span()
        if match["plain"]:
            yield start, end, match["plain"]
        else:
            start -= text[start - 1 : start].isspace()
            end += text[end : end + 1].isspace()
            yield start, end, "." if match["dot"] else "@"


def _follows_word(text: str, match: re.Match[str]) -> bool:
    return text[match.start() - 1 : match.start()].isalnum()


def _in_path(text: str, backslash: int) -> bool:
    """Whether a backslash before a dot parts folders: its token names a drive, a variable or a folder before it."""
    begun = text[:backslash].rsplit(None, 1)
    return text[backslash + 1] == "." and bool(begun) and bool(_PATH_SO_FAR.search(begun[-1]))
