"""Alignment: where each character of a rendered text stands in the Markdown it was rendered from.

Markdown hides marks, joins lines and decodes entities, and only its parser knows which. So the parser is asked: the
source is rendered a second time with every letter and digit replaced by a character that carries its own offset
(`trace`). What comes out in place of a letter says exactly which letter it was; the few characters that must stay as
they are for the parser to see the same structure are found between their neighbours.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from html import unescape

LONGEST_TRACED = 0xFFFD
_FIRST_TRACE = 0xF0000
_PRIVATE = range(_FIRST_TRACE, 0x110000)

_LEFT_ALONE = re.compile(
    r"(?m)"
    r"^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])(?=[ \t]|$|>))+"  # list numbers decide what is a list
    r"|\[[xX]\]"  # a task's box
    r"|<[A-Za-z][A-Za-z0-9+.-]{0,31}:[^<>\s]*>|<[^<>\s@]+@[^<>\s]+>"  # links in angle brackets
    r"|(?:(?:https?|ftp)://|www\.)[^\s<>]*|(?<![\w.+-])[\w.+-]++@[\w.-]+",  # bare links, within which marks do not count
)
_DEFINITION = re.compile(r"(?m)^[ \t>]*\[([^\]\n]+)\]:.*$")
_ENTITY = re.compile(r"&(?:#\w{1,8}|\w{1,32});")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Alignment:
    """Which characters of a rendered text come from which offsets of the source; both rise together.

    A character that the source does not have (a label that the renderer added) is in neither. `exact` is False where
    the two renderings disagreed and words were matched one after the other instead.
    """

    positions: tuple[int, ...]
    origins: tuple[int, ...]
    exact: bool

    def place(self, start: int, end: int) -> tuple[int, int]:
        """The span of the rendered text that shows `source[start:end]`.

        It is empty, and lies where the source would be, if nothing of that is shown.
        """
        first, beyond = bisect_left(self.origins, start), bisect_left(self.origins, end)
        if first < beyond:
            return self.positions[first], self.positions[beyond - 1] + 1
        at = self.positions[first] if first < len(self.positions) else (self.positions[-1] + 1 if self.positions else 0)
        return at, at

    def origin(self, start: int, end: int) -> tuple[int, int] | None:
        """The span of the source that the rendered `text[start:end]` shows; None if it shows nothing of it."""
        first, beyond = bisect_left(self.positions, start), bisect_left(self.positions, end)
        return (self.origins[first], self.origins[beyond - 1] + 1) if first < beyond else None

    def moved(self, offset: int) -> Alignment:
        """The same with offsets counted from `offset` of the source."""
        return Alignment(self.positions, tuple(origin - offset for origin in self.origins), self.exact)


def trace(source: str) -> str:
    """The source with each letter and digit replaced by a private character that carries its offset."""
    if len(source) > LONGEST_TRACED:
        raise ValueError("too long to be traced in one piece")
    alone = _left_alone(source)
    return "".join(
        chr(_FIRST_TRACE + offset) if (each.isalnum() or ord(each) in _PRIVATE) and not alone[offset] else each
        for offset, each in enumerate(source)
    )


def align(source: str, text: str, traced_text: str) -> Alignment:
    """Align a rendered text with its source, given what `trace(source)` was rendered to."""
    anchors = _anchors(source, text, traced_text)
    exact = anchors is not None
    origins = _origins(source, text, anchors if anchors is not None else _word_anchors(source, text))
    known = [position for position, origin in enumerate(origins) if origin >= 0]
    return Alignment(tuple(known), tuple(origins[position] for position in known), exact)


def utf16_offset(text: str, offset: int) -> int:
    """How many UTF-16 units, in which Qt counts, the first `offset` characters take."""
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2


def code_point_offset(text: str, units: int) -> int:
    """How many characters the first `units` UTF-16 units of a text are."""
    return len(text.encode("utf-16-le", "surrogatepass")[: 2 * units].decode("utf-16-le", "surrogatepass"))


def _left_alone(source: str) -> bytearray:
    alone = bytearray(len(source))
    patterns = [_LEFT_ALONE, _ENTITY]
    labels = [re.escape(found[1]) for found in _DEFINITION.finditer(source)]
    if labels:  # a reference is one only if its label is that of a definition
        patterns += [_DEFINITION, re.compile(rf"(?i)\[(?:{'|'.join(labels)})\]")]
    for pattern in patterns:
        for found in pattern.finditer(source):
            alone[found.start() : found.end()] = b"\1" * (found.end() - found.start())
    return alone


def _anchors(source: str, text: str, traced_text: str) -> list[int] | None:
    """Offset of each traced character of the text, -1 for others; None if the two renderings disagree."""
    if len(text) != len(traced_text):
        return None
    anchors, before = [], -1
    for shown, traced in zip(text, traced_text, strict=True):
        offset = ord(traced) - _FIRST_TRACE
        if offset < 0:
            anchors.append(-1)
            if shown != traced:
                return None
        elif before < offset < len(source) and source[offset] == shown:
            anchors.append(offset)
            before = offset
        else:
            return None
    return anchors


def _word_anchors(source: str, text: str) -> list[int]:
    """Offsets of the text's words, each sought after the one before it."""
    anchors, after = [-1] * len(text), 0
    for word in _WORD.finditer(text):
        at = source.find(word[0], after)
        if at >= 0:
            after = at + len(word[0])
            anchors[word.start() : word.end()] = range(at, after)
    return anchors


def _origins(source: str, text: str, anchors: list[int]) -> list[int]:
    """Fill in the characters between anchors: each stands at its next occurrence before the next anchor, -1 if it has none."""
    limits = [len(source)] * len(anchors)
    limit = len(source)
    for index in range(len(anchors) - 1, -1, -1):
        limits[index] = limit
        limit = anchors[index] if anchors[index] >= 0 else limit
    entities = {found.start(): (unescape(found[0]), found.end()) for found in _ENTITY.finditer(source)}
    origins, after = [], 0
    for shown, anchor, limit in zip(text, anchors, limits, strict=True):
        at = anchor if anchor >= 0 else _next(source, shown, after, limit, entities)
        origins.append(at)
        if at >= 0:
            after = entities[at][1] if at in entities and anchor < 0 else at + 1
    return origins


def _next(source: str, shown: str, after: int, limit: int, entities: dict[int, tuple[str, int]]) -> int:
    """The first offset in `after:limit` that can be shown as this character; -1 if none can."""
    blank = shown.isspace()
    found = next((at for at in range(after, limit) if source[at].isspace()), -1) if blank else source.find(shown, after, limit)
    last = found if found >= 0 else limit
    for at, (decoded, _) in entities.items():
        if after <= at < last and (decoded[:1] == shown or (blank and decoded.isspace())):
            return at
    return found
