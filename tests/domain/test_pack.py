"""Ids of what packs name."""

from __future__ import annotations

import pytest

from desktop.domain.entity import EntityType
from desktop.domain.pack import PackEntry, named_id, slug


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Fancy Bear", "fancy-bear"), ("  gh0st  RAT!", "gh0st-rat"), ("Bogotá", "bogota"), ("海莲花", "海莲花"), ("?", "")],
)
def test_a_slug_is_small_and_plain(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_the_type_of_an_entry_stands_in_its_id() -> None:
    assert named_id(EntityType.MALWARE, "Poison Ivy") == "malware:poison-ivy"
    assert named_id(EntityType.VULNERABILITY, "CVE-2021-44228") == "vulnerability:CVE-2021-44228"
    assert named_id(EntityType.VULNERABILITY, "Ripple20") == "vulnerability:ripple20"
    assert PackEntry("x-mitre-tactic:TA0001", "Initial Access", "ATT&CK").type is EntityType.TACTIC
