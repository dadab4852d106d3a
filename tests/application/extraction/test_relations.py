"""What a sentence states, denies, doubts, or merely says side by side."""

from __future__ import annotations

import re
import time
from dataclasses import replace

import pytest

from desktop.application.extraction.relations import SentenceRelations
from desktop.domain.entity import EntityType, Mention
from desktop.domain.relation import Relation, is_legal

T = EntityType
KINDS = {
    "APT28": T.INTRUSION_SET, "TA505": T.INTRUSION_SET, "Turla": T.INTRUSION_SET, "Snake": T.MALWARE, "Emotet": T.MALWARE,
    "Ryuk": T.MALWARE, "PsExec": T.TOOL, "Germany": T.LOCATION, "France": T.LOCATION, "Siemens": T.IDENTITY, "Symantec": T.IDENTITY,
    "CVE-2021-1": T.VULNERABILITY, "evil.com": T.DOMAIN, "Dawn": T.CAMPAIGN, "Spearphishing": T.ATTACK_PATTERN, "GRU": T.IDENTITY,
}  # fmt: skip


def mentions_in(text: str) -> list[Mention]:
    found = re.finditer("|".join(map(re.escape, KINDS)), text)
    return [
        Mention(KINDS[each[0]], each[0], each[0], each.start(), each.end(), 1.0, "", each[0], identity_class="organization")
        for each in found
    ]


def relations(text: str) -> list[Relation]:
    return list(SentenceRelations().relate(text, mentions_in(text)))


def triples(text: str) -> set[tuple[str, str, str]]:
    return {(each.source, each.relationship.value, each.target) for each in relations(text) if not each.negated}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("APT28 used Emotet.", ("APT28", "uses", "Emotet")),
        ("Emotet was used by APT28.", ("APT28", "uses", "Emotet")),
        ("Emotet, operated by TA505, is back.", ("TA505", "uses", "Emotet")),
        ("Emotet is attributed to TA505.", ("TA505", "uses", "Emotet")),
        ("Turla's Snake is old.", ("Turla", "uses", "Snake")),
        ("APT28 targeted Germany.", ("APT28", "targets", "Germany")),
        ("APT28 actors target Germany.", ("APT28", "targets", "Germany")),
        ("Siemens was attacked by APT28.", ("APT28", "targets", "Siemens")),
        ("Attackers of APT28 exploited CVE-2021-1.", ("APT28", "targets", "CVE-2021-1")),
        ("Emotet exploits CVE-2021-1.", ("Emotet", "exploits", "CVE-2021-1")),
        ("Emotet downloads Ryuk.", ("Emotet", "delivers", "Ryuk")),
        ("Emotet drops Ryuk.", ("Emotet", "drops", "Ryuk")),
        ("Ryuk is a variant of Emotet.", ("Ryuk", "variant-of", "Emotet")),
        ("Emotet communicates with evil.com.", ("Emotet", "communicates-with", "evil.com")),
        ("The campaign Dawn is attributed to APT28.", ("Dawn", "attributed-to", "APT28")),
        ("APT28 (aka TA505) is old.", ("APT28", "alias-of", "TA505")),
        ("APT28 relies on Spearphishing.", ("APT28", "uses", "Spearphishing")),
    ],
)
def test_what_a_sentence_states(text: str, expected: tuple[str, str, str]) -> None:
    assert triples(text) == {expected}


def test_who_goes_by_two_names_does_things_once() -> None:
    assert triples("APT28 (aka TA505) used Emotet.") == {("APT28", "alias-of", "TA505"), ("APT28", "uses", "Emotet")}


def test_a_name_that_is_known_as_the_same_is_still_stated() -> None:
    text = "APT28 (aka TA505) came."
    one, other = mentions_in(text)
    [relation] = SentenceRelations().relate(text, [one, replace(other, entity_id="APT28")])
    assert (relation.source, relation.relationship.value, relation.target, relation.quote) == ("APT28", "alias-of", "APT28", text)


