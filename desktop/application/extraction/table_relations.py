"""What a row of a Markdown table states: its header says what the columns hold, and a cell that is a name is that.

A cell is no sentence. Only kinds that a header names are related, only within one row, and the row is the evidence.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from desktop.application.extraction.clauses import ACTORS, SOFTWARE
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship, is_legal

_R, _T = Relationship, EntityType


class _Column(Enum):
    """What a header says that a column holds."""

    ACTOR = auto()
    SOFTWARE = auto()
    VICTIM = auto()
    CONTROLLER = auto()
    EXPLOITED = auto()
    TECHNIQUE = auto()


_HEADERS: Mapping[_Column, re.Pattern[str]] = {
    _Column.ACTOR: re.compile(
        r"(?:(?:threat|apt|associated|hacking)[ -])?(?:actors?|groups?|adversar(?:y|ies)|intrusion[ -]sets?|apts?)(?: names?)?|"
        r"attribut(?:ion|ed to)|attributed (?:actor|group)"
    ),
    _Column.SOFTWARE: re.compile(
        r"(?:associated |related )?(?:malware|ransomware|backdoors?|trojans?|rats?|implants?|tools?|software|"
        r"malware(?: ?/ ?| and | or )tools?|tools?(?: ?/ ?| and | or )malware|(?:malware )?famil(?:y|ies))"
        r"(?:[ /](?:names?|famil(?:y|ies)|used|strains?))?"
    ),
    _Column.VICTIM: re.compile(
        r"(?:targets?|victims?|victimology|(?:target(?:ed|s)?|victim)[ -](?:countr(?:y|ies)|sectors?|industr(?:y|ies)|organi[sz]ations?|"
        r"regions?|entit(?:y|ies)|geograph(?:y|ies)|verticals?))"
    ),
    _Column.CONTROLLER: re.compile(
        r"(?:c2|c&c|cnc|command[ -]and[ -]control|command & control)(?: (?:servers?|domains?|ips?|ip address(?:es)?|address(?:es)?|urls?|"
        r"hosts?|infrastructure))?"
    ),
    _Column.EXPLOITED: re.compile(
        r"exploits?|exploited(?: (?:cves?|vulnerabilit(?:y|ies)|flaws?))?|(?:cves?|vulnerabilit(?:y|ies)) exploited"
    ),
    _Column.TECHNIQUE: re.compile(
        r"(?:(?:mitre )?(?:att&ck )?(?:techniques?|sub-?techniques?|ttps?)(?: (?:ids?|numbers?|used))?|(?:att&ck|mitre) ids?)"
    ),
}
_FITS: Mapping[_Column, frozenset[EntityType]] = {
    _Column.ACTOR: ACTORS,
    _Column.SOFTWARE: SOFTWARE,
    _Column.VICTIM: frozenset({_T.IDENTITY, _T.LOCATION}),
    _Column.CONTROLLER: frozenset({_T.IPV4, _T.IPV6, _T.DOMAIN, _T.URL}),
    _Column.EXPLOITED: frozenset({_T.VULNERABILITY}),
    _Column.TECHNIQUE: frozenset({_T.ATTACK_PATTERN}),
}
_STATED = (
    (_Column.ACTOR, _R.USES, _Column.SOFTWARE),
    (_Column.ACTOR, _R.TARGETS, _Column.VICTIM),
    (_Column.ACTOR, _R.TARGETS, _Column.EXPLOITED),
    (_Column.ACTOR, _R.USES, _Column.TECHNIQUE),
    (_Column.SOFTWARE, _R.COMMUNICATES_WITH, _Column.CONTROLLER),
    (_Column.SOFTWARE, _R.EXPLOITS, _Column.EXPLOITED),
)
_WITHOUT_ACTOR = ((_Column.SOFTWARE, _R.TARGETS, _Column.VICTIM), (_Column.SOFTWARE, _R.USES, _Column.TECHNIQUE))
"""What a row states of malware where no column says who used it: else it is the actor's."""
_TABLE = re.compile(r"^\|[^\n]*(?:\n\|[^\n]*)*", re.MULTILINE)
_RULE = re.compile(r"\|(?:[ \t:|]|-(?!-))*+--[ \t:|-]*+")
_CELL = re.compile(r"(?<!\\)\|")
_BETWEEN_NAMES = re.compile(
    r"(?:[\s,;/&()\[\]`*_\"'“”‘’]|<br\s*/?>|\b(?:and|ransomware|malware|backdoor|trojan|rat|group|tool|sub-?technique)\b)*", re.IGNORECASE
)
_IS_CONTROLLER = re.compile(
    r"\W*+(?:(?:confirmed|known|active|primary|secondary|backup)\s)?(?P<name>\S.*\s)?(?:c2|c&c|cnc|command[ -]and[ -]control|controller)"
    r"(?:\s(?:server|domain|name|url|ip|address|panel|node|host|infrastructure)(?:e?s)?){0,3}\W*",
    re.IGNORECASE,
)
"""A cell that says what the address beside it is: "C2", "Remcos C2 server"."""
_DENIES = re.compile(r"\b(?:not?|never|false positive|benign|legitimate|unrelated|wrongly|none)\b", re.IGNORECASE)
_DOUBTS = re.compile(
    r"\?|\b(?:possibl[ey]|likely|probabl[ey]|suspected|unconfirmed|potential(?:ly)?|alleged(?:ly)?|low|tbc)\b", re.IGNORECASE
)
_SURE, _DOUBTED = 0.7, 0.5
_MOST_PAIRS = 400
"""A row that pairs more than this is a dump, and states nothing of any two of them."""


