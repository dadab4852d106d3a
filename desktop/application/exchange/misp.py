"""MISP events as STIX 2.1: an event is a report, each attribute what it shows, and all that MISP says of either is kept beside it."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from desktop.application.exchange.stix_rules import StixObject
from desktop.application.exchange.tlp import TLP_MARKINGS, marking_named

NAMESPACE = uuid.UUID("1f1c0f1e-6c5b-5d6e-8f5e-2a9c5b0c7a11")
"""Ids of what has none are made from what it is, below this."""
_HASHES = {"md5": "MD5", "sha1": "SHA-1", "sha256": "SHA-256", "sha512": "SHA-512", "ssdeep": "SSDEEP"}
_ADDRESSES = {"ip-src": "", "ip-dst": "", "ip": ""}
_GALAXY = re.compile(r'misp-galaxy:(?P<galaxy>[\w-]+)="(?P<value>[^"]+)"')
_GALAXY_TYPES = (
    ("intrusion-set", "intrusion-set"), ("threat-actor", "intrusion-set"), ("microsoft-activity-group", "intrusion-set"),
    ("attack-pattern", "attack-pattern"), ("ransomware", "malware"), ("malware", "malware"), ("malpedia", "malware"),
    ("botnet", "malware"), ("rat", "malware"), ("stealer", "malware"), ("backdoor", "malware"), ("banker", "malware"), ("tool", "tool"),
)  # fmt: skip
_COMPOSITE = "|"


@dataclass(frozen=True, slots=True)
class MispObjects:
    """Objects made of events; `given` counts the attributes."""

    objects: list[StixObject] = field(default_factory=list)
    given: int = 0
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def is_misp(root: object) -> bool:
    """Whether a JSON document holds events, attributes or objects of MISP."""
    if isinstance(root, list):
        return bool(root) and all(is_misp(each) for each in root)
    return isinstance(root, dict) and "type" not in root and bool({"response", "Event", "Attribute", "Object"} & root.keys())


def misp_objects(root: object) -> MispObjects:
    """Everything in a MISP document as STIX 2.1."""
    converter = _Converter()
    for event in _events(root):
        converter.add_event(event)
    return converter.result()


def _events(root: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(root, list):
        for each in root:
            yield from _events(each)
    elif isinstance(root, dict):
        inner = root.get("response", root.get("Event"))
        if inner is not None:
            yield from _events(inner)
        elif {"Attribute", "Object", "info"} & root.keys():
            yield root


class _Converter:
    def __init__(self) -> None:
        self._objects: dict[str, StixObject] = {}
        self._given = 0
        self._dropped: list[str] = []

    def result(self) -> MispObjects:
        said = (f"MISP: {self._given:,} attributes became STIX 2.1 objects, with what MISP says of them in x_misp_ properties.",)
        return MispObjects(list(self._objects.values()), self._given, said, tuple(self._dropped))

    def add_event(self, event: Mapping[str, Any]) -> None:
        """Add an event with all that lies in it."""
        markings = self._markings(_tags(event))
        refs: list[str] = []
        for attribute in _listed(event.get("Attribute")):
            refs += self._add_attribute(attribute, event, markings, {})
        for thing in (each for each in _listed(event.get("Object")) if isinstance(each, dict)):
            inner = self._markings(_tags(thing)) or markings
            said = {"x_misp_object": thing.get("name"), "x_misp_object_uuid": thing.get("uuid")}
            for attribute in _listed(thing.get("Attribute")):
                refs += self._add_attribute(attribute, event, inner, said)
        refs += [self._put(each | markings)["id"] for each in _galaxies(event, _event_time(event))]
        if refs and event.get("info"):
            self._put(_report(event, list(dict.fromkeys(refs))) | markings)

    def _add_attribute(self, attribute: object, event: Mapping[str, Any], markings: StixObject, said: Mapping[str, Any]) -> Iterator[str]:
        if not isinstance(attribute, dict) or not isinstance(attribute.get("value"), str) or not attribute["value"]:
            self._dropped.append(f"attribute {_id_of(attribute)} has no value.")
            return
        self._given += 1
        kept = {f"x_misp_{name}": value for name, value in attribute.items() if isinstance(value, str | bool | int) and name != "id"}
        extra = kept | {name: value for name, value in said.items() if value}
        own = (self._markings(_tags(attribute)) or markings) | extra
        observables = list(_observables(str(attribute.get("type", "")), attribute["value"]))
        puts = [self._put(each | own) for each in observables]
        yield from (each["id"] for each in puts)
        when = _time(attribute.get("timestamp")) or _event_time(event)
        pattern = " OR ".join(dict.fromkeys(filter(None, map(_pattern, observables))))
        if pattern and attribute.get("to_ids"):
            yield self._put(_indicator(attribute, pattern, when) | own)["id"]
        elif not any(each.get("x_misp_uuid") == attribute.get("uuid") for each in puts):
            # STIX has nothing for it, or what it shows is there already with what another attribute says of it
            yield self._put(_other(attribute, when) | own)["id"]

    def _markings(self, tags: list[str]) -> StixObject:
        """The strictest TLP marking that tags name, which stands among the objects then."""
        found = [marking for tag in tags if tag.lower().startswith("tlp:") and (marking := marking_named(tag))]
        if not found:
            return {}
        strictest = max(found, key=lambda each: each.rank)
        return {"object_marking_refs": [self._put(dict(TLP_MARKINGS[strictest]))["id"]]}

    def _put(self, stix: StixObject) -> StixObject:
        return self._objects.setdefault(stix["id"], stix)


def _id_of(attribute: object) -> str:
    return str(attribute.get("uuid", "without an id")) if isinstance(attribute, dict) else repr(attribute)[:80]


def _listed(value: object) -> list[Any]:
    """What MISP gives as a list, or alone where it is only one."""
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def _tags(thing: Mapping[str, Any]) -> list[str]:
    return [str(each.get("name", "")) for each in _listed(thing.get("Tag")) if isinstance(each, dict)]


def _observables(kind: str, value: str) -> Iterator[StixObject]:
    """What an attribute shows, as observables; nothing for types that STIX has none for."""
    kinds, values = kind.split(_COMPOSITE), value.split(_COMPOSITE)
    if len(kinds) == 2 and len(values) == 2 and kinds[0].startswith("filename"):
        yield _file(values[0], kinds[1], values[1])
        return
    if kind == "regkey|value" and len(values) == 2:
        yield _sco("windows-registry-key", key=values[0], values=[{"name": values[1]}])
        return
    for one, said in zip(kinds, values, strict=False) if len(kinds) > 1 else [(kind, value)]:
        stix = _observable(one, said.strip())
        if stix is not None:
            yield stix


def _observable(kind: str, value: str) -> StixObject | None:
    if kind in _ADDRESSES:
        return _sco("ipv6-addr" if ":" in value else "ipv4-addr", value=value)
    if kind in ("domain", "hostname"):
        return _sco("domain-name", value=value)
    if kind in ("url", "link", "uri"):
        return _sco("url", value=value)
    if kind.startswith("email-") and "@" in value and kind != "email-message-id":
        return _sco("email-addr", value=value)
    if kind in _HASHES:
        return _sco("file", hashes={_HASHES[kind]: value})
    if kind == "filename":
        return _sco("file", name=value)
    if kind == "mutex":
        return _sco("mutex", name=value)
    if kind == "mac-address":
        return _sco("mac-addr", value=value.lower())
    if kind == "regkey":
        return _sco("windows-registry-key", key=value)
    if kind == "AS" and (number := re.fullmatch(r"(?:AS)?(\d{1,10})", value, re.IGNORECASE)):
        return _sco("autonomous-system", number=int(number[1]))
    return None


def _file(name: str, kind: str, digest: str) -> StixObject:
    return _sco("file", name=name, **({"hashes": {_HASHES[kind]: digest}} if kind in _HASHES else {}))


def _sco(kind: str, **properties: Any) -> StixObject:
    return {"type": kind, "spec_version": "2.1", "id": deterministic_id(kind, repr(sorted(properties.items()))), **properties}


def _pattern(stix: StixObject) -> str:
    """The comparison that matches an observable, in STIX's language of patterns."""
    if stix["type"] == "file":
        parts = [f"file:hashes.'{name}' = {_quoted(value)}" for name, value in stix.get("hashes", {}).items()]
        parts += [f"file:name = {_quoted(stix['name'])}"] if "name" in stix else []
        return f"[{' AND '.join(parts)}]"
    name = next(each for each in ("value", "name", "key", "number") if each in stix)
    said = stix[name] if name == "number" else _quoted(stix[name])
    return f"[{stix['type']}:{name} = {said}]"


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def _indicator(attribute: Mapping[str, Any], pattern: str, when: str) -> StixObject:
    return {
        "type": "indicator",
        "spec_version": "2.1",
        "id": _own_id("indicator", attribute),
        "created": when,
        "modified": when,
        "name": attribute["value"],
        "pattern": pattern,
        "pattern_type": "stix",
        "valid_from": when,
    }


