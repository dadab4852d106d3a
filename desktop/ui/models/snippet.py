"""Snippets: a passage's text without Markdown's marks, as it reads in a list."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from desktop.domain.passage import Passage

LEAD = 70
LONGEST = 700

_MARKS = re.compile(
    r"(?m)(?=[\s<#+*>`~|:_!\[\]\\-])(?:"  # what a mark can begin with: most characters are passed over at once
    r"(?P<nothing><!-- page: \d+ -->"
    r"|^[ \t]*#{1,6}[ \t]+|^[ \t]*(?:[-+*]|>)[ \t]+|^[ \t]*(?:```|~~~).*$"
    r"|^[ \t]*\|?[ \t]*:?-{2,}:?[ \t|:-]*$|^(?:[ \t]*\|)+[ \t]*|(?:[ \t]*\|)+[ \t]*$"
    r"|\*\*|`|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)"
    r"|!?\[(?=[^\[\]\n]*\]\()|(?<=.)\]\([^()\s]*\)"
    r"|\\(?P<kept>[!-/:-@\[-`{-~]))"
    r"|(?P<cell>(?:[ \t]*\|)+[ \t]*)"
    r"|(?P<space>\s*[^\S ]\s*| {2,}))",
)


@dataclass(frozen=True, slots=True)
class Snippet:
    """Text on one line, and the spans in it to mark."""

    text: str
    matches: tuple[tuple[int, int], ...]


def snippet(passage: Passage) -> Snippet:
    """The stretch around a passage's first match, or its beginning where nothing matched word for word."""
    near = max(0, passage.matches[0][0] - 4 * LEAD) if passage.matches else 0
    begin = passage.text.rfind(" ", 0, near) + 1
    text, origins = _clean(passage.text[begin : near + 2 * LONGEST])
    spans = [(bisect_left(origins, start - begin), bisect_left(origins, end - begin)) for start, end in passage.matches]
    spans = [(start, end) for start, end in spans if start < end]
    first = spans[0][0] if spans else 0
    cut = text.rfind(" ", 0, first - LEAD) + 1 if first > 2 * LEAD else 0
    lead = "… " if begin or cut else ""
    shown = lead + text[cut : cut + LONGEST]
    moved = ((start - cut + len(lead), end - cut + len(lead)) for start, end in spans if start >= cut)
    return Snippet(shown, tuple((start, min(end, len(shown))) for start, end in moved if start < len(shown)))


def _clean(source: str) -> tuple[str, list[int]]:
    """Text without marks and line ends, and the offset in the source of each of its characters."""
    pieces: list[str] = []
    origins: list[int] = []

    def take(piece: str, at: int, follow: bool) -> None:
        if piece == " " and (not pieces or pieces[-1].endswith(" ")):
            return
        pieces.append(piece)
        origins.extend(range(at, at + len(piece)) if follow else [at] * len(piece))

    after = 0
    for mark in _MARKS.finditer(source):
        if mark.start() > after:
            take(source[after : mark.start()], after, follow=True)
        if mark["kept"]:
            take(mark["kept"], mark.start("kept"), follow=True)
        elif mark["cell"]:
            take(" · ", mark.start(), follow=False)
        elif mark["space"]:
            take(" ", mark.start(), follow=False)
        after = mark.end()
    if after < len(source):
        take(source[after:], after, follow=True)
    text = "".join(pieces)
    return text.rstrip(), origins[: len(text.rstrip())]
