"""Names that tell by their form what they are: UNC4841, Velvet Chollima, Operation Tang, Fink Telecom GmbH, the Russian government."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from desktop.application.extraction.aliases import AliasBook
from desktop.application.ports import PhraseMatcherMaker
from desktop.domain.entity import EntityType, Mention
from desktop.domain.pack import named_id

_T = EntityType
NUMBERED = re.compile(
    r"(?:APT(?:-C)?[ -]?\d{1,3}|APT-Q-\d{1,3}|FIN\d{1,2}|TA(?!00\d\d\b)\d{3,4}|UNC\d{3,5}|DEV-\d{4}|Storm-\d{4}|UAC-\d{4}|UAT-\d{4}|"
    r"TAG-\d{2,3}|ITG\d{2}|UTA\d{4}|ATK\d{1,3}|Hive0\d{3}|CL-(?:STA|CRI|UNK)-\d{4}|TG-\d{4}|TEMP\.[A-Z]\w+|REF\d{4}|"
    r"Void [A-Z][a-z]{3,}|Earth [A-Z][a-z]{3,})\b"
)
"""Groups by the numbers that vendors give; TA0001 to TA0099 are tactics."""
_PREFIXES = (
    "APT", "FIN", "TA", "UNC", "DEV-", "Storm-", "UAC-", "UAT-", "TAG-", "ITG", "UTA", "ATK", "Hive0", "CL-", "TG-", "TEMP.", "REF",
    "Void ", "Earth ",
)  # fmt: skip
_SCHEMES = (
    "Panda", "Bear", "Kitten", "Chollima", "Spider", "Jackal", "Leopard", "Buffalo", "Typhoon", "Blizzard", "Sandstorm", "Sleet", "Tempest",
    "Tsunami", "Dust", "Hail", "Cyclone", "Flood", "Taurus", "Pisces", "Ursa", "Serpens", "Libra", "Scorpius", "Draco", "PANDA", "BEAR",
    "KITTEN", "CHOLLIMA", "SPIDER", "JACKAL", "LEOPARD", "BUFFALO",
)  # fmt: skip
_COMPANIES = ("Inc", "Ltd", "LTD", "LLC", "Corp", "Corporation", "GmbH", "S.R.L", "S.p.A", "SpA", "AG", "PLC", "Limited")
_OPERATION = "Operation "
_GOVERNMENTS = ("government", "Government")
_MARKS = (*_PREFIXES, *_SCHEMES, *_COMPANIES, _OPERATION, *_GOVERNMENTS)

_ADJECTIVE = re.compile(r"\b(?!(?:The|This|That|A|An|And|But|For|With|From|New|In|On|Of) )[A-Z][A-Za-z]{2,} $")
_OPERATION_NAME = re.compile(r"Operation (?:[A-Z][\w']+|“[^”\n]{2,30}”|\"[^\"\n]{2,30}\")(?: (?:[A-Z][\w']+|of|the))*(?<! of)(?<! the)")
_COMPANY_NAME = re.compile(r"\b[A-Z][\w&-]*(?: (?:of|and|&|[A-Z][\w&-]*)){0,6}(?:,? ?Co\.)?,? ?$")
_NATION = re.compile(r"\b((?:[A-Z][a-z]+ )?[A-Z][a-z]+|U\.?S\.?|U\.?K\.?)\s$")
_REACH = 90


class FormedNameFinder:
    """Finds names by their form: an automaton seeks what they begin or end with, an expression looks at the rest."""

    def __init__(self, book: AliasBook, make_matcher: PhraseMatcherMaker) -> None:
        self._book = book
        self._marks = make_matcher(_MARKS)

    def find(self, text: str) -> list[Mention]:
        """The mentions of such names, in any order; they may overlap."""
        found = []
        for number, start, end in self._marks.matches(text):
            mark = _MARKS[number]
            if not text[start - 1 : start].isalnum():
                found += list(self._by_mark(text, mark, start, end))
        return found

    def _by_mark(self, text: str, mark: str, start: int, end: int) -> Iterator[Mention]:
        if mark in _PREFIXES:
            if match := NUMBERED.match(text, start):
                yield coined_mention(start, match[0], _T.INTRUSION_SET, 0.8, "pattern: a numbered group")
        elif mark == _OPERATION:
            if match := _OPERATION_NAME.match(text, start):
                yield coined_mention(start, match[0], _T.CAMPAIGN, 0.7, "pattern: Operation …")
        elif not text[end : end + 1].isalnum():
            before = text[max(0, start - _REACH) : start]
            if mark in _SCHEMES:
                if match := _ADJECTIVE.search(before):
                    yield coined_mention(start - len(match[0]), match[0] + mark, _T.INTRUSION_SET, 0.7, "pattern: a vendor's naming scheme")
            elif mark in _COMPANIES:
                if (match := _COMPANY_NAME.search(before)) and match[0].strip():
                    yield _organisation(text, start - len(match[0]), end + (text[end : end + 1] == "."), "pattern: a company's form")
            elif (match := _NATION.search(before)) and self._nation(match[1]):
                yield _organisation(text, start - len(self._nation(match[1])) - 1, end, "pattern: … government")

    def _nation(self, words: str) -> str:
        """The country at the end of some words, or nothing."""
        for name in (words, words.rpartition(" ")[2]):
            if any(sense.type is _T.LOCATION for sense in self._book.meanings(name)):
                return name
        return ""


def coined_mention(start: int, text: str, kind: EntityType, confidence: float, by: str) -> Mention:
    """A mention of something that is known by its name alone."""
    return Mention(kind, text, text, start, start + len(text), confidence, by, named_id(kind, text))


def _organisation(text: str, start: int, end: int, by: str) -> Mention:
    return replace(coined_mention(start, text[start:end], _T.IDENTITY, 0.6, by), identity_class="organization")
