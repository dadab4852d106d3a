"""What STIX 2.1 demands of an object, and how one that nearly meets it is mended, each time with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

StixObject = dict[str, Any]

REQUIRED: Mapping[str, tuple[str, ...]] = {
    "attack-pattern": ("name",),
    "campaign": ("name",),
    "course-of-action": ("name",),
    "extension-definition": ("name", "schema", "version", "extension_types"),
    "grouping": ("context", "object_refs"),
    "identity": ("name",),
    "indicator": ("pattern", "pattern_type", "valid_from"),
    "infrastructure": ("name",),
    "intrusion-set": ("name",),
    "language-content": ("object_ref", "contents"),
    "location": (),
    "malware": ("is_family",),
    "malware-analysis": ("product",),
    "marking-definition": (),
    "note": ("content", "object_refs"),
    "observed-data": ("first_observed", "last_observed", "number_observed"),
    "opinion": ("opinion", "object_refs"),
    "relationship": ("relationship_type", "source_ref", "target_ref"),
    "report": ("name", "published", "object_refs"),
    "sighting": ("sighting_of_ref",),
    "threat-actor": ("name",),
    "tool": ("name",),
    "vulnerability": ("name",),
}
"""What domain and relationship objects of each type must have besides what all of them must (section 4 and 5)."""
OBSERVABLES: Mapping[str, tuple[str, ...]] = {
    "artifact": (),
    "autonomous-system": ("number",),
    "directory": ("path",),
    "domain-name": ("value",),
    "email-addr": ("value",),
    "email-message": ("is_multipart",),
    "file": (),
    "ipv4-addr": ("value",),
    "ipv6-addr": ("value",),
    "mac-addr": ("value",),
    "mutex": ("name",),
    "network-traffic": ("protocols",),
    "process": (),
    "software": ("name",),
    "url": ("value",),
    "user-account": (),
    "windows-registry-key": (),
    "x509-certificate": (),
}
"""The same for observables (section 6), which have no dates of their own."""
_TYPE_LABELS = {
    "indicator": "indicator_types",
    "malware": "malware_types",
    "report": "report_types",
    "threat-actor": "threat_actor_types",
    "tool": "tool_types",
}
"""Where STIX 2.1 has what `labels` said in 2.0."""
_ID = re.compile(r"([a-z0-9][a-z0-9-]*)--[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_TIMES = ("created", "modified", "valid_from", "valid_until", "first_observed", "last_observed", "published", "first_seen", "last_seen")


@dataclass(frozen=True, slots=True)
class Judged:
    """An object as it may stand in STIX 2.1, what was changed for that, and why it cannot if it cannot."""

    stix: StixObject = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    refused: str = ""


def judge(thing: object, place: str, *, of_20: bool) -> Judged:
    """Hold an object, which stands at `place` in its file, against the rules; `of_20`: it comes from a STIX 2.0 bundle."""
    if not isinstance(thing, dict):
        return Judged(refused=f"{place} is no object.")
    kind, identity = thing.get("type"), thing.get("id")
    if not isinstance(kind, str) or not kind:
        return Judged(refused=f"{place} has no type.")
    if not isinstance(identity, str) or not (match := _ID.fullmatch(identity)) or match[1] != kind:
        return Judged(refused=f"{place} ({kind}): its id {identity!r} is not {kind}-- and a UUID.")
    stix, changed = dict(thing), list[str]()
    for mend in (_version, _labels, _times, _defaults, _references):
        changed += mend(stix, of_20)
    missing = [name for name in _needed(kind) if stix.get(name) in (None, "")]
    if missing:
        return Judged(refused=f"{place} ({identity}) lacks {', '.join(missing)}.")
    return Judged(stix, tuple(f"{identity}: {each}" for each in changed))


def _needed(kind: str) -> tuple[str, ...]:
    if kind in OBSERVABLES:
        return OBSERVABLES[kind]
    dated = ("created",) if kind == "marking-definition" else ("created", "modified")
    return (*dated, *REQUIRED.get(kind, ()))


def _version(stix: StixObject, of_20: bool) -> Iterator[str]:
    old = stix.get("spec_version")
    if stix["type"] in OBSERVABLES and old is None:
        return
    if old != "2.1":
        stix["spec_version"] = "2.1"
        if old is not None or not of_20:
            yield f"spec_version {old or 'missing'} became 2.1."


def _labels(stix: StixObject, of_20: bool) -> Iterator[str]:
    types = _TYPE_LABELS.get(stix["type"])
    if of_20 and types and stix.get("labels") and types not in stix:
        stix[types] = list(stix["labels"])
        yield f"its labels stand in {types} too, as STIX 2.1 has them."


def _times(stix: StixObject, of_20: bool) -> Iterator[str]:  # noqa: ARG001 - all menders are called alike
    for name in _TIMES:
        value = stix.get(name)
        if value is None or _UTC.fullmatch(str(value)):
            continue
        mended = _in_utc(str(value))
        if mended is None:
            del stix[name]
            yield f"{name} {value!r} is no time and was left out."
        else:
            stix[name] = mended
            yield f"{name} {value} was brought to UTC as {mended}."
    if stix.get("valid_until") and stix["valid_until"] <= stix.get("valid_from", ""):
        yield f"valid_until {stix.pop('valid_until')} is not after valid_from and was left out."


def _in_utc(text: str) -> str | None:
    try:
        read = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    moment = read.astimezone(UTC) if read.tzinfo else read.replace(tzinfo=UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def _defaults(stix: StixObject, of_20: bool) -> Iterator[str]:
    kind = stix["type"]
    if kind == "malware" and "is_family" not in stix and of_20:
        stix["is_family"] = False
        yield "is_family, which STIX 2.0 does not know, was set to false."
    if kind == "indicator" and stix.get("pattern") and "pattern_type" not in stix and of_20:
        stix["pattern_type"] = "stix"
        yield "pattern_type, which STIX 2.0 does not know, was set to stix."
    if kind not in OBSERVABLES and kind != "marking-definition" and "modified" not in stix and stix.get("created") and of_20:
        stix["modified"] = stix["created"]
        yield "modified was missing and became the time of creation."


def _references(stix: StixObject, of_20: bool) -> Iterator[str]:  # noqa: ARG001
    """What must hold ids holds nothing else."""
    for name in [name for name in stix if name.endswith(("_ref", "_refs")) and not name.startswith("x_")]:
        value = stix[name]
        if all(isinstance(each, str) and "--" in each for each in (value if isinstance(value, list) else [value])):
            continue
        del stix[name]
        yield f"{name} holds something that is no id and was left out."
