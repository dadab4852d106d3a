"""Bundles as one: markings hold, and what is held back is not betrayed by anything else."""

from __future__ import annotations

import json

import pytest

from desktop.application.exchange.merging import Source, as_file, merge
from desktop.application.exchange.stix_rules import StixObject
from desktop.application.exchange.tlp import TLP_MARKINGS
from desktop.domain.marking import Marking
from tests.application.exchange.samples import ACTOR, INDICATOR, MALWARE, OBJECTS, REPORT, USES, linked, sdo, uid

M = Marking
OLD_AMBER = sdo("marking-definition", 50, definition_type="tlp", definition={"tlp": "amber"})


def marked(stix: StixObject, marking: Marking) -> StixObject:
    return stix | {"object_marking_refs": [TLP_MARKINGS[marking]["id"]]}


def kept(objects: list[StixObject], tlp_max: Marking | None, document: Marking = M.CLEAR) -> set[str]:
    return {each["id"] for each in merge([Source(objects, document)], tlp_max).objects if each["type"] != "marking-definition"}


def test_everything_of_all_sources_comes_once() -> None:
    later = ACTOR | {"modified": "2025-01-01T00:00:00Z"}
    found = merge([Source(OBJECTS, M.CLEAR), Source([ACTOR, later], M.RED)], None)
    assert found.objects == [*OBJECTS, later]
    assert (found.given, found.dropped) == (7, [])
    other = merge([Source([ACTOR], M.CLEAR), Source([ACTOR | {"name": "X"}], M.CLEAR)], None)
    assert other.objects == [ACTOR]
    assert ACTOR["id"] in other.dropped[0]


@pytest.mark.parametrize("top", list(Marking))
def test_nothing_above_the_mark_is_given_out_and_nothing_below_is_held_back(top: Marking) -> None:
    each_marking = [marked(sdo("tool", 10 + each.rank, name=str(each)), each) for each in Marking]
    found = merge([Source(each_marking, M.CLEAR)], top)
    assert [each["name"] for each in found.objects if each["type"] == "tool"] == [str(each) for each in Marking.up_to(top)]
    assert found.given == 5


def test_markings_of_version_1_of_parts_and_of_ones_own_count() -> None:
    by_id = MALWARE | {"object_marking_refs": ["marking-definition--5e57c739-391a-4eb3-b6be-7d15ca92d5ed"]}
    by_part = ACTOR | {"granular_markings": [{"marking_ref": OLD_AMBER["id"], "selectors": ["name"]}]}
    assert kept([OLD_AMBER, by_id, by_part, INDICATOR], M.GREEN) == {INDICATOR["id"]}
    assert kept([OLD_AMBER, by_id, by_part, INDICATOR], M.AMBER) == {INDICATOR["id"], ACTOR["id"]}


def test_what_has_no_marking_has_its_documents() -> None:
    assert kept([ACTOR, marked(MALWARE, M.RED)], M.GREEN, M.RED) == set()
    assert kept([ACTOR, marked(MALWARE, M.CLEAR)], M.GREEN, M.GREEN) == {ACTOR["id"], MALWARE["id"]}
    assert kept([marked(ACTOR, M.GREEN), marked(MALWARE, M.CLEAR)], M.GREEN, M.RED) == set()


def test_what_points_to_something_held_back_goes_too_or_forgets_it() -> None:
    secret = marked(MALWARE, M.RED)
    chain = linked(7, sdo("note", 8, content="x", object_refs=[USES["id"]]), "related-to", ACTOR)
    note = sdo("note", 8, content="x", object_refs=[USES["id"]])
    told = ACTOR | {"created_by_ref": f"identity--{uid(9)}", "description": f"It is behind {MALWARE['id']}, we know."}
    author = marked(sdo("identity", 9, name="Us"), M.AMBER)
    found = merge([Source([told, secret, USES, REPORT, note, chain, author], M.CLEAR)], M.GREEN)
    by_id = {each["id"]: each for each in found.objects}
    assert set(by_id) == {ACTOR["id"], REPORT["id"]}
    assert by_id[REPORT["id"]]["object_refs"] == [ACTOR["id"]]
    assert {"created_by_ref", "description"}.isdisjoint(by_id[ACTOR["id"]])
    assert MALWARE["id"] not in json.dumps(found.objects)
    assert "1 malware marked above TLP:GREEN held back." in found.dropped
    assert any("created_by_ref" in each for each in found.changed)


def test_definitions_of_markings_come_with_what_they_mark() -> None:
    definitions = [dict(TLP_MARKINGS[each]) for each in (M.GREEN, M.RED)]
    found = merge([Source([*definitions, marked(ACTOR, M.GREEN), marked(MALWARE, M.RED)], M.CLEAR)], M.GREEN)
    assert [each["id"] for each in found.objects] == [TLP_MARKINGS[M.GREEN]["id"], ACTOR["id"]]
    assert len(merge([Source(definitions, M.CLEAR)], None).objects) == 2


def test_the_same_objects_make_the_same_file() -> None:
    assert as_file(OBJECTS) == as_file(list(OBJECTS))
    assert json.loads(as_file(OBJECTS))["id"] != json.loads(as_file(OBJECTS[:1]))["id"]
    assert json.loads(as_file(OBJECTS))["objects"] == OBJECTS