@dataclass(frozen=True, slots=True)
class _Cell:
    start: int
    end: int
    mentions: tuple[Mention, ...]


def table_relations(text: str, mentions: Sequence[Mention]) -> Iterator[Relation]:
    """The relations that rows of tables state between mentions, which are given by place."""
    if not mentions or "|" not in text:
        return
    starts = [each.start for each in mentions]
    for table in _TABLE.finditer(text):
        columns: Mapping[int, _Column] = {}
        before, at = "", table.start()
        for line in table[0].split("\n"):
            if _RULE.fullmatch(line.rstrip()):
                columns = _columns(before)
            else:
                first, last = bisect_left(starts, at), bisect_left(starts, at + len(line))
                if last - first > 1:
                    yield from _in_row(text, at, at + len(line.rstrip()), mentions[first:last], columns)
            before, at = line, at + len(line) + 1


def _columns(header: str) -> dict[int, _Column]:
    """What the columns hold, by their number, as far as their headers say it."""
    said = [re.sub(r"[\s*_`]+", " ", each).strip().lower() for each in _CELL.split(header)]
    return {at: column for at, each in enumerate(said) for column, words in _HEADERS.items() if words.fullmatch(each)}


def _in_row(text: str, start: int, end: int, mentions: Sequence[Mention], columns: Mapping[int, _Column]) -> Iterator[Relation]:
    row = text[start:end]
    if _DENIES.search(row):
        return
    cells = list(_cells(text, start, end, mentions))
    held: dict[_Column, list[Mention]] = {}
    for at, column in columns.items():
        if at < len(cells):
            held.setdefault(column, []).extend(each for each in _names(text, cells[at]) if each.type in _FITS[column])
    stated = _STATED if held.get(_Column.ACTOR) else (*_STATED, *_WITHOUT_ACTOR)
    sure = _DOUBTED if _DOUBTS.search(row) else _SURE
    controlled = _controlled(text, cells, held.get(_Column.SOFTWARE, ()))
    found = [*_pairs(held, stated), *((software, _R.COMMUNICATES_WITH, address) for software, address in controlled)]
    for one, relationship, other in dict.fromkeys(found):
        if one.entity_id and other.entity_id and one.entity_id != other.entity_id and is_legal(one.type, relationship, other.type):
            confidence = round(sure * min(one.confidence, other.confidence), 2)
            yield Relation(one.entity_id, relationship, other.entity_id, start, end, row, confidence, "a row of a table")


def _pairs(
    held: Mapping[_Column, Sequence[Mention]], stated: Sequence[tuple[_Column, Relationship, _Column]]
) -> Iterator[tuple[Mention, Relationship, Mention]]:
    for subject, relationship, thing in stated:
        subjects, things = held.get(subject, ()), held.get(thing, ())
        if len(subjects) * len(things) <= _MOST_PAIRS:
            yield from ((one, relationship, other) for one in subjects for other in things)


def _cells(text: str, start: int, end: int, mentions: Sequence[Mention]) -> Iterator[_Cell]:
    """The cells of a row with what they mention, numbered as its header's are."""
    starts = [each.start for each in mentions]
    at = start
    for mark in (*_CELL.finditer(text, start, end), None):
        finish = mark.start() if mark else end
        within = mentions[bisect_left(starts, at) : bisect_right(starts, finish)]
        yield _Cell(at, finish, tuple(each for each in within if each.end <= finish))
        at = mark.end() if mark else end


def _names(text: str, cell: _Cell) -> tuple[Mention, ...]:
    """The names of a cell that holds nothing else; a cell with more to say is read as a sentence, elsewhere."""
    at = cell.start
    for each in cell.mentions:
        if each.start >= at and _BETWEEN_NAMES.fullmatch(text, at, each.start) is None:
            return ()
        at = max(at, each.end)
    return cell.mentions if _BETWEEN_NAMES.fullmatch(text, at, cell.end) else ()


def _controlled(text: str, cells: Sequence[_Cell], named: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    """Malware and an address of a row, a cell of which says that the address is where the malware is controlled from."""
    said = [(cell, match) for cell in cells if (match := _IS_CONTROLLER.fullmatch(text, cell.start, cell.end))]
    if len(said) != 1:
        return
    cell, match = said[0]
    whose = [each for each in cell.mentions if each.type in SOFTWARE] if match["name"] else named
    beside = (each for other in cells if other is not cell for each in _names(text, other))
    addresses = [each for each in beside if each.type in _FITS[_Column.CONTROLLER]]
    if len(addresses) * len(whose) <= _MOST_PAIRS:
        yield from ((each, address) for address in addresses for each in whose)
