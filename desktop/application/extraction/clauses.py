"""A sentence as the words in it relate its mentions: its groups of mentions, and whom it speaks of only to set them aside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from desktop.application.extraction.aliases import family_of
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship

_T = EntityType
ACTORS = frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR, _T.CAMPAIGN})
SOFTWARE = frozenset({_T.MALWARE, _T.TOOL})
BREAK = re.compile(r"[;:]\s|\s[-–—]\s|,?\s(?:but|while|whereas|although|though|unlike|however)\s", re.IGNORECASE)
_JOINT = re.compile(
    r"[\"'”’`*_)]*(?:\s[a-z-]+){0,4}\s*(?:\([^()]{0,40}\)\s*)?(?:,\s*(?:and|or|as well as)?|and|or|&|/|as well as|"
    r",\s*along with)\s*(?:the\s|its\s|an?\s|an older\s)?[\"'“‘`*_(]*"
)
_ASIDE = re.compile(
    r"\b(?:(?P<too>in addition to|besides|(?:(?<=, )|(?<=\()|(?<=and ))not)|"
    r"apart from|aside from|unlike|other than|instead of|rather than|in contrast to|as opposed to|"
    r"compared (?:to|with)|contrary to|(?:confused|conflated) with|mistaken for|"
    r"like (?:in )?(?:previous|earlier|other|past)|"
    r"(?:the same|similar|identical) (?:[\w-]+ ){1,5}?(?:as|to|with)(?: that of| those of| in)?)\s",
    re.IGNORECASE,
)
_SET_ASIDE = re.compile(rf"{_ASIDE.pattern}(?:[\w-]+\s){{0,3}}$", re.IGNORECASE)
_LEAD = 60
"""How far before a group the word may stand that sets it aside."""
_FARTHEST_ASIDE = 300
"""The same for all that may stand between."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence with its mentions: `groups` are runs of mentions that commas and "and" join."""

    text: str
    start: int
    end: int
    groups: tuple[tuple[Mention, ...], ...]
    sets_aside: bool
    quote: str


def read_clause(text: str, start: int, end: int, mentions: Sequence[Mention]) -> Clause:
    """The sentence from `start` to `end` with these mentions of it, which are given by place."""
    groups = _grouped(text, mentions)
    sets_aside = _ASIDE.search(text, start, end) is not None
    return Clause(text, start, end, tuple(_without_contrast(text, groups) if sets_aside else groups), sets_aside, text[start:end])


def _grouped(text: str, mentions: Sequence[Mention]) -> Iterator[tuple[Mention, ...]]:
    """Runs of mentions of one kind that commas and "and" join, or that one word stands for."""
    group: list[Mention] = []
    for each in mentions:
        if group and not (alike(group[-1], each) and _joined(text, group[-1], each)):
            yield tuple(group)
            group = []
        group.append(each)
    if group:
        yield tuple(group)


def _without_contrast(text: str, groups: Iterable[tuple[Mention, ...]]) -> Iterator[tuple[Mention, ...]]:
    """The groups; of `unlike X, Y …` two, for a comma alone joins no two to a list."""
    for group in groups:
        if (
            len(group) == 2
            and text[group[0].end : group[1].start] == ", "
            and _SET_ASIDE.search(text, max(0, group[0].start - _LEAD), group[0].start)
        ):
            yield group[:1]
            yield group[1:]
        else:
            yield group


def _joined(text: str, one: Mention, other: Mention) -> bool:
    if one.type is _T.LOCATION and other.identity_class == "class" and text[one.end : other.start].isspace():
        return True  # "German chemical companies"
    return one.start == other.start or _JOINT.fullmatch(text, one.end, other.start) is not None


def alike(one: Mention, other: Mention) -> bool:
    """Whether two mentions are of one kind, so that "and" joins them to one group."""
    return family_of(one.type) == family_of(other.type) or (
        one.type in (_T.LOCATION, _T.IDENTITY) and other.type in (_T.LOCATION, _T.IDENTITY)
    )


def is_set_aside(clause: Clause, group: tuple[Mention, ...], *, as_thing: bool = False) -> bool:
    """Whether others are spoken of: `in addition to TrickBot, actors use …` states nothing of TrickBot as who does it."""
    start = group[0].start
    found = _SET_ASIDE.search(clause.text, max(clause.start, start - _FARTHEST_ASIDE), start) if clause.sets_aside else None
    return found is not None and not (as_thing and found["too"])


def evidenced(clause: Clause, source: Mention, relationship: Relationship, target: Mention, confidence: float, by: str) -> Relation:
    """A relation with the whole sentence as its evidence, as sure as its ends."""
    sure = round(confidence * min(source.confidence, target.confidence), 2)
    return Relation(source.entity_id or "", relationship, target.entity_id or "", clause.start, clause.end, clause.quote, sure, by)
