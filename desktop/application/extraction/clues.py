"""Clues: what a place in a text says of a name that no pack knows, and how much that is worth."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from desktop.domain.entity import EntityType

_T = EntityType


@dataclass(frozen=True, slots=True)
class Clue:
    """That a name stands for something of a kind: `worth` is how sure this place alone makes that, `by` says so to a person."""

    name: str
    type: EntityType
    worth: float
    by: str
    start: int


ENOUGH = 0.55
_MOST_SURE = 0.8
_AT_ONCE = 2
"""How often clues of one wording count: what is said a third time is only repeated."""


def weigh(clues: Sequence[Clue]) -> Clue | None:
    """The clue that stands for all of one name, as sure as they are together; None if that is not enough, or they are at odds."""
    doubt: dict[EntityType, float] = {}
    counted: dict[tuple[EntityType, str], int] = {}
    for each in sorted(clues, key=lambda each: -each.worth):
        wording = (each.type, each.by)
        counted[wording] = counted.get(wording, 0) + 1
        if counted[wording] <= _AT_ONCE:
            doubt[each.type] = doubt.get(each.type, 1.0) * (1 - each.worth)
    kind = min(doubt, key=lambda each: doubt[each])
    best = max((each for each in clues if each.type is kind), key=lambda each: each.worth)
    sure = max(best.worth, min(_MOST_SURE, 1 - doubt[kind]))
    return Clue(best.name, kind, round(sure, 2), best.by, best.start) if sure >= ENOUGH else None


_REACH = 60
_MARK = r"[\s\"'“”‘’`(*_]*"
_MALWARE = (
    r"(?:malware|ransomware|backdoor|trojan|rat|loader|dropper|downloader|(?:info)?stealer|botnet|worm|spyware|implant|banker|rootkit|"
    r"keylogger|wiper|(?:crypto)?miner|adware|surveillanceware|strain|bot)"
)
_TOOLS = re.compile(rf"\b(?:tools|utilities|commands)(?: such as|,? including| like|:){_MARK}$", re.IGNORECASE)
_BEFORE: Mapping[str, tuple[float, re.Pattern[str]]] = {
    "such as …": (
        0.6,
        re.compile(
            rf"\b(?:{_MALWARE}s?(?: families)?|malware families|families),? (?:such as|like|including|e\.g\.,?){_MARK}$", re.IGNORECASE
        ),
    ),
    "version of …": (
        0.45,
        re.compile(
            r"\b(?:versions?|variants?|samples?|strains?|famil(?:y|ies)|builds?|operators?|actors?|developers?|authors?|"
            rf"infections?|infected) (?:of|behind|with)(?: the)?{_MARK}$",
            re.IGNORECASE,
        ),
    ),
    "delivers …": (
        0.35,
        re.compile(
            r"\b(?:deploy(?:s|ed|ing)?|install(?:s|ed|ing)?|drop(?:s|ped|ping)?|deliver(?:s|ed|ing)?|distribut(?:es|ed|ing)|"
            rf"download(?:s|ed|ing)?|execut(?:es|ed|ing)|infected by|load(?:s|ed|ing)?|spread(?:s|ing)?|push(?:es|ed|ing)?)"
            rf"(?: the| a| an)?{_MARK}$",
            re.IGNORECASE,
        ),
    ),
}
_AFTER: Mapping[str, tuple[float, re.Pattern[str]]] = {
    "…: a malware": (0.55, re.compile(rf"[\"'”’`*_]*(?::|\s[–—-])\s(?!\d)(?:an? |the )?(?:[\w-]+ ){{0,4}}?{_MALWARE}\b", re.IGNORECASE)),
    "… infections": (
        0.4,
        re.compile(
            r"(?:\s?[\"'”’]?\s?['’]s?|\s?[\"”’])?\s(?:infections?|samples?|payloads?|operators?|affiliates?|variants?|botnets?|binary|binaries|"
            r"infection chain|droppers?|developers?|authors?|(?:c2|c&c|c & c|command[- ]and[- ]control) "
            r"(?:servers?|traffic|communications?))\b",
            re.IGNORECASE,
        ),
    ),
    "… steals": (
        0.35,
        re.compile(
            r"(?:\s?[\"”’])?\s(?:can |will |then |also |is able to |is capable of |has the ability to )*(?:drops|downloads|encrypts?|"
            r"communicates|exfiltrates?|injects|persists|collects|steals?|collecting|stealing|infects|installs|masquerades?|abuses|"
            r"decrypts?|loads|spreads|exfiltrating|hides|hijacks?|intercepts?|harvests?|"
            r"(?:tries|attempts) to (?:infect|steal|hide|install|download))\b",
            re.IGNORECASE,
        ),
    ),
}
_JOINED_BEFORE = re.compile(r"([A-Z]\w+)[\"'”’`*_]*\s?(?:,|,? and|,? or|/|&)\s[\"'“‘`*_]*$")
_JOINED_AFTER = re.compile(r"[\"'”’`*_]*\s?(?:,|,? and|,? or|/|&)\s[\"'“‘`*_]*([A-Z]\w+)")
_IN_LIST = 0.5


def hints(text: str, name: str, start: int, known: Mapping[str, EntityType]) -> Iterator[Clue]:
    """The weak clues around a word that is unknown: none is enough alone. `known` are words that are surely names."""
    end = start + len(name)
    before = text[max(0, start - _REACH) : start]
    for by, (worth, pattern) in _BEFORE.items():
        if pattern.search(before):
            yield Clue(name, _T.MALWARE, worth, f"pattern: {by}", start)
    for by, (worth, pattern) in _AFTER.items():
        if pattern.match(text, end):
            yield Clue(name, _T.MALWARE, worth, f"pattern: {by}", start)
    if _TOOLS.search(before):
        yield Clue(name, _T.TOOL, ENOUGH, "pattern: tools such as …", start)
    for match in (_JOINED_BEFORE.search(before), _JOINED_AFTER.match(text, end)):
        if match and (kind := known.get(match[1])):
            yield Clue(name, kind, _IN_LIST, "pattern: in a list of such names", start)
