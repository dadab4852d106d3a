"""MISP events as STIX."""

from __future__ import annotations

import json

from desktop.application.exchange.bundles import read_bundle
from desktop.application.exchange.stix_rules import StixObject

UUID = "5c06b7f7-95c8-40d3-9a9c-4e51950d210f"


def attribute(kind: str, value: str, number: int, *, to_ids: bool = True, **fields: object) -> StixObject:
    return {"type": kind, "value": value, "uuid": f"{UUID[:-4]}{number:04d}", "to_ids": to_ids, "timestamp": "1546300800", **fields}


EVENT = {
    "response": [
        {
            "Event": {
                "info": "DNS birthday", "uuid": UUID, "date": "2019-01-01", "timestamp": "1546300800",
                "Tag": [{"name": "tlp:amber"}, {"name": 'misp-galaxy:threat-actor="Sofacy - G0007"'}],
                "Attribute": [
                    attribute("domain", "evil.com", 1, comment="C2"),
                    attribute("domain|ip", "bad.net|10.0.0.1", 2, to_ids=False),
                    attribute("filename|sha256", "a.exe|" + "0" * 64, 3),
                    attribute("yara", "rule x {\\}", 4),
                    attribute("ip-dst", "1.2.3.4", 5, Tag=[{"name": "tlp:red"}]),
                    {"type": "domain", "uuid": UUID},
                ],
                "Object": [{"name": "file", "uuid": UUID, "Attribute": [attribute("md5", "f" * 32, 6), attribute("text", "it's", 7)]}],
            }
        }
    ]
}  # fmt: skip


def objects() -> dict[str, list[StixObject]]:
    found: dict[str, list[StixObject]] = {}
    for each in read_bundle(json.dumps(EVENT).encode()).objects:
        found.setdefault(each["type"], []).append(each)
    return found


def test_an_event_is_a_report_of_what_its_attributes_show() -> None:
    found = objects()
    assert {each["value"] for each in found["domain-name"]} == {"evil.com", "bad.net"}
    assert [each["value"] for each in found["ipv4-addr"]] == ["10.0.0.1", "1.2.3.4"]
    assert found["file"][0]["hashes"] == {"SHA-256": "0" * 64}
    assert [each["pattern"] for each in found["indicator"]] == [
        "[domain-name:value = 'evil.com']",
        f"[file:hashes.'SHA-256' = '{'0' * 64}' AND file:name = 'a.exe']",
        "[ipv4-addr:value = '1.2.3.4']",
        f"[file:hashes.'MD5' = '{'f' * 32}']",
    ]
    (report,) = found["report"]
    assert (report["name"], report["published"]) == ("DNS birthday", "2019-01-01T00:00:00.000Z")
    assert len(report["object_refs"]) == sum(len(each) for kind, each in found.items() if kind not in ("report", "marking-definition"))


def test_all_that_misp_says_is_kept_beside() -> None:
    found = objects()
    assert found["indicator"][0]["x_misp_comment"] == "C2"
    assert [each["x_misp_value"] for each in found["x-misp-attribute"]] == ["rule x {\\}", "it's"]
    assert found["x-misp-attribute"][1]["x_misp_object"] == "file"
    assert (found["intrusion-set"][0]["name"], found["intrusion-set"][0]["external_references"][0]["external_id"]) == ("Sofacy", "G0007")


def test_markings_come_from_tags_the_nearest_first() -> None:
    found = objects()
    names = {each["id"]: each["name"] for each in found["marking-definition"]}
    marked = {each["x_misp_value"]: names[each["object_marking_refs"][0]] for each in found["indicator"]}
    assert (marked["evil.com"], marked["1.2.3.4"]) == ("TLP:AMBER", "TLP:RED")


def test_what_has_no_value_is_told_and_ids_are_the_same_each_time() -> None:
    one, two = (read_bundle(json.dumps(EVENT).encode()) for _ in range(2))
    assert one == two
    assert one.given == 7
    assert one.dropped == (f"attribute {UUID} has no value.",)
    assert one.changed[0].startswith("MISP: 7 attributes became STIX 2.1 objects")


def test_objects_and_attributes_may_come_alone() -> None:
    alone = {
        "response": [
            {"Object": {"name": "file", "Attribute": attribute("md5", "f" * 32, 1)}},
            {"Attribute": [attribute("domain", "x.org", 2)]},
        ]
    }
    found = read_bundle(json.dumps(alone).encode())
    assert [each["x_misp_value"] for each in found.objects if each["type"] == "indicator"] == ["f" * 32, "x.org"]


def test_attributes_that_show_the_same_thing_are_all_kept() -> None:
    twice = [attribute("domain", "evil.com", number, to_ids=False, comment=f"c{number}") for number in (1, 2)]
    keys = [attribute("regkey|value", f"HKLM\\Soft|{name}", number, to_ids=False) for name, number in (("A", 3), ("B", 4))]
    found = read_bundle(json.dumps({"Event": {"info": "x", "Attribute": [*twice, *keys]}}).encode()).objects
    assert sorted(each["x_misp_comment"] for each in found if "x_misp_comment" in each) == ["c1", "c2"]
    assert [each["values"] for each in found if each["type"] == "windows-registry-key"] == [[{"name": "A"}], [{"name": "B"}]]
