"""Words that stand for a name said before: "the group", "this ransomware", "the flaw", or "It" at the start.

Most of what is written of "the actors" means nobody who was named; words that say themselves whom they mean stand for no other.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop.application.extraction.head_words import NEVER_COINED
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
    "they": frozenset({_T.INTRUSION_SET, _T.THREAT_ACTOR}),
}
_SAID = re.compile(
    r"[ti](?<!\w.)(?:(?:(?<=t)(?:he|his|hese|heir)|(?<=i)ts)\s(?:(?!(?:new|other|another|"
    r"first|second|third|last|only|two|three|several|different|separate|unknown|unidentified|unnamed) )[\w-]+\s){0,2}?(?:"
    r"(?P<actor>(?:threat |hacking |espionage )?(?:group|gang|actors?|adversary|adversaries|hackers|attackers?|operators|crew|cyberspies|"
    r"intruders?|cybercriminals))|"
    r"(?P<malware>malware|backdoor|ransomware(?: operation)?|trojan|botnet|loader|dropper|stealer|rat|implant|spyware|worm|wiper|miner)|"
    r"(?P<tool>tool|framework|toolkit)|(?P<flaws>vulnerabilities|flaws|bugs|zero-days|(?:security )?(?:defects|issues|holes))|"
    r"(?P<flaw>vulnerability|flaw|bug|security (?:issue|"
    r"hole)|zero-day)|(?P<campaign>campaign))\b(?!['’])|"
    r"(?:(?P<it>(?<=i)ts?)|(?P<they>(?<=t)he(?:y|ir)))\b)"
)
"""It begins with one of two letters at a word's start, which is sought quicker than a word's start with one of many words."""
_NAMED_AT_ONCE = re.compile(r"\s[“\"'‘]?[A-Z][\w-]{3,}")
"""A name that nobody knows: "the group Sparkfox" is none that was named before."""
_MEANS_NONE = re.compile(
    r"\sit(?:['’]s| (?:is|was|has been|had been|should be|can be|may be|must be|remains|remained|became|appears|appeared|seems|seemed))"
    r"(?: (?:not|also|still|currently|now|very|highly|\w+ly))* (?:(?:worth |to be )?\w+ (?:that|whether|if|how|why)|"
    r"(?:un)?(?:clear|likely|known) (?:what|who|when|where|which|how|whether|if)|"
    r"(?:possible|important|necessary|recommended|advised|common|worth|hard|difficult|easy|impossible) (?:to|for)|(?:that|whether))\b"
)
"""What "it" begins that speaks of nothing: "It should be noted that", "It was unclear whether"."""
_MEANS_ANOTHER = re.compile(
    r"\s(?:behind|responsible for|associated with|linked to|known as|tracked as|called|dubbed|named|selling|operating|running|who|that)\s"
)
"""What follows words that say themselves whom they mean: "the actors behind the attack"."""
_PERSONS = re.compile(r"(?:actors?|adversary|adversaries|hackers|attackers?|operators|intruders?|cybercriminals)$")
"""People of whom a text may speak that names nobody; "the gang" is one that goes by a name."""
_GOES_BY = re.compile(
    r"[\"'”’]?s?\s(?:(?:ransomware|malware|raas|threat|extortion|cybercrime|botnet)\s)*(?:group|gang|crew|team(?! server)|"
    r"operat(?:ors?|ion)|actors?|affiliates?|developers?|authors?|hackers|attackers|cartel|syndicate)\b",
    re.IGNORECASE,
)
_ITS_PEOPLE = re.compile(
    r"\b(?:group|gang|crew|team|operators?|actors?|affiliates?|developers?|authors?|hackers|attackers|those|people)\s(?:behind|of)\s"
    r"(?:the\s)?[\"'“‘]?$",
    re.IGNORECASE,
)
_REACH = 900
_WORTH = 0.8
_MOST_AT_ONCE = 4
_SENTENCE_ENDS = re.compile(r"[.!?][\"”)]?\s+[A-Z“\"(]|\n\n")
_SENTENCE_BEFORE = re.compile(r"(?:[.!?]\s\s?|\n)$")
_OPENING = frozenset({"it", "they"})
"""Words that mean something of the sentence before where they begin one; elsewhere it may be anything."""
_PEOPLE = frozenset({"actor", "they"})
_SUBJECTS = frozenset({"it", "they", "actor", "malware"})
"""Words that mean what the sentence before spoke of, and not what it named last."""


def stand_ins(text: str, mentions: Sequence[Mention]) -> Iterator[Mention]:
    """A mention for each such word, of what was named before it; nothing where that is too far back, or a name follows at once."""
    starts = [each.start for each in mentions]
    spoken: list[Mention] = []  # the mentions so far and what stood for them, by place
    small, taken = text.replace("İ", "I").lower() if mentions else "", 0  # of all letters only this one has two for its small one
    for match in _SAID.finditer(small):
        if match.lastgroup in _OPENING and not _SENTENCE_BEFORE.search(text, max(0, match.start() - 4), match.start()):
            continue
        at = bisect_left(starts, match.start())
        if at < len(mentions) and mentions[at].start - match.end() < 3:
            continue
        if _says_whom(text, small, match):
            continue
        spoken += mentions[taken:at]
        taken = at
        near = spoken[bisect_left(spoken, match.start() - _REACH, key=_place) :]
        meant = _meant(text, match.lastgroup or "", match[0], [each for each in near if each.end <= match.start()])
        for each in meant:
            here = replace(each, start=match.start(), end=match.end(), text=text[match.start() : match.end()])
            yield replace(here, confidence=each.confidence * _WORTH)
            spoken.append(here)


def _place(mention: Mention) -> int:
    return mention.start


def _says_whom(text: str, small: str, said: re.Match[str]) -> bool:
    """Whether words name somebody themselves, or speak of nobody at all, and so stand for nothing that was named before."""
    if _NAMED_AT_ONCE.match(text, said.end()) or _MEANS_ANOTHER.match(small, said.end()):
        return True
    if said.lastgroup == "it":
        return _MEANS_NONE.match(f" {small[said.start() : said.end() + 60]}") is not None
    inner = text[said.start() : said.end()].split()[1:-1]
    return any(each[0].isupper() and not each.isupper() and each.lower() not in NEVER_COINED for each in inner)


def _goes_by(text: str, malware: Mention) -> bool:
    """Whether a text speaks of those behind malware by its name, as of a gang."""
    return _GOES_BY.match(text, malware.end) is not None or _ITS_PEOPLE.search(text, max(0, malware.start - 40), malware.start) is not None


def _meant(text: str, word: str, said: str, before: Sequence[Mention]) -> list[Mention]:
    """Those of the mentions before that a word stands for: the last of its kind, or the first in the sentence of the last."""
    fitting = [each for each in before if each.type in _KINDS[word]]
    if word in _PEOPLE:  # a gang often goes by the name of its malware
        fitting = [each for each in before if each.type in _KINDS[word] or (each.type is _T.MALWARE and _goes_by(text, each))]
    if word == "actor" and not fitting and not _PERSONS.search(said):
        fitting = [each for each in before if each.type is _T.MALWARE]
    if word == "flaws":
        return list({each.entity_id: each for each in reversed(fitting)}.values())[:_MOST_AT_ONCE]
    if word not in _SUBJECTS:
        return fitting[-1:]
    if not fitting:
        return []
    ended = max((end.start() for end in _SENTENCE_ENDS.finditer(text, fitting[0].end, fitting[-1].start + 1)), default=-1)
    return [next(each for each in fitting if each.end > ended)]