def _other(attribute: Mapping[str, Any], when: str) -> StixObject:
    """What STIX has no object for, as one of our own."""
    kind = "x-misp-attribute"
    return {"type": kind, "spec_version": "2.1", "id": _own_id(kind, attribute), "created": when, "modified": when}


def _report(event: Mapping[str, Any], refs: list[str]) -> StixObject:
    when = _event_time(event)
    published = _time(event.get("publish_timestamp")) or when
    kept = {f"x_misp_{name}": value for name, value in event.items() if isinstance(value, str | bool | int) and name not in ("id", "info")}
    report: StixObject = {"type": "report", "spec_version": "2.1", "id": _own_id("report", event), "created": when, "modified": when}
    report |= {"name": str(event["info"]), "published": published, "object_refs": refs, **kept}
    return report | ({"labels": _tags(event)} if _tags(event) else {})


def _galaxies(event: Mapping[str, Any], when: str) -> Iterator[StixObject]:
    """Actors, malware and techniques that an event is tagged with."""
    for match in filter(None, map(_GALAXY.fullmatch, _tags(event))):
        kind = next((stix for part, stix in _GALAXY_TYPES if part in match["galaxy"]), None)
        if kind is not None:
            name, _, number = match["value"].partition(" - ")
            stix = {"type": kind, "spec_version": "2.1", "id": deterministic_id(kind, match["value"]), "created": when, "modified": when}
            stix |= {"name": name} | ({"is_family": True} if kind == "malware" else {})
            references = (
                [{"source_name": "mitre-attack", "external_id": number}] if re.fullmatch(r"[TGSC]\d{4}(?:\.\d{3})?", number) else []
            )
            yield stix | ({"external_references": references} if references else {})


def _own_id(kind: str, thing: Mapping[str, Any]) -> str:
    try:
        return f"{kind}--{uuid.UUID(str(thing.get('uuid', '')))}"
    except ValueError:
        return deterministic_id(kind, f"{thing.get('type')} {thing.get('value', thing.get('info'))}")


def deterministic_id(kind: str, said: str) -> str:
    """The id of something that is what is said of it, the same in every vault."""
    return f"{kind}--{uuid.uuid5(NAMESPACE, f'{kind} {said}')}"


def _event_time(event: Mapping[str, Any]) -> str:
    return _time(event.get("timestamp")) or _day(event.get("date")) or "1970-01-01T00:00:00.000Z"


def _time(stamp: object) -> str | None:
    try:
        moment = datetime.fromtimestamp(int(str(stamp)), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return f"{moment:%Y-%m-%dT%H:%M:%S}.000Z" if moment.timestamp() > 0 else None


def _day(date: object) -> str | None:
    return f"{date}T00:00:00.000Z" if re.fullmatch(r"\d{4}-\d\d-\d\d", str(date)) else None
