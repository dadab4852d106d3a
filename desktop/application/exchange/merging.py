"""Bundles as one: each version of each object once, nothing that is marked too strictly, and nothing that would show such a thing."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from desktop.application.exchange.misp import NAMESPACE
from desktop.application.exchange.stix_rules import OBSERVABLES, REQUIRED, StixObject
from desktop.application.exchange.tlp import TlpReader
from desktop.domain.marking import Marking


@dataclass(frozen=True, slots=True)
class Source:
    """The objects of one bundle, and the marking of its document."""

    objects: Sequence[StixObject]
    marking: Marking


@dataclass(frozen=True, slots=True)
class Merged:
    """What may be given out; `given` objects there were."""

    objects: list[StixObject]
    given: int
    changed: list[str] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)


def merge(sources: Sequence[Source], tlp_max: Marking | None) -> Merged:
    """The objects of all sources, as far as their markings allow."""
    versions: dict[tuple[str, str], StixObject] = {}
    dropped: list[str] = []
    marked: dict[str, Marking] = {}
    reader = TlpReader(each for source in sources for each in source.objects)
    for source in sources:
        for each, marking in _marked(source, reader):
            version = (each["id"], str(each.get("modified", "")))
            if versions.setdefault(version, each) != each:
                dropped.append(f"{each['id']} stands in two files with the same time and says different things; the first is kept.")
            known = marked.get(each["id"])
            marked[each["id"]] = marking if known is None or marking.rank > known.rank else known
    merged = Merged(list(versions.values()), len(versions), dropped=dropped)
    return merged if tlp_max is None else _withheld(merged, marked, tlp_max)


def as_file(objects: Sequence[StixObject]) -> bytes:
    """A bundle, whose id says what is in it."""
    said = "\n".join(sorted(f"{each['id']} {each.get('modified', '')}" for each in objects))
    bundle = {"type": "bundle", "id": f"bundle--{uuid.uuid5(NAMESPACE, said)}", "objects": list(objects)}
    return json.dumps(bundle, ensure_ascii=False, indent=1).encode("utf-8", "surrogatepass")


def _marked(source: Source, reader: TlpReader) -> Iterator[tuple[StixObject, Marking]]:
    """Each object with the marking that holds for it: its own, else its document's.

    A document that an analyst marked more strictly than anything in it holds all of it back.
    """
    own = {id(each): reader.of(each) for each in source.objects}
    strictest = max((marking.rank for marking in own.values() if marking), default=0)
    for each in source.objects:
        marking = own[id(each)] or source.marking
        yield each, max(marking, source.marking, key=lambda one: one.rank) if source.marking.rank > strictest else marking


def _withheld(merged: Merged, marked: dict[str, Marking], tlp_max: Marking) -> Merged:
    allowed = Marking.up_to(tlp_max)
    held = {each["id"] for each in merged.objects if each["type"] != "marking-definition" and marked[each["id"]] not in allowed}
    counted = Counter(each["type"] for each in merged.objects if each["id"] in held)
    dropped = [f"{number:,} {kind} marked above TLP:{tlp_max} held back." for kind, number in sorted(counted.items())]
    changed: list[str] = []
    kept = [each for each in merged.objects if each["id"] not in held]
    while True:
        cleared = [(each, *_cleared(each, held)) for each in kept]
        gone = {each["id"] for each, clean, _ in cleared if clean is None}
        dropped += [
            f"{each['id']} points to something that was held back, and was held back with it." for each, c, _ in cleared if c is None
        ]
        changed += [reason for _, clean, reasons in cleared if clean is not None for reason in reasons]
        kept = [clean for _, clean, _ in cleared if clean is not None]
        if not gone:
            break
        held |= gone
    used = {ref for each in kept for ref in _markings_of(each)}
    kept = [each for each in kept if each["type"] != "marking-definition" or each["id"] in used]
    return Merged(kept, merged.given, [*merged.changed, *changed], [*merged.dropped, *dropped])


def _cleared(stix: StixObject, held: set[str]) -> tuple[StixObject | None, list[str]]:
    """An object without whatever names what was held back; None where it is nothing without that."""
    kind = stix["type"]
    needed = {"type", "id", *(OBSERVABLES.get(kind) or REQUIRED.get(kind, ()))}
    clean, reasons = dict(stix), []
    for name, value in stix.items():
        if not _names_any(value, held):
            continue
        left = [each for each in value if not _names_any(each, held)] if isinstance(value, list) else []
        if left:
            clean[name] = left
            reasons.append(f"{stix['id']}: {name} without what was held back.")
        elif name in needed:
            return None, []
        else:
            del clean[name]
            reasons.append(f"{stix['id']}: {name} left out, for it names what was held back.")
    return clean, reasons


def _names_any(value: object, held: set[str]) -> bool:
    if isinstance(value, str):
        return value in held or ("--" in value and len(value) > _ID_LENGTH and any(each in value for each in held))
    if isinstance(value, dict):
        return any(_names_any(each, held) for pair in value.items() for each in pair)
    return isinstance(value, list) and any(_names_any(each, held) for each in value)


_ID_LENGTH = 40
"""A text that is longer may hold an id within it; a shorter one is an id as a whole, or none."""


def _markings_of(stix: StixObject) -> Iterable[str]:
    own, parts = stix.get("object_marking_refs"), stix.get("granular_markings")
    yield from own if isinstance(own, list) else ()
    yield from (str(each.get("marking_ref")) for each in parts if isinstance(each, dict)) if isinstance(parts, list) else ()
