"""The Traffic Light Protocol in STIX: which marking an object carries, in version 1 and 2, and the standard's own definitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from desktop.application.exchange.stix_rules import StixObject
from desktop.domain.marking import Marking

_EXTENSION = "extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d"
_IDS = {
    Marking.CLEAR: ("94868c89-83c2-464b-929b-a1a8aa3c8487", "613f2e26-407d-48c7-9eca-b8e91df99dc9"),
    Marking.GREEN: ("bab4a63c-aed9-4cf5-a766-dfca5abac2bb", "34098fce-860f-48ae-8e50-ebd3cc5e41da"),
    Marking.AMBER: ("55d920b0-5e8b-4f79-9ee9-91f868d9b421", "f88d31f6-486f-44da-b317-01333bde0b82"),
    Marking.AMBER_STRICT: ("939a9414-2ddd-4d32-a0cd-375ea402b003",),
    Marking.RED: ("e828b379-4e03-4974-9ac4-e53a884c97c1", "5e57c739-391a-4eb3-b6be-7d15ca92d5ed"),
}
_KNOWN = {f"marking-definition--{each}": marking for marking, ids in _IDS.items() for each in ids}
TLP_MARKINGS: Mapping[Marking, StixObject] = {
    marking: {
        "type": "marking-definition",
        "spec_version": "2.1",
        "id": f"marking-definition--{ids[0]}",
        "created": "2022-10-01T00:00:00.000Z",
        "name": f"TLP:{marking}",
        "extensions": {_EXTENSION: {"extension_type": "property-extension", "tlp_2_0": marking.lower()}},
    }
    for marking, ids in _IDS.items()
}
"""The definitions of TLP 2.0, as FIRST and OASIS publish them."""


def marking_named(name: str) -> Marking | None:
    """The marking of this name, in TLP 1 or 2; None if there is none."""
    try:
        return Marking.parse(name)
    except ValueError:
        return None


class TlpReader:
    """Knows what the marking definitions of some objects mean, beside the standard's own."""

    def __init__(self, objects: Iterable[StixObject]) -> None:
        self._known = dict(_KNOWN)
        for each in objects:
            if each["type"] == "marking-definition" and (marking := _defined(each)):
                self._known[each["id"]] = marking

    def of(self, stix: StixObject) -> Marking | None:
        """The strictest TLP marking of an object, or of a part of it; None if it has none."""
        own = stix.get("object_marking_refs")
        refs = [each for each in own if isinstance(each, str)] if isinstance(own, list) else []
        parts = stix.get("granular_markings")
        refs += [str(each.get("marking_ref")) for each in parts if isinstance(each, dict)] if isinstance(parts, list) else []
        found = [self._known[ref] for ref in refs if ref in self._known]
        return max(found, key=lambda each: each.rank, default=None)


def _defined(definition: Mapping[str, Any]) -> Marking | None:
    """What a definition that somebody made says, by whatever of its parts says it."""
    said, extensions, name = definition.get("definition"), definition.get("extensions"), str(definition.get("name", ""))
    names = [said.get("tlp")] if isinstance(said, dict) else []
    names += [each.get("tlp_2_0") for each in extensions.values() if isinstance(each, dict)] if isinstance(extensions, dict) else []
    names += [name] if name.upper().startswith("TLP:") else []
    return next((marking for name in names if name and (marking := marking_named(str(name)))), None)
