"""MISP clusters as entries."""

from __future__ import annotations

from typing import Any

from desktop.adapters.packs.galaxy import descriptions_of, entries_of


def galaxy(kind: str, *values: dict[str, Any]) -> dict[str, Any]:
    return {"type": kind, "name": kind.title(), "values": list(values)}


def test_a_cluster_keeps_its_name_and_synonyms_once_each() -> None:
    cluster = {"value": "Sofacy", "meta": {"synonyms": ["APT 28", "Sofacy", " Fancy  Bear "], "date": "2014-10"}}
    [entry] = entries_of(galaxy("threat-actor", cluster))
    assert (entry.id, entry.aliases) == ("intrusion-set:sofacy", ("APT 28", "Fancy Bear"))
    assert (entry.source, entry.date) == ("MISP Threat-Actor", "2014-10")


def test_the_number_that_a_value_carries_after_a_dash_is_another_name() -> None:
    [entry] = entries_of(galaxy("360net-threat-actor", {"value": "海莲花 - APT-C-00", "meta": {"synonyms": ["OceanLotus"]}}))
    assert (entry.name, entry.aliases) == ("海莲花", ("APT-C-00", "OceanLotus"))


def test_what_a_cluster_calls_a_tool_for_hackers_is_a_tool_and_the_rest_of_the_list_malware() -> None:
    hack = {"value": "Mimikatz", "meta": {"type": ["HackTool"]}}
    assert [each.id for each in entries_of(galaxy("tool", hack, {"value": "PlugX"}))] == ["tool:mimikatz", "malware:plugx"]


def test_countries_are_written_with_capitals_and_remarks_in_brackets_are_no_part_of_a_name() -> None:
    assert [each.name for each in entries_of(galaxy("country", {"value": "south korea"}))] == ["South Korea"]
    assert [each.name for each in entries_of(galaxy("ransomware", {"value": "Locker (variant 2)"}))] == ["Locker"]


def test_galaxies_that_name_nothing_and_names_that_are_sentences_are_left_out() -> None:
    assert entries_of(galaxy("nace", {"value": "A"})) == []
    assert entries_of(galaxy("tool", {"value": "x" * 61}, {"value": "?!"})) == []
    assert descriptions_of(galaxy("nace", {"value": "A", "description": "text"})) == {}


def test_a_description_is_the_first_paragraph_if_it_says_more_than_the_name() -> None:
    clusters = ({"value": "PlugX", "description": "A RAT\tof old.\nMore."}, {"value": "Zeus", "description": "zeus"})
    assert descriptions_of(galaxy("rat", *clusters)) == {"malware:plugx": "A RAT of old."}
