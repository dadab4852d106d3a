"""Words that stand for a name said before: "the group", "this ransomware", "the flaw", or "It" at the start."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop.domain.entity import EntityType, Mention

_T = EntityType
_KINDS = {
    "actor": frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR}),
    "malware": frozenset({_T.MALWARE}),
    "tool": frozenset({_T.TOOL, _T.MALWARE}),
    "flaw": frozenset({_T.VULNERABILITY}),
    "flaws": frozenset({_T.VULNERABILITY}),
    "campaign": frozenset({_T.CAMPAIGN}),
    "it": frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR, _T.MALWARE, _T.TOOL}),
}
_SAID = re.compile(
    r"\b(?:the|this|these|its)\s(?:(?!new |other |another )[\w-]+\s){0,2}?(?:"
    r"(?P<actor>(?:threat |hacking |espionage )?(?:group|gang|actors?|adversary|hackers|operators|crew))|"
    r"(?P<malware>malware|backdoor|ransomware|trojan|botnet|loader|dropper|stealer|rat|implant|spyware|worm|wiper|miner)|"
    r"(?P<tool>tool|framework|toolkit)|(?P<flaws>vulnerabilities|flaws|bugs)|(?P<flaw>vulnerability|flaw|bug|security (?:issue|"
    r"hole)|zero-day)|(?P<campaign>campaign))\b(?!['’])|"
    r"(?:(?<=[.!?]\s)|(?<=[.!?]\s\s)|(?<=\n))(?P<it>it|they)\b"
)
_REACH = 700
_WORTH = 0.8
_MOST_AT_ONCE = 4


def stand_ins(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """A mention for each such word, of what was named last before it; nothing where that is too far back, or a name follows at once."""
    starts = [each.start for each in mentions]
    small = text.lower() if mentions else ""
    for match in _SAID.finditer(small) if len(small) == len(text) else ():
        at = bisect_left(starts, match.start())
        if at < len(mentions) and mentions[at].start - match.end() < 3:
            continue
        wanted, left = _KINDS[match.lastgroup or ""], _MOST_AT_ONCE if match.lastgroup == "flaws" else 1
        for each in reversed(mentions[max(0, at - 12) : at]):
            if match.start() - each.end > _REACH:
                break
            if each.end <= match.start() and each.type in wanted:
                yield replace(
                    each, start=match.start(), end=match.end(), text=text[match.start() : match.end()], confidence=each.confidence * _WORTH
                )
                left -= 1
            if not left:
                break