def test_marks_alone_make_no_two_known_names_one() -> None:
    [relation] = relations("Emotet/Ryuk infections")
    assert (relation.relationship.value, relation.confidence) == ("related-to", 0.4)


def test_a_technique_does_nothing_where_somebody_else_does() -> None:
    text = "APT28 leverages Spearphishing to distribute Emotet."
    assert triples(text) == {("APT28", "uses", "Spearphishing"), ("APT28", "uses", "Emotet")}
    assert triples("Spearphishing delivers Emotet.") == {("Spearphishing", "delivers", "Emotet")}


def test_a_technique_that_is_only_hinted_at_does_what_it_stands_beside() -> None:
    beside, apart = "Spearphishing delivered Emotet.", "Spearphishing, theft of data, and the deployment of Emotet."
    for text, expected in ((beside, 1), (apart, 0)):
        technique, malware = mentions_in(text)
        assert len(SentenceRelations().relate(text, [replace(technique, confidence=0.4), malware])) == expected


def test_a_flaw_affects_its_product_and_not_who_exploits_it() -> None:
    text = "Turla exploits CVE-2021-1, which affects Siemens."
    assert ("CVE-2021-1", "related-to", "Siemens") in triples(text)
    assert ("Turla", "targets", "Siemens") not in triples(text)


@pytest.mark.parametrize("text", ["flaws in Siemens servers (CVE-2021-1)", "the CVE-2021-1 Siemens flaw", "Siemens's CVE-2021-1"])
def test_a_product_and_its_flaw_belong_together(text: str) -> None:
    assert {frozenset((source, target)) for source, _, target in triples(text)} == {frozenset(("Siemens", "CVE-2021-1"))}


@pytest.mark.parametrize("text", ["The France state-backed threat actor known as APT28 came.", "APT28 (an old crew) is a France group."])
def test_an_actor_of_a_country_is_related_to_it(text: str) -> None:
    assert triples(text) == {("APT28", "related-to", "France")}


@pytest.mark.parametrize(
    "text",
    [
        "Siemens delivered Emotet.",
        "Emotet is a new version of a tool from Germany.",
        "Siemens, known as Emotet, came.",
        "Germany installed Emotet.",
    ],
)
def test_words_that_state_nothing_of_such_two_relate_nothing(text: str) -> None:
    assert relations(text) == []


def test_commas_and_and_share_what_is_said() -> None:
    assert triples("APT28 and TA505 used Emotet, Ryuk and PsExec.") == {
        (actor, "uses", thing) for actor in ("APT28", "TA505") for thing in ("Emotet", "Ryuk", "PsExec")
    }


def test_who_is_set_aside_does_nothing() -> None:
    assert triples("In addition to Emotet and Ryuk, attackers are using malware such as Snake.") == set()
    assert triples("Unlike the older Emotet, APT28 used Snake.") == {("APT28", "uses", "Snake"), ("Emotet", "related-to", "APT28")}
    assert triples("APT28 used Snake instead of Emotet.") == {("APT28", "uses", "Snake")}
    assert triples("APT28 used Snake in addition to Emotet.") == {("APT28", "uses", "Snake"), ("APT28", "uses", "Emotet")}


def test_two_verbs_have_their_own_objects() -> None:
    assert triples("APT28 used Emotet to attack Germany.") >= {("APT28", "uses", "Emotet")}
    assert ("Emotet", "uses", "Germany") not in triples("APT28 used Emotet to attack Germany.")


@pytest.mark.parametrize(
    "text",
    ["APT28 no longer uses Emotet.", "APT28 has never used Emotet.", "Emotet is not attributed to TA505.", "APT28 did not use Emotet."],
)
def test_what_is_denied_is_no_claim(text: str) -> None:
    assert triples(text) == set()
    assert [each.negated for each in relations(text)] == [True]


def test_doubt_lowers_confidence() -> None:
    [sure], [doubtful] = relations("APT28 used Emotet."), relations("APT28 may have used Emotet.")
    assert (sure.confidence, doubtful.confidence) == (0.8, 0.5)


