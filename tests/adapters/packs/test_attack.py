"""ATT&CK's bundle as entries."""

from __future__ import annotations

from typing import Any

from desktop.adapters.packs.attack import descriptions_of, entries_of, relations_of
from desktop.domain.pack import PackEntry, PackRelation


def thing(kind: str, stix_id: str, name: str, number: str, **more: Any) -> dict[str, Any]:
    references = [{"source_name": "mitre-attack", "external_id": number}, {"source_name": "capec", "external_id": "CAPEC-1"}]
    return {"type": kind, "id": stix_id, "name": name, "external_references": references, "modified": "2025-01-22T21:54:11.727Z", **more}


def relation(name: str, source: str, target: str, **more: Any) -> dict[str, Any]:
    return {"type": "relationship", "id": f"relationship--{source}{target}", "relationship_type": name, "source_ref": source,
            "target_ref": target, **more}  # fmt: skip


OLD = thing("intrusion-set", "i--1", "Old Group", "G0001", aliases=["Old Group"], revoked=True)
MIDDLE = thing("intrusion-set", "i--2", "Middle Group", "G0002", revoked=True)
NEW = thing(
    "intrusion-set", "i--3", "APT28", "G0007", aliases=["APT28", "Fancy Bear"],
    description="[APT28](https://attack.mitre.org/groups/G0007) is a group.(Citation: A 2020)\n\nMore.",
)  # fmt: skip
TOOL = thing("tool", "t--1", "Net", "S0039", x_mitre_aliases=["Net", "net.exe"])
BUNDLE = [
    OLD, MIDDLE, NEW, TOOL,
    {"type": "x-mitre-matrix", "id": "m--1", "name": "Enterprise"},
    relation("revoked-by", "i--1", "i--2"), relation("revoked-by", "i--2", "i--3"), relation("uses", "i--1", "t--1"),
    relation("uses", "i--3", "t--1"), relation("uses", "t--1", "i--3", revoked=True), relation("mitigates", "i--3", "t--1"),
]  # fmt: skip


def test_an_entry_is_called_by_its_number_and_keeps_its_other_names() -> None:
    entry = entries_of(BUNDLE)[2]
    assert entry == PackEntry("intrusion-set:G0007", "APT28", "ATT&CK", ("Fancy Bear",), ("G0007",), "2025-01-22")
    assert [each.id for each in entries_of(BUNDLE)] == ["intrusion-set:G0001", "intrusion-set:G0002", "intrusion-set:G0007", "tool:S0039"]


def test_what_was_revoked_is_followed_to_the_end_of_the_chain() -> None:
    assert [each.replaced_by for each in entries_of(BUNDLE)] == ["intrusion-set:G0007", "intrusion-set:G0007", "", ""]


def test_a_ring_of_replacements_ends() -> None:
    ring = [OLD, MIDDLE, relation("revoked-by", "i--1", "i--2"), relation("revoked-by", "i--2", "i--1")]
    assert [each.replaced_by for each in entries_of(ring)] == ["intrusion-set:G0002", "intrusion-set:G0001"]


def test_relations_join_what_is_in_force_once_each() -> None:
    assert relations_of(BUNDLE) == [PackRelation("intrusion-set:G0007", "uses", "tool:S0039")]


def test_a_description_is_its_first_paragraph_without_links_and_citations() -> None:
    assert descriptions_of(BUNDLE) == {"intrusion-set:G0007": "APT28 is a group."}
