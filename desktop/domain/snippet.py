"""Snippets: a passage's text without Markdown's marks, as it reads in a list."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from desktop.domain.passage import Passage
from desktop.domain.sentences import split_sentences

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


def snippet(passage: Passage, longest: int = LONGEST) -> Snippet:
    """The stretch around the sentence that holds most of what matched, or the beginning where nothing did word for word; never empty."""
    begin = _beginning(passage)
    text, origins = _clean(passage.text[begin : begin + 2 * LONGEST])
    if not text:  # nothing but marks, which are better than nothing
        begin, text, origins = 0, *_squeezed(passage.text[: 2 * LONGEST])
    lead = "… " if begin else ""
    shown = lead + text[:longest]
    spans = ((bisect_left(origins, start - begin), bisect_left(origins, end - begin)) for start, end in passage.matches if end > begin)
    moved = ((start + len(lead), min(end + len(lead), len(shown))) for start, end in spans)
    return Snippet(shown, tuple((start, end) for start, end in moved if start < end))


def _beginning(passage: Passage) -> int:
    """Where to begin: with the sentence that holds most different matches, or, if that is long, shortly before the first of them."""
    if not passage.matches:
        return 0
    sentences = [(each.start, each.end) for each in split_sentences(passage.text)] or [(0, len(passage.text))]
    held = [[(start, end) for start, end in passage.matches if first <= start < last] for first, last in sentences]
    most = max(range(len(sentences)), key=lambda at: (len({passage.text[start:end].casefold() for start, end in held[at]}), -at))
    first = held[most][0][0] if held[most] else passage.matches[0][0]
    start = sentences[most][0] if held[most] else first
    if first <= 2 * LEAD:
        return 0
    return start if first - start <= LONGEST // 2 else max(passage.text.rfind(" ", first - 2 * LEAD, first - LEAD) + 1, first - 2 * LEAD)


def _squeezed(source: str) -> tuple[str, list[int]]:
    """Text with every run of white space as one space, and the offset in the source of each of its characters."""
    kept = [at for at, letter in enumerate(source) if not letter.isspace() or (at and not source[at - 1].isspace())]
    text = "".join(" " if source[at].isspace() else source[at] for at in kept)
    return (text, kept) if text.strip() else ("…", [0])


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
        elif mark["cell"] and pieces:
            take("· " if pieces[-1].endswith(" ") else " · ", mark.start(), follow=False)
        elif mark["space"]:
            take(" ", mark.start(), follow=False)
        after = mark.end()
    if after < len(source):
        take(source[after:], after, follow=True)
    text = "".join(pieces)
    return text.rstrip(), origins[: len(text.rstrip())]
