"""Sentences of many kinds, and how much of what they state is found, judged by labels that were written before anything was run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from desktop.application.extraction.relations import SentenceRelations
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, Relationship

FILE = Path(__file__).parents[2] / "data" / "relations" / "stated-relations.txt"
T = EntityType
KINDS = {
    "Copper Heron": T.INTRUSION_SET, "Grey Lantern": T.INTRUSION_SET, "Operation Glasshouse": T.CAMPAIGN,
    "Brinewolf": T.MALWARE, "Lockmoss": T.MALWARE, "Tindersnap": T.MALWARE, "Quillback": T.MALWARE, "PsExec": T.TOOL, "AdFind": T.TOOL,
    "Norvik Energy": T.IDENTITY, "Halden Bank": T.IDENTITY, "Poland": T.LOCATION, "Japan": T.LOCATION, "Brazil": T.LOCATION,
    "CVE-2031-1001": T.VULNERABILITY, "CVE-2031-1002": T.VULNERABILITY, "cdn-brine.net": T.DOMAIN, "198.51.100.7": T.IPV4,
    "Spearphishing": T.ATTACK_PATTERN,
}  # fmt: skip
NAMES = re.compile("|".join(map(re.escape, KINDS)))
DOUBTFUL = 0.6
FEWEST_RIGHT = 0.95
FEWEST_FOUND = 0.84
Said = tuple[str, str, str, str]


@dataclass
class Sentence:
    """A sentence and what it states: how it does (= plainly, ? perhaps, ! it denies it), source, relationship, target."""

    text: str
    states: set[Said]


def read_sentences() -> list[Sentence]:
    sentences: list[Sentence] = []
    for line in FILE.read_text("utf-8").splitlines():
        if line[:1] in ("=", "?", "!"):
            how, source, relationship, target = (each.replace("_", " ") for each in line.split(" "))
            sentences[-1].states.add((how, source, relationship, target))
        elif line and not line.startswith("#"):
            sentences.append(Sentence(line, set()))
    return sentences


def found_in(text: str) -> set[Said]:
    mentions = [
        Mention(KINDS[each[0]], each[0], each[0], each.start(), each.end(), 1.0, "", each[0], identity_class="organization")
        for each in NAMES.finditer(text)
    ]
    found = SentenceRelations().relate(text, mentions)
    return {
        (_how(each), each.source, each.relationship.value, each.target)
        for each in found
        if each.relationship is not Relationship.RELATED_TO
    }


def _how(relation: Relation) -> str:
    return "!" if relation.negated else "?" if relation.confidence < DOUBTFUL else "="


def test_most_of_what_sentences_state_is_found_and_hardly_anything_else() -> None:
    wanted = found = right = 0
    for sentence in read_sentences():
        said = found_in(sentence.text)
        wanted, found, right = wanted + len(sentence.states), found + len(said), right + len(said & sentence.states)
    assert wanted == 136
    assert right / found >= FEWEST_RIGHT
    assert right / wanted >= FEWEST_FOUND


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("By deploying PsExec, Grey Lantern reached other hosts.", {("=", "Grey Lantern", "uses", "PsExec")}),
        ("Symantec told of the use of Quillback by Copper Heron.", {("=", "Copper Heron", "uses", "Quillback")}),
        ("We attribute the Quillback implant to Copper Heron.", {("=", "Copper Heron", "uses", "Quillback")}),
        ("The payload of Tindersnap is Lockmoss.", {("=", "Tindersnap", "delivers", "Lockmoss")}),
        ("Halden Bank fell prey to Grey Lantern.", {("=", "Grey Lantern", "targets", "Halden Bank")}),
        ("The intrusion at Halden Bank was conducted by Copper Heron.", {("=", "Copper Heron", "targets", "Halden Bank")}),
        ("Copper Heron used Brinewolf to target Japan.",
         {("=", "Copper Heron", "uses", "Brinewolf"), ("=", "Copper Heron", "targets", "Japan")}),
        ("Copper Heron uses AdFind, Grey Lantern came later with Lockmoss.", {("=", "Copper Heron", "uses", "AdFind")}),
        ("Lockmoss is used to encrypt what Quillback left.", set()),
        ("A fork of Lockmoss, dubbed Quillback, came.", {("=", "Quillback", "variant-of", "Lockmoss")}),
        ("Brinewolf propagates via CVE-2031-1002.", {("=", "Brinewolf", "exploits", "CVE-2031-1002")}),
        ("Analysts linked Quillback to Copper Heron.", {("=", "Copper Heron", "uses", "Quillback")}),
        ("Quillback is the work of Copper Heron, not of Grey Lantern.", {("=", "Copper Heron", "uses", "Quillback")}),
        ("Whether Copper Heron used Quillback is open.", {("?", "Copper Heron", "uses", "Quillback")}),
        ("Lockmoss came; later, Poland saw the deployment of Quillback.", set()),
        ("198.51.100.7,address,Lockmoss C2 server\ncdn-brine.net,domain,Quillback C2 server", set()),
        ("Brinewolf falsely linked to Grey Lantern.", set()),
    ],
)  # fmt: skip
def test_each_order_of_words_has_its_direction(text: str, expected: set[Said]) -> None:
    assert {each for each in found_in(text) if each[0] != "!"} == expected