def test_the_evidence_is_the_sentence() -> None:
    text = "# Title\n\nNothing here. APT28 used Emotet. More."
    [relation] = relations(text)
    assert relation.quote == "APT28 used Emotet."
    assert text[relation.start : relation.end] == relation.quote
    assert relation.by == "“used”"


def test_no_relation_crosses_a_sentence_but_by_a_word_that_stands_for_a_name() -> None:
    assert triples("APT28 is old. Emotet is new.") == set()
    assert triples("APT28 is old. The group used Emotet.") == {("APT28", "uses", "Emotet")}


def test_what_stix_does_not_know_is_only_related_and_faint() -> None:
    [relation] = relations("APT28 is linked to GRU.")
    assert (relation.relationship.value, relation.confidence) == ("related-to", 0.4)


def test_who_reports_has_no_part_in_it() -> None:
    assert triples("Symantec said APT28 used Emotet.") == {("APT28", "uses", "Emotet")}
    assert triples("According to Symantec, APT28 used Emotet.") == {("APT28", "uses", "Emotet")}


def test_neighbours_are_faintly_related_and_lists_not_at_all() -> None:
    [relation] = relations("The German APT28 (Germany) came.")
    assert (relation.relationship.value, relation.confidence, relation.by) == ("related-to", 0.3, "same sentence")
    assert relations("Emotet, Ryuk, PsExec") == []


def test_a_name_that_several_share_is_no_end_of_a_relation() -> None:
    text = "APT28 used Emotet."
    one, other = mentions_in(text)
    shared = Mention(one.type, one.value, one.text, one.start, one.end, 1.0, "", None, ("a", "b"))
    assert list(SentenceRelations().relate(text, [shared, other])) == []


def test_every_typed_relation_is_one_that_stix_knows() -> None:
    text = " ".join(f"{one} used and attacked and delivered {other}." for one in KINDS for other in KINDS if one != other)
    for each in relations(text):
        assert is_legal(KINDS[each.source], each.relationship, KINDS[each.target])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Siemens is an important target for APT28.", {("APT28", "targets", "Siemens")}),
        ("APT28 aims to collect classified information from Siemens.", {("APT28", "targets", "Siemens")}),
        ("APT28 is responsible for the Siemens incident.", {("APT28", "targets", "Siemens")}),
        ("APT28 is behind Siemens.", set()),
        ("TA505 moved onto Emotet.", {("TA505", "uses", "Emotet")}),
        ("Researchers reported Emotet C2 hostnames in evil.com.", {("Emotet", "communicates-with", "evil.com")}),
        ("Emotet was seen in attack chains alongside Ryuk.", set()),
        ("Emotet uses the same hashing algorithm as Ryuk.", set()),
        ("Symantec detected new attacks carried out by APT28.", set()),
        ("Emotet left [a report](https://evil.com) of its servers.", set()),
        ("APT28 (also known as nobody) left, and TA505 came.", set()),
    ],
)
def test_kinds_of_sentences_that_reports_are_full_of(text: str, expected: set[tuple[str, str, str]]) -> None:
    assert {each for each in triples(text) if each[1] != "related-to"} == expected


def test_advice_to_those_who_defend_themselves_states_nothing_of_whom_they_fear() -> None:
    assert triples("To defend against Emotet, Symantec recommends using Spearphishing tests.") == set()


def test_what_is_asked_far_before_is_as_doubtful() -> None:
    [relation] = relations("It is open whether the people of TA505, who came back in the spring of last year, used Emotet.")
    assert relation.confidence == pytest.approx(0.5)


def test_a_place_right_before_a_sector_is_attacked_with_it() -> None:
    text = "APT28 attacked Germany Siemens."
    actor, place, sector = mentions_in(text)
    found = SentenceRelations().relate(text, [actor, place, replace(sector, identity_class="class")])
    assert {(each.relationship.value, each.target) for each in found} == {("targets", "Germany"), ("targets", "Siemens")}


def test_a_sector_lies_nowhere() -> None:
    text = "Siemens plants located in Germany were attacked."
    sector, place = mentions_in(text)
    assert list(SentenceRelations().relate(text, [replace(sector, identity_class="class"), place])) == []


