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
    "they": frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR, _T.MALWARE, _T.TOOL}),
}
_SAID = re.compile(
    r"[ti](?<!\w.)(?:(?:(?<=t)(?:he|his|hese|heir)|(?<=i)ts)\s(?:(?!new |other |another )[\w-]+\s){0,2}?(?:"
    r"(?P<actor>(?:threat |hacking |espionage )?(?:group|gang|actors?|adversary|adversaries|hackers|attackers?|operators|crew|cyberspies|"
    r"intruders?|cybercriminals))|"
    r"(?P<malware>malware|backdoor|ransomware|trojan|botnet|loader|dropper|stealer|rat|implant|spyware|worm|wiper|miner)|"
    r"(?P<tool>tool|framework|toolkit)|(?P<flaws>vulnerabilities|flaws|bugs|zero-days|(?:security )?(?:defects|issues|holes))|"
    r"(?P<flaw>vulnerability|flaw|bug|security (?:issue|"
    r"hole)|zero-day)|(?P<campaign>campaign))\b(?!['’])|"
    r"(?:(?P<it>(?<=i)ts?)|(?P<they>(?<=t)he(?:y|ir)))\b)"
)
"""It begins with one of two letters at a word's start, which is sought quicker than a word's start with one of many words."""
_NAMED_AT_ONCE = re.compile(r"\s[“\"'‘]?[A-Z][\w-]{3,}")
"""A name that nobody knows: "the group Sparkfox" is none that was named before."""
_REACH = 900
_WORTH = 0.8
_MOST_AT_ONCE = 4
_SENTENCE_ENDS = re.compile(r"[.!?][\"”)]?\s+[A-Z“\"(]|\n\n")
_SENTENCE_BEFORE = re.compile(r"(?:[.!?]\s\s?|\n)$")
_OPENING = frozenset({"it", "they"})
"""Words that mean something of the sentence before where they begin one; elsewhere it may be anything."""
_SUBJECTS = frozenset({"it", "they", "actor", "malware"})
"""Words that mean what the sentence before spoke of, and not what it named last."""


def stand_ins(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """A mention for each such word, of what was named before it; nothing where that is too far back, or a name follows at once."""
    starts = [each.start for each in mentions]
    small = text.lower() if mentions else ""
    for match in _SAID.finditer(small) if len(small) == len(text) else ():
        if match.lastgroup in _OPENING and not _SENTENCE_BEFORE.search(text, max(0, match.start() - 4), match.start()):
            continue
        at = bisect_left(starts, match.start())
        if at < len(mentions) and mentions[at].start - match.end() < 3:
            continue
        if _NAMED_AT_ONCE.match(text, match.end()):
            continue
        near = mentions[bisect_left(starts, match.start() - _REACH) : at]
        for each in _meant(text, match.lastgroup or "", [each for each in near if each.end <= match.start()]):
            said = text[match.start() : match.end()]
            yield replace(each, start=match.start(), end=match.end(), text=said, confidence=each.confidence * _WORTH)


def _meant(text: str, word: str, before: Sequence[Mention]) -> list[Mention]:
    """Those of the mentions before that a word stands for: the last of its kind, or the first in the sentence of the last."""
    fitting = [each for each in before if each.type in _KINDS[word]]
    if word == "actor" and not fitting:  # a gang often goes by the name of its malware
        fitting = [each for each in before if each.type is _T.MALWARE]
    if word == "flaws":
        return list({each.entity_id: each for each in reversed(fitting)}.values())[:_MOST_AT_ONCE]
    if word not in _SUBJECTS:
        return fitting[-1:]
    return [each for each in fitting if not _SENTENCE_ENDS.search(text, each.end, fitting[-1].start + 1)][:1]
