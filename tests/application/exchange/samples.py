"""STIX objects that can be checked by eye."""

from __future__ import annotations

from typing import Any

from desktop.application.exchange.stix_rules import StixObject

WHEN = "2024-01-02T03:04:05.000Z"


def uid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012d}"


def sdo(kind: str, number: int, /, **properties: Any) -> StixObject:
    """A domain object whose id ends in that number."""
    return {"type": kind, "spec_version": "2.1", "id": f"{kind}--{uid(number)}", "created": WHEN, "modified": WHEN, **properties}


def sco(kind: str, number: int, /, **properties: Any) -> StixObject:
    """An observable whose id ends in that number."""
    return {"type": kind, "spec_version": "2.1", "id": f"{kind}--{uid(number)}", **properties}


def linked(number: int, source: StixObject, said: str, target: StixObject, **properties: Any) -> StixObject:
    """A relationship between two objects."""
    return sdo("relationship", number, relationship_type=said, source_ref=source["id"], target_ref=target["id"], **properties)


ACTOR = sdo("intrusion-set", 1, name="APT28", aliases=["Fancy Bear"], description="An  actor.\n\nFrom\nsomewhere.")
MALWARE = sdo("malware", 2, name="Headlace", is_family=True, x_note={"deep": [1]})
INDICATOR = sdo(
    "indicator", 3, name="Panel", pattern="[domain-name:value = 'evil.com' OR file:hashes.'MD5' = 'd41d8cd98f00b204e9800998ecf8427a']",
    pattern_type="stix", valid_from=WHEN,
)  # fmt: skip
USES = linked(4, ACTOR, "uses", MALWARE, description="Since 2023.", confidence=70)
INDICATES = linked(5, INDICATOR, "indicates", MALWARE)
REPORT = sdo("report", 6, name="On Headlace", published="2024-05-06T00:00:00Z", object_refs=[ACTOR["id"], MALWARE["id"]])
OBJECTS = [ACTOR, MALWARE, INDICATOR, USES, INDICATES, REPORT]


def bundle(*objects: StixObject, **properties: Any) -> dict[str, Any]:
    return {"type": "bundle", "id": f"bundle--{uid(99)}", **properties, "objects": list(objects)}
