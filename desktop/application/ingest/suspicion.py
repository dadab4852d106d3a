"""What in a finished document tries something on its reader: orders to a language model, tricks with characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from desktop.application.ingest.lookalikes import find_lookalikes
from desktop.application.ingest.orders import find_orders
from desktop.domain.quality import Flag, FlagKind

MOST_FLAGS = 10
QUOTE = 200
_CONTEXT = 60

_ANY_TRICK = re.compile("[\u202b\u202d\u202e\u2067\U000e0001\U000e0020-\U000e007f]")
_OVERRIDE = re.compile("[\u202d\u202e]")
_EMBEDDING = re.compile("[\u202b\u2067]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_TAGS = re.compile("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0001\U000e0020-\U000e007f]+")


def find_flags(body: str) -> tuple[Flag, ...]:
    """What the text tries on its reader, at most ten of each kind, each once, in the order of the text."""
    found: dict[FlagKind, list[str]] = {kind: [] for kind in FlagKind}
    for start, end, kind in sorted(_places(body)):
        if len(found[kind]) < MOST_FLAGS and (quote := quote_around(body, start, end)) not in found[kind]:
            found[kind].append(quote)
    return tuple(Flag(kind, quote) for kind, quotes in found.items() for quote in quotes)


def quote_around(body: str, start: int, end: int) -> str:
    """A stretch of the body with a place in it and words of its line around it, at most 200 characters."""
    end = min(end, start + QUOTE)
    room = min(_CONTEXT, (QUOTE - (end - start)) // 2)
    before = body[max(0, start - room) : start].rpartition("\n")[2]
    after = body[end : end + room].partition("\n")[0]
    if len(before) == room and " " in before:
        before = before.partition(" ")[2]
    if len(after) == room and " " in after:
        after = after.rpartition(" ")[0]
    return (before + body[start:end] + after).strip() or body[start:end]


def _places(body: str) -> Iterator[tuple[int, int, FlagKind]]:
    yield from ((start, end, FlagKind.INSTRUCTIONS) for start, end in find_orders(body))
    yield from ((start, end, FlagKind.LOOKALIKE) for start, end in find_lookalikes(body))
    if body.isascii() or not _ANY_TRICK.search(body):
        return
    yield from ((*match.span(), FlagKind.DIRECTION_TRICK) for match in _OVERRIDE.finditer(body))
    yield from ((*match.span(), FlagKind.HIDDEN_TEXT) for match in _TAGS.finditer(body))
    for match in _EMBEDDING.finditer(body):
        around = body[max(0, match.start() - QUOTE) : match.end() + QUOTE]
        if not _RIGHT_TO_LEFT.search(around):  # where such letters stand, it is how they are written
            yield *match.span(), FlagKind.DIRECTION_TRICK
