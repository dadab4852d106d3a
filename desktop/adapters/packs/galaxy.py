"""Clusters of a MISP galaxy, read as entries of a pack."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from desktop.domain.entity import EntityType
from desktop.domain.pack import PackEntry, named_id

_T = EntityType
_KINDS = {
    "threat-actor": _T.INTRUSION_SET, "microsoft-activity-group": _T.INTRUSION_SET, "360net-threat-actor": _T.INTRUSION_SET,
    "tool": _T.MALWARE, "rat": _T.MALWARE, "ransomware": _T.MALWARE, "botnet": _T.MALWARE, "stealer": _T.MALWARE,
    "android": _T.MALWARE, "banker": _T.MALWARE, "backdoor": _T.MALWARE, "cryptominers": _T.MALWARE,
    "mitre-mobile-attack-malware": _T.MALWARE, "exploit-kit": _T.TOOL, "tds": _T.TOOL, "branded-vulnerability": _T.VULNERABILITY,
    "country": _T.LOCATION, "producer": _T.IDENTITY, "surveillance-vendor": _T.IDENTITY,
}  # fmt: skip
_TOOLS = frozenset({"HackTool", "PUA", "Exploit-Kit", "post-exploitation framework", "exploitation framework", "webshell"})
_CLASSES = {"producer": "organization", "surveillance-vendor": "organization"}
_DASHED = re.compile(r"\s+-\s+")
_IN_BRACKETS = re.compile(r"\s*\([^)]*\)\s*$")
_LONGEST_NAME = 60


def entries_of(galaxy: Mapping[str, Any]) -> list[PackEntry]:
    """Every cluster with a name; none if the galaxy is of a kind that names nothing we look for."""
    kind = _KINDS.get(galaxy["type"])
    return [] if kind is None else [entry for each in galaxy["values"] if (entry := _entry(each, galaxy, kind))]


def descriptions_of(galaxy: Mapping[str, Any]) -> dict[str, str]:
    """The first paragraph of each cluster's description, by entity id."""
    kind = _KINDS.get(galaxy["type"])
    texts: dict[str, str] = {}
    if kind is None:
        return texts
    for each in galaxy["values"]:
        entry, text = _entry(each, galaxy, kind), str(each.get("description", "")).strip().partition("\n")[0]
        if entry and text and text.casefold() != entry.name.casefold():
            texts[entry.id] = re.sub(r"\s+", " ", text)
    return texts


def _entry(cluster: Mapping[str, Any], galaxy: Mapping[str, Any], kind: EntityType) -> PackEntry | None:
    meta = cluster.get("meta", {})
    names = _names([cluster["value"], *meta.get("synonyms", ())], galaxy["type"])
    if not names:
        return None
    if _TOOLS.intersection(meta.get("type", ())):
        kind = _T.TOOL
    name, *aliases = names
    return PackEntry(
        id=named_id(kind, name),
        name=name,
        source=f"MISP {galaxy['name']}",
        aliases=tuple(aliases),
        date=str(meta.get("date", "")) if re.fullmatch(r"\d{4}(-\d\d){0,2}", str(meta.get("date", ""))) else "",
        identity_class=_CLASSES.get(galaxy["type"], ""),
    )


def _names(written: list[str], galaxy: str) -> list[str]:
    """The names a cluster gives: its value may be several with a dash between, of which the first is the one it goes by."""
    value, *synonyms = written
    if galaxy == "360net-threat-actor":
        values = _DASHED.split(value)
    elif galaxy == "mitre-mobile-attack-malware":
        values = [value.rpartition(" - ")[0]]
    else:
        values = [_IN_BRACKETS.sub("", value)]
    if galaxy == "country":
        values = [values[0].title()]
    names = (re.sub(r"\s+", " ", each).strip() for each in (*values, *synonyms))
    return list(dict.fromkeys(name for name in names if 1 < len(name) <= _LONGEST_NAME and any(map(str.isalnum, name))))
