"""What rows of tables state, and what they do not."""

from __future__ import annotations

import re

import pytest

from desktop.application.extraction.relations import SentenceRelations
from desktop.application.extraction.table_relations import table_relations
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relationship

T = EntityType
KINDS = {
    "Copper Heron": T.INTRUSION_SET, "Grey Lantern": T.INTRUSION_SET, "Brinewolf": T.MALWARE, "Lockmoss": T.MALWARE,
    "Poland": T.LOCATION, "CVE-2031-1001": T.VULNERABILITY, "cdn-brine.net": T.DOMAIN, "203.0.113.7": T.IPV4,
    "T1566": T.ATTACK_PATTERN,
}  # fmt: skip
NAMES = re.compile("|".join(map(re.escape, KINDS)))
Said = tuple[str, str, str]


def named(text: str) -> list[Mention]:
    return [Mention(KINDS[each[0]], each[0], each[0], each.start(), each.end(), 1.0, "", each[0]) for each in NAMES.finditer(text)]


def table(header: str, *rows: str) -> str:
    return "\n".join(("Text before.", "", header, "|" + " --- |" * (header.count("|") - 1), *rows, "", "Text after."))


def stated(text: str) -> set[Said]:
    return {(each.source, each.relationship.value, each.target) for each in table_relations(text, named(text))}


@pytest.mark.parametrize(
    ("header", "row", "expected"),
    [
        ("| Threat actor | Malware |", "| Copper Heron | Brinewolf, Lockmoss |",
         {("Copper Heron", "uses", "Brinewolf"), ("Copper Heron", "uses", "Lockmoss")}),
        ("| Malware | C2 server |", "| Brinewolf | `cdn-brine.net` |", {("Brinewolf", "communicates-with", "cdn-brine.net")}),
        ("| **Group** | Target country | Technique ID |", "| Copper Heron | Poland | T1566 |",
         {("Copper Heron", "targets", "Poland"), ("Copper Heron", "uses", "T1566")}),
        ("| Malware | Exploited CVE |", "| Brinewolf | CVE-2031-1001 |", {("Brinewolf", "exploits", "CVE-2031-1001")}),
        ("| Indicator | Type | Malware | Notes |", "| 203.0.113.7 | ip | Brinewolf | C2 server |",
         {("Brinewolf", "communicates-with", "203.0.113.7")}),
        ("| Indicator | Note |", "| cdn-brine.net | Brinewolf C2 |", {("Brinewolf", "communicates-with", "cdn-brine.net")}),
        ("| Indicator | Malware |", "| cdn-brine.net | Brinewolf |", set()),
        ("| Country | Malware |", "| Poland | Brinewolf |", set()),
        ("| Actor | Malware |", "| Copper Heron | It is not the same as Brinewolf |", set()),
        ("| Actor | Malware |", "| Copper Heron | Written after Brinewolf had been published |", set()),
        ("| Actor | Malware | Verdict |", "| Copper Heron | Brinewolf | false positive |", set()),
    ],
)  # fmt: skip
def test_columns_that_the_header_names_are_related(header: str, row: str, expected: set[Said]) -> None:
    assert stated(table(header, row)) == expected


def test_nothing_is_stated_across_rows_and_the_row_is_the_evidence() -> None:
    text = table("| Actor | Malware |", "| Copper Heron | Brinewolf |", "| Grey Lantern | Lockmoss |")
    found = list(table_relations(text, named(text)))
    assert [(each.source, each.target, each.quote) for each in found] == [
        ("Copper Heron", "Brinewolf", "| Copper Heron | Brinewolf |"),
        ("Grey Lantern", "Lockmoss", "| Grey Lantern | Lockmoss |"),
    ]
    assert all(text[each.start : each.end] == each.quote for each in found)


def test_what_a_row_doubts_is_doubtful() -> None:
    [sure] = table_relations(text := table("| Actor | Malware | Note |", "| Copper Heron | Brinewolf | seen |"), named(text))
    [doubted] = table_relations(text := table("| Actor | Malware | Note |", "| Copper Heron | Brinewolf | suspected |"), named(text))
    assert (sure.confidence, doubted.confidence) == (0.7, 0.5)


def test_rows_without_a_header_are_of_unknown_columns() -> None:
    assert stated("| Copper Heron | Brinewolf |\n| Grey Lantern | Lockmoss |") == set()


def test_a_row_is_read_once_and_leaves_no_mere_neighbours() -> None:
    text = table("| Actor | Malware |", "| Copper Heron | Brinewolf |")
    found = SentenceRelations().relate(text, named(text))
    assert [(each.source, each.relationship, each.target) for each in found] == [("Copper Heron", Relationship.USES, "Brinewolf")]
