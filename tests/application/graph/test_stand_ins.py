"""Words that stand for what was named before."""

from __future__ import annotations

import pytest

from desktop.application.graph.stand_ins import stand_ins
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
        ("They stole money.", [("They", "malware:Emotet")]),
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


def test_several_flaws_are_meant_by_a_plural() -> None:
    text = "CVE-1 and CVE-2 are bad. They exploited the flaws."
    flaws = [mention(text, name, T.VULNERABILITY) for name in ("CVE-1", "CVE-2")]
    assert said(text, *flaws) == [("the flaws", "vulnerability:CVE-2"), ("the flaws", "vulnerability:CVE-1")]


def test_what_was_said_too_long_ago_is_not_meant() -> None:
    text = "APT28 came." + " x" * 400 + " The group left."
    assert said(text, mention(text, "APT28", T.INTRUSION_SET)) == []


def test_it_is_less_sure_than_the_name() -> None:
    text = "APT28 came. The group left."
    [stand_in] = stand_ins(text, [mention(text, "APT28", T.INTRUSION_SET)])
    assert stand_in.confidence == pytest.approx(0.72)
