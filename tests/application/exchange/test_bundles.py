"""Reading bundles: what is kept, mended, dropped and refused, each with its reason and place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from desktop.application.exchange.bundles import read_bundle
from desktop.application.exchange.stix_rules import StixObject
from desktop.domain.errors import InvalidBundle
from tests.application.exchange.samples import ACTOR, INDICATOR, MALWARE, OBJECTS, USES, WHEN, bundle, sco, uid


def read(root: Any) -> Any:
    return read_bundle(json.dumps(root).encode())


def without(stix: StixObject, *names: str) -> StixObject:
    return {name: value for name, value in stix.items() if name not in names}


def test_what_is_valid_is_kept_to_the_letter() -> None:
    found = read(bundle(*OBJECTS))
    assert (found.objects, found.given, found.changed, found.dropped) == (tuple(OBJECTS), 6, (), ())
    assert read(ACTOR).objects == (ACTOR,)
    assert read_bundle(b"\xef\xbb\xbf" + json.dumps(bundle(ACTOR)).encode()).objects == (ACTOR,)
    assert read(bundle()).objects == ()


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<{}>", "XML"),
        (b'{"type": "bundle",\n "objects": [}', "line 2, column 14"),
        (b'{"type": "bundle", "objects": [NaN]}', "NaN is no number"),
        (b"\xff\xfe", "byte 0"),
        (b"[1, 2]", "neither a STIX bundle"),
        (b"{}", "neither a STIX bundle"),
        (b'{"type": "bundle", "objects": {}}', "objects of the bundle is no list"),
        (b"[" * 100_000, "no JSON"),
        (json.dumps(without(ACTOR, "modified")).encode(), f"The object ({ACTOR['id']}) lacks modified"),
    ],
)
def test_what_is_no_bundle_is_refused_with_reason_and_place(content: bytes, reason: str) -> None:
    with pytest.raises(InvalidBundle) as caught:
        read_bundle(content)
    assert reason in caught.value.message


@pytest.mark.parametrize(
    ("thing", "reason"),
    [
        ("text", "objects[1] is no object."),
        ({"id": "x"}, "objects[1] has no type."),
        ({**ACTOR, "id": "intrusion-set--1"}, "objects[1] (intrusion-set): its id 'intrusion-set--1'"),
        ({**ACTOR, "id": MALWARE["id"]}, "objects[1] (intrusion-set): its id"),
        (without(MALWARE, "is_family"), f"objects[1] ({MALWARE['id']}) lacks is_family."),
        (without(USES, "target_ref"), f"objects[1] ({USES['id']}) lacks target_ref."),
        ({**ACTOR, "created": "yesterday"}, f"objects[1] ({ACTOR['id']}) lacks created."),
        (sco("domain-name", 9), f"objects[1] (domain-name--{uid(9)}) lacks value."),
    ],
)
def test_what_cannot_be_mended_is_dropped_with_its_place(thing: Any, reason: str) -> None:
    found = read(bundle(INDICATOR, thing))
    assert found.objects == (INDICATOR,)
    assert found.dropped[0].startswith(reason)


@pytest.mark.parametrize(
    ("change", "kept", "reason"),
    [
        ({"modified": "2024-01-02T05:04:05+02:00"}, {"modified": WHEN}, "modified 2024-01-02T05:04:05+02:00 was brought to UTC"),
        ({"spec_version": "2.0"}, {"spec_version": "2.1"}, "spec_version 2.0 became 2.1"),
        ({"created_by_ref": "nobody"}, {}, "created_by_ref holds something that is no id"),
        ({"first_seen": "long ago"}, {}, "first_seen 'long ago' is no time"),
    ],
)
def test_what_can_be_mended_is_and_that_is_said(change: StixObject, kept: StixObject, reason: str) -> None:
    found = read(bundle({**ACTOR, **change}))
    assert found.objects == ({**ACTOR, **kept},)
    assert found.changed == (found.changed[0],)
    assert found.changed[0].startswith(f"{ACTOR['id']}: {reason}")


def test_stix_2_0_becomes_2_1_and_every_change_is_said() -> None:
    old = [without(each, "spec_version", "is_family", "pattern_type") for each in (ACTOR, MALWARE | {"labels": ["trojan"]}, INDICATOR)]
    found = read(bundle(*old, spec_version="2.0"))
    assert found.objects[1] == MALWARE | {"is_family": False, "labels": ["trojan"], "malware_types": ["trojan"]}
    assert found.objects[2] == INDICATOR
    assert found.changed[0] == "The bundle is STIX 2.0; its 3 objects became STIX 2.1."
    assert sum(MALWARE["id"] in each for each in found.changed) == 2


def test_versions_stay_and_what_is_said_twice_is_kept_once() -> None:
    later = ACTOR | {"modified": "2025-01-01T00:00:00Z"}
    found = read(bundle(ACTOR, later, ACTOR, {**ACTOR, "name": "Other"}))
    assert found.objects == (ACTOR, later)
    assert found.dropped == (f"objects[3] ({ACTOR['id']}) has the id and the time of an earlier one, but says something else.",)


def test_valid_until_is_after_valid_from() -> None:
    found = read(bundle(INDICATOR | {"valid_until": WHEN}))
    assert found.objects == (INDICATOR,)
    assert "valid_until" in found.changed[0]