TABLE = "| Actor | Malware | C2 |\n|---|---|---|\n| APT28 | Emotet |"


@pytest.mark.parametrize(
    "text",
    [
        "APT28 used Emotet.\n\n| " + "-" * 80_000 + "x |",
        "| Actor | Malware |\n|" + "-" * 80_000 + "x\n| APT28 | Emotet |",
        TABLE + " !" * 40_000 + " x |",
        TABLE + "\\|" * 40_000,
        TABLE + " Emotet |" * 40_000,
        "| Actor | Malware |\n|---|---|\n|" + " APT28," * 3_000 + "|" + " Emotet," * 3_000 + "|",
        "| Malware |\n|---|\n| C2 |" + " Emotet," * 3_000 + "|" + " evil.com," * 3_000 + "|",
        "APT28 used Emotet.\n" + "It\n" * 15_000,
        "# APT28 uses Emotet " + "uses " * 40_000 + "Ryuk",
        "# Unlike APT28, Turla uses Emotet " + "uses " * 40_000 + "Ryuk",
        "APT28 used Emotet " + "." * 40_000 + "x Ryuk",
    ],
    ids=["rule", "header", "cell", "bars", "cells", "names", "addresses", "stand-ins", "heading", "aside", "dots"],
)
def test_a_hostile_text_takes_no_long_time(text: str) -> None:
    began = time.process_time()
    relations(text)
    assert time.process_time() - began < 6


@pytest.mark.parametrize(
    "text",
    [
        "We found no sign of APT28 using Emotet.",
        "It is false that APT28 used Emotet.",
        "Claims that APT28 used Emotet are wrong.",
        "The theory that APT28 used Emotet has been debunked.",
        "Nobody has seen APT28 use Emotet.",
        "APT28 refused to use Emotet.",
        "APT28 avoids using Emotet.",
        "APT28 has used neither Emotet nor Ryuk.",
        "APT28 used Ryuk and not Emotet.",
        "APT28 has not (yet) used Emotet.",
        "Siemens used Ryuk, not Emotet.",
    ],
)
def test_what_is_denied_or_taken_back_is_not_stated(text: str) -> None:
    assert "Emotet" not in {each.target for each in relations(text) if not each.negated}


@pytest.mark.parametrize(
    "text",
    [
        "APT28, not Turla, used Emotet.",
        "APT28 (not Turla) used Emotet.",
        "Not Turla but APT28 used Emotet.",
        "As opposed to Turla, APT28 used Emotet.",
        "Compared with Turla, APT28 uses Emotet less.",
        "APT28, formerly confused with Turla, uses Emotet.",
        "APT28 not only used Emotet.",
    ],
)
def test_who_is_only_told_apart_does_nothing_and_takes_nothing_from_who_does(text: str) -> None:
    claims = [each for each in relations(text) if each.relationship.value != "related-to"]
    assert [(each.source, each.target, each.negated) for each in claims] == [("APT28", "Emotet", False)]


@pytest.mark.parametrize(
    "text",
    [
        "APT28 is thought to have used Emotet.",
        "APT28 is said to use Emotet.",
        "APT28 supposedly used Emotet.",
        "APT28 plans to use Emotet.",
        "If APT28 used Emotet, much follows.",
        "Researchers doubt that APT28 used Emotet.",
        "Did APT28 use Emotet?",
    ],
)
def test_what_is_thought_planned_supposed_or_asked_is_doubtful(text: str) -> None:
    [relation] = relations(text)
    assert (relation.confidence, relation.negated) == (0.5, False)


def test_what_to_use_against_somebody_is_not_used_by_them() -> None:
    assert relations("To defend against APT28, use PsExec.") == []


def test_a_letter_whose_small_one_is_longer_hides_nothing_of_a_text() -> None:
    text = "APT28 came to İzmir. It used Emotet."
    [relation] = relations(text)
    assert (relation.source, relation.target, relation.quote) == ("APT28", "Emotet", "It used Emotet.")
