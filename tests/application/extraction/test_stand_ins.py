"""Words that stand for what was named before."""

from __future__ import annotations

import pytest

from desktop.application.extraction.stand_ins import stand_ins
from desktop.domain.entity import EntityType, Mention

T = EntityType


def mention(text: str, name: str, kind: EntityType) -> Mention:
    start = text.index(name)
    return Mention(kind, name, name, start, start + len(name), 0.9, "", f"{kind}:{name}")


def said(text: str, *mentions: Mention) -> list[tuple[str, str | None]]:
    return [(each.text, each.entity_id) for each in stand_ins(text, mentions)]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ("The group is old.", [("The group", "intrusion-set:APT28")]),
        ("This banking trojan spreads.", [("This banking trojan", "malware:Emotet")]),
        ("They stole money.", [("They", "intrusion-set:APT28")]),
        ("It stole money.", [("It", "intrusion-set:APT28")]),
        ("The attackers stole money.", [("The attackers", "intrusion-set:APT28")]),
        ("The flaw is old.", []),
        ("A new group came.", []),
        ("Another malware came.", []),
    ],
)
def test_what_was_named_last_of_that_kind(after: str, expected: list[tuple[str, str]]) -> None:
    text = f"APT28 used Emotet. {after}"
    assert said(text, mention(text, "APT28", T.INTRUSION_SET), mention(text, "Emotet", T.MALWARE)) == expected


def test_a_name_that_follows_at_once_stands_for_itself() -> None:
    text = "APT28 is old. The group TA505 is new."
    assert said(text, mention(text, "APT28", T.INTRUSION_SET), mention(text, "TA505", T.INTRUSION_SET)) == []


@pytest.mark.parametrize("name", ["Sparkfox", "“Sparkfox”", "FIN99"])
def test_a_name_that_nobody_knows_stands_for_itself_too(name: str) -> None:
    text = f"APT28 is old. The group {name}, also known as Brambleowl, is new."
    assert said(text, mention(text, "APT28", T.INTRUSION_SET), mention(text, "Brambleowl", T.INTRUSION_SET)) == []


def test_several_flaws_are_meant_by_a_plural() -> None:
    text = "CVE-1 and CVE-2 are bad. They exploited the flaws."
    flaws = [mention(text, name, T.VULNERABILITY) for name in ("CVE-1", "CVE-2")]
    assert said(text, *flaws) == [("the flaws", "vulnerability:CVE-2"), ("the flaws", "vulnerability:CVE-1")]


def test_what_was_said_too_long_ago_is_not_meant() -> None:
    text = "APT28 came." + " x" * 500 + " The group left."
    assert said(text, mention(text, "APT28", T.INTRUSION_SET)) == []


def test_it_is_less_sure_than_the_name() -> None:
    text = "APT28 came. The group left."
    [stand_in] = stand_ins(text, [mention(text, "APT28", T.INTRUSION_SET)])
    assert stand_in.confidence == pytest.approx(0.72)


def test_it_means_what_the_sentence_before_spoke_of_and_not_what_it_named_last() -> None:
    text = "Emotet drops Ryuk. The malware is old. APT28 used Emotet."
    both = [mention(text, "Emotet", T.MALWARE), mention(text, "Ryuk", T.MALWARE)]
    assert said(text, *both) == [("The malware", "malware:Emotet")]
    later = text.replace("Ryuk.", "Ryuk. Ryuk is bad.")
    again = Mention(T.MALWARE, "Ryuk", "Ryuk", 19, 23, 0.9, "", "malware:Ryuk")
    assert said(later, *both, again) == [("The malware", "malware:Ryuk")]


def test_many_names_of_other_kinds_in_between_do_not_matter() -> None:
    text = "APT28 used " + ", ".join(f"CVE-{at}" for at in range(20)) + ". The group left."
    flaws = [mention(text, f"CVE-{at}", T.VULNERABILITY) for at in range(20)]
    assert said(text, mention(text, "APT28", T.INTRUSION_SET), *flaws) == [("The group", "intrusion-set:APT28")]


def test_a_plural_means_each_flaw_once() -> None:
    text = "CVE-1 is bad. CVE-2 is bad. CVE-2 is worse. They fixed the security issues."
    flaws = [mention(text, "CVE-1", T.VULNERABILITY), mention(text, "CVE-2", T.VULNERABILITY)]
    again = Mention(T.VULNERABILITY, "CVE-2", "CVE-2", 28, 33, 0.9, "", "vulnerability:CVE-2")
    assert said(text, *flaws, again) == [("the security issues", "vulnerability:CVE-2"), ("the security issues", "vulnerability:CVE-1")]


def test_a_gang_goes_by_the_name_of_its_malware_where_no_actor_is_named() -> None:
    text = "Ryuk encrypts files. The group left."
    assert said(text, mention(text, "Ryuk", T.MALWARE)) == [("The group", "malware:Ryuk")]
    named = "APT28 used Ryuk. The group left."
    assert said(named, mention(named, "APT28", T.INTRUSION_SET), mention(named, "Ryuk", T.MALWARE)) == [
        ("The group", "intrusion-set:APT28")
    ]


def test_it_within_a_sentence_may_be_anything() -> None:
    text = "APT28 came. We saw that it left."
    assert said(text, mention(text, "APT28", T.INTRUSION_SET)) == []


@pytest.mark.parametrize(
    "after",
    [
        "It should be noted that the attack failed.",
        "It was unclear whether anybody paid.",
        "It is possible to see this in the logs.",
        "The actors behind the attack left.",
        "The group selling access left.",
        "The first group left.",
        "The Sparkfox gang left.",
    ],
)
def test_words_that_speak_of_nobody_or_say_themselves_of_whom_stand_for_nothing(after: str) -> None:
    text = f"APT28 came. {after}"
    assert said(text, mention(text, "APT28", T.INTRUSION_SET)) == []


@pytest.mark.parametrize("after", ["It is known for theft.", "It is a group that steals.", "The APT group stole."])
def test_words_of_the_same_look_that_mean_the_one_named(after: str) -> None:
    text = f"APT28 came. {after}"
    assert [each for _, each in said(text, mention(text, "APT28", T.INTRUSION_SET))] == ["intrusion-set:APT28"]


def test_people_go_by_the_name_of_malware_only_where_the_text_speaks_of_them_so() -> None:
    of_malware = "Ryuk encrypts files. The attackers left. They came back."
    assert said(of_malware, mention(of_malware, "Ryuk", T.MALWARE)) == []
    of_gang = "The Ryuk ransomware gang encrypts files. The attackers left. They came back."
    assert said(of_gang, mention(of_gang, "Ryuk", T.MALWARE)) == [("The attackers", "malware:Ryuk"), ("They", "malware:Ryuk")]


def test_what_stood_for_a_name_carries_it_on_to_the_next_sentence() -> None:
    text = "Emotet is old. The malware drops Ryuk. It spreads."
    named = [mention(text, "Emotet", T.MALWARE), mention(text, "Ryuk", T.MALWARE)]
    assert said(text, *named) == [("The malware", "malware:Emotet"), ("It", "malware:Emotet")]
