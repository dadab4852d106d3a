"""ATT&CK as the STIX bundle that MITRE publishes, read as entries of a pack."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from desktop.domain.entity import EntityType
from desktop.domain.pack import PackEntry, PackRelation, named_id

SOURCE = "ATT&CK"
_KINDS = frozenset({"intrusion-set", "malware", "tool", "campaign", "attack-pattern", "x-mitre-tactic"})
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
_CITATION = re.compile(r"\(Citation: [^)]*\)")
_RELATIONSHIPS = frozenset({"uses", "attributed-to"})


def entries_of(objects: Iterable[Mapping[str, Any]]) -> list[PackEntry]:
    """Everything with a name that can stand in a text; what was revoked says what replaced it."""
    objects = list(objects)
    ids = dict(_ids(objects))
    replaced = {each["source_ref"]: each["target_ref"] for each in _related(objects, "revoked-by")}
    entries = []
    for each in objects:
        if each["id"] not in ids:
            continue
        names = [name for name in (each.get("aliases") or each.get("x_mitre_aliases") or []) if name != each["name"]]
        number = _number(each)
        entries.append(
            PackEntry(
                id=ids[each["id"]],
                name=each["name"],
                source=SOURCE,
                aliases=tuple(dict.fromkeys(names)),
                numbers=(number,) if number else (),
                date=str(each.get("modified", ""))[:10],
                replaced_by=ids.get(_last(replaced, each["id"]), ""),
            )
        )
    return entries


def relations_of(objects: Iterable[Mapping[str, Any]]) -> list[PackRelation]:
    """Who uses what and what is attributed to whom; the ends are the ids of what replaced them, if anything did."""
    objects = list(objects)
    ids = dict(_ids(objects))
    replaced = {each["source_ref"]: each["target_ref"] for each in _related(objects, "revoked-by")}
    found: dict[PackRelation, None] = {}
    for each in objects:
        if each["type"] != "relationship" or each["relationship_type"] not in _RELATIONSHIPS or _is_gone(each):
            continue
        ends = [ids.get(_last(replaced, each[end]) or each[end]) for end in ("source_ref", "target_ref")]
        if ends[0] and ends[1]:
            found[PackRelation(ends[0], each["relationship_type"], ends[1])] = None
    return list(found)


def descriptions_of(objects: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The first paragraph of each description without links and citations, by entity id."""
    objects = list(objects)
    ids = dict(_ids(objects))
    texts = {ids[each["id"]]: _plain(each.get("description", "")) for each in objects if each["id"] in ids and not _is_gone(each)}
    return {entity_id: text for entity_id, text in texts.items() if text}


def _ids(objects: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for each in objects:
        if each["type"] in _KINDS:
            kind, number = EntityType(each["type"]), _number(each)
            yield each["id"], f"{kind}:{number}" if number else named_id(kind, each["name"])


def _number(thing: Mapping[str, Any]) -> str:
    references = thing.get("external_references", ())
    return next((str(each["external_id"]) for each in references if str(each.get("source_name", "")).startswith("mitre-")), "")


def _related(objects: Iterable[Mapping[str, Any]], name: str) -> Iterator[Mapping[str, Any]]:
    return (each for each in objects if each["type"] == "relationship" and each["relationship_type"] == name)


def _last(replaced: Mapping[str, str], thing: str) -> str:
    """What stands at the end of the chain of replacements, or nothing if nothing replaced it."""
    seen, end = {thing}, ""
    while (after := replaced.get(end or thing)) is not None and after not in seen:
        end = after
        seen.add(end)
    return end


def _is_gone(thing: Mapping[str, Any]) -> bool:
    return bool(thing.get("revoked")) or bool(thing.get("x_mitre_deprecated"))


def _plain(text: str) -> str:
    first = text.strip().partition("\n")[0]
    return re.sub(r"\s+", " ", _CITATION.sub("", _LINK.sub(r"\1", first))).strip()
