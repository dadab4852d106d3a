"""Names of which a sentence says that they are one: "X (aka Y, Z)", "X, also known as Y"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop.application.extraction.aliases import family_of
from desktop.domain.entity import EntityType, Mention

_T = EntityType
_HAVE_ALIASES = frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR, _T.CAMPAIGN, _T.MALWARE, _T.TOOL, _T.VULNERABILITY})
_KNOWN_AS = (
    r"(?:a\.?k\.?a\.?|(?:also |formerly |previously |otherwise |better |publicly |commonly )*(?:known|tracked|referred to|identified|named|"
    r"designated|dubbed|called)(?: by [\w .]{2,30})?(?: as)?|formerly|also)"
)
_OPENS = re.compile(
    rf"[\"'”’`*_]*\s*(?P<bracket>[(\[])\s*(?:{_KNOWN_AS})?:?\s*[\"'“‘`*_]*|[\"'”’`*_]*(?P<slash>\s?/\s?)|"
    rf"[\"'”’`*_]*,?\s(?:which is |who is |that is |is |are |was |or )?(?:{_KNOWN_AS}|(?P<or>or))\s(?:the )?[\"'“‘`*_]*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[GS]\d{4}")
"""ATT&CK's numbers, which are no names that anybody goes by."""
_GOES_ON = re.compile(r"[\"'”’`*_]*\s?(?:,|/|;|,? and|,? or|,? as well as)\s?(?:also |formerly )?[\"'“‘`*_]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class StatedAliases:
    """A name, and the other names that the text gives for it; `in_words` unless it only puts them in brackets or behind a slash."""

    name: Mention
    others: tuple[Mention, ...]
    in_words: bool


def stated_aliases(text: str, mentions: Sequence[Mention]) -> Iterator[StatedAliases]:
    """Names that are said to be one, each with its first name; `mentions` are those of one sentence, by place."""
    at = 0
    while at < len(mentions) - 1:
        others = tuple(_others(text, mentions, at))
        if others:
            between = text[mentions[at].end : others[0].start]
            yield StatedAliases(mentions[at], others, any(map(str.isalpha, between)))
        at += 1 + len(others)


def _others(text: str, mentions: Sequence[Mention], at: int) -> Iterator[Mention]:
    first = mentions[at]
    opened = _OPENS.fullmatch(text, first.end, mentions[at + 1].start) if first.end <= mentions[at + 1].start else None
    if opened is None or not _one_kind(first, mentions[at + 1]):
        return
    if opened["or"] and first.entity_id != mentions[at + 1].entity_id:
        return  # "A or B" may mean either
    yield mentions[at + 1]
    if not opened["bracket"]:
        return
    for one, other in zip(mentions[at + 1 :], mentions[at + 2 :], strict=False):
        if not _one_kind(first, other) or not _GOES_ON.fullmatch(text, one.end, other.start):
            return
        yield other


def _one_kind(one: Mention, other: Mention) -> bool:
    return one.type in _HAVE_ALIASES and family_of(one.type) == family_of(other.type) and not _NUMBER.fullmatch(other.text)
