"""Reading a pasted list: what each line names, in whatever spelling and with whatever stands around it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from desktop.domain.entity import EntityType, Mention

_AROUND = " \t\r\"'“”‘’`,;|"
_BULLET = re.compile(r"(?:[-*+•‣▪●○–·]|\(?\d{1,4}[.)])\s+")
_COMMENT = re.compile(r"\s*(?:#|//|;|--)")
_PARTED = re.compile(r"\s*[,;\t|]\s*")
_LONGEST = 4096
"""A longer line is no item of a list: only the indicators at its beginning are read."""


@dataclass(frozen=True, slots=True)
class ListItem:
    """One thing on a list; without a `mention` it is plain words."""

    line: int
    text: str
    mention: Mention | None


@dataclass(frozen=True, slots=True)
class PastedList:
    """What a list names, in its order, and the lines that name nothing."""

    items: tuple[ListItem, ...]
    passed_over: tuple[int, ...] = field(default=())


def read_list(text: str, mentions_in: Callable[[str], Sequence[Mention]]) -> PastedList:
    """What each line of a text names.

    A line is one thing, or several with commas, semicolons, bars or tabs between them; where there are indicators among other
    words, as in a row of a table, the indicators count. Empty lines, and comments without an indicator, are passed over.
    """
    items: list[ListItem] = []
    passed_over: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        found = [ListItem(number, said, mention) for said, mention in _things(line[:_LONGEST], mentions_in)]
        items += found
        if not found:
            passed_over.append(number)
    return PastedList(tuple(items), tuple(passed_over))


def _things(line: str, mentions_in: Callable[[str], Sequence[Mention]]) -> Iterable[tuple[str, Mention | None]]:
    bare = _BULLET.sub("", line.strip(_AROUND), count=1).strip(_AROUND)
    if not bare:
        return []
    mentions = mentions_in(bare)
    if whole := _whole(bare, mentions):
        return [(bare, whole)]
    if indicators := _outermost(mentions):
        return [(each.text, each) for each in indicators]
    if _COMMENT.match(line) or not any(letter.isalnum() for letter in bare):
        return []
    parts = [part for each in _PARTED.split(bare) if (part := each.strip(_AROUND)) and any(map(str.isalnum, part))]
    return [(part, _whole(part, mentions_in(part)) if len(parts) > 1 else None) for part in parts]


def _whole(text: str, mentions: Iterable[Mention]) -> Mention | None:
    """What a text is as a whole, brackets and the like around it apart."""
    for mention in mentions:
        rest = text[: mention.start] + text[mention.end :]
        if not any(letter.isalnum() for letter in rest) and not set("/*\\") & set(rest):
            return mention
    return None


def _outermost(mentions: Iterable[Mention]) -> list[Mention]:
    """The indicators that are no part of another."""
    kept: list[Mention] = []
    for each in mentions:
        if _is_exact(each.type) and (not kept or each.start >= kept[-1].end):
            kept.append(each)
    return kept


def _is_exact(kind: EntityType) -> bool:
    return kind.is_indicator or kind is EntityType.VULNERABILITY
