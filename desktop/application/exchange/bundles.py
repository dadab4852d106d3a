"""Bundles: STIX 2.0 and 2.1, and MISP events, as STIX 2.1 objects with all that was changed and dropped on the way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop.application.exchange.misp import is_misp, misp_objects
from desktop.application.exchange.stix_rules import StixObject, judge
from desktop.domain.errors import InvalidBundle

STIX, MISP = "stix", "misp"
"""What a bundle's file is, as the format of its document."""
FORMATS = frozenset({STIX, MISP})


@dataclass(frozen=True, slots=True)
class Bundle:
    """The objects of a file, one for each id and version, in its order; `given` is how many stood in it."""

    format: str
    objects: tuple[StixObject, ...]
    given: int
    changed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


def read_bundle(content: bytes) -> Bundle:
    """Read a file; InvalidBundle with the reason and the place if it is none, or nothing in it can be kept."""
    root = _parsed(content)
    if is_misp(root):
        converted = misp_objects(root)
        things: Sequence[object] = converted.objects
        bundle = _judged(MISP, things, "attributes", of_20=False)
        return Bundle(MISP, bundle.objects, converted.given, (*converted.changed, *bundle.changed), (*converted.dropped, *bundle.dropped))
    if not isinstance(root, dict) or not isinstance(root.get("type"), str):
        raise InvalidBundle("It is JSON, but neither a STIX bundle or object nor a MISP event.", "STIX begins with a type and an id.")
    if root["type"] != "bundle":
        return _whole(_judged(STIX, [root], "The object", of_20="spec_version" not in root and _looks_like_20(root)))
    objects = root.get("objects", [])
    if not isinstance(objects, list):
        raise InvalidBundle("objects of the bundle is no list.", "Write it again with the program that it came from.")
    of_20 = root.get("spec_version") == "2.0"
    bundle = _judged(STIX, objects, "objects", of_20=of_20)
    said = (f"The bundle is STIX 2.0; its {len(bundle.objects):,} objects became STIX 2.1.",) if of_20 else ()
    return _whole(Bundle(STIX, bundle.objects, bundle.given, (*said, *bundle.changed), bundle.dropped))


def _whole(bundle: Bundle) -> Bundle:
    if bundle.given and not bundle.objects:
        raise InvalidBundle(
            f"Nothing in it is valid STIX: {' '.join(bundle.dropped[:5])}", "Mend it at the places named, then import it again."
        )
    return bundle


def _looks_like_20(thing: Mapping[str, Any]) -> bool:
    """Whether a lone object without a version is one that has to say its version in 2.1."""
    return "created" in thing and "modified" in thing


def _judged(format_name: str, things: Sequence[object], where: str, *, of_20: bool) -> Bundle:
    kept: dict[tuple[str, str], StixObject] = {}
    changed: list[str] = []
    dropped: list[str] = []
    for number, thing in enumerate(things):
        place = f"{where}[{number}]" if where != "The object" else where
        judged = judge(thing, place, of_20=of_20)
        if judged.refused:
            dropped.append(judged.refused)
            continue
        version = (judged.stix["id"], str(judged.stix.get("modified", "")))
        if version not in kept:
            kept[version] = judged.stix
            changed += judged.changed
        elif kept[version] != judged.stix:
            dropped.append(f"{place} ({version[0]}) has the id and the time of an earlier one, but says something else.")
    return Bundle(format_name, tuple(kept.values()), len(things), tuple(changed), tuple(dropped))


def _parsed(content: bytes) -> object:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidBundle(f"It is no text in UTF-8: byte {error.start:,} cannot be read.", "STIX is JSON in UTF-8.") from error
    if text.lstrip().startswith("<"):
        raise InvalidBundle("It is XML, or something like it, and no JSON.", "STIX 1 is not read; convert it with stix2-elevator first.")
    try:
        return json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidBundle(f"It is no JSON: {error.msg}, {place}.", "Mend it there, or get it again.") from error
    except (ValueError, RecursionError) as error:
        raise InvalidBundle(f"It is no JSON that can be read: {error}.", "Get it again from where it came from.") from error


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number")
