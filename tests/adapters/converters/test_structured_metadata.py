"""What files for machines state of themselves."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from desktop.adapters.converters.stated import Stated
from desktop.adapters.converters.structured_metadata import read_json_statement, read_yaml_statement, read_yara_statement


def plain(stated: Stated) -> tuple[str | None, str | None, str | None]:
    title, author, published = (found.value if found else None for found in (stated.title, stated.author, stated.published))
    return title, author, published


BUNDLE = {
    "type": "bundle",
    "objects": [
        {"type": "malware", "name": "X-Agent", "created": "2020-01-01T00:00:00Z"},
        {"type": "identity", "id": "identity--1", "name": "Heron Lab"},
        {"type": "report", "name": "Grey Heron", "published": "2023-05-12T00:00:00Z", "created_by_ref": "identity--1"},
    ],
}
EVENT = {"Event": {"info": "Digging up InvisiMole", "date": "2020-06-18", "Orgc": {"name": "Heron Lab"}}}


@pytest.mark.parametrize(
    ("value", "stated"),
    [
        (BUNDLE, ("Grey Heron", "Heron Lab", "2023-05-12")),
        ({"type": "bundle", "objects": [{"type": "relationship"}, 3]}, (None, None, None)),
        ({"type": "malware", "id": "malware--1", "name": "X-Agent", "created": "2020-01-02T00:00:00Z"}, ("X-Agent", None, "2020-01-02")),
        (EVENT, ("Digging up InvisiMole", "Heron Lab", "2020-06-18")),
        ({"response": [EVENT, EVENT]}, ("Digging up InvisiMole and 1 more events", "Heron Lab", "2020-06-18")),
        ([EVENT], ("Digging up InvisiMole", "Heron Lab", "2020-06-18")),
        ({"name": "Threat actors", "authors": ["Ana Sol", "Bo Berg"]}, ("Threat actors", "Ana Sol, Bo Berg", None)),
        (
            {"document": {"title": "Advisory", "publisher": {"name": "CERT"}, "tracking": {"initial_release_date": "2023-05-12T1Z"}}},
            ("Advisory", "CERT", "2023-05-12"),
        ),
        (
            {"cveMetadata": {"cveId": "CVE-2023-1", "datePublished": "2023-05-12"}, "containers": {"cna": {"title": "Overflow"}}},
            ("CVE-2023-1: Overflow", None, "2023-05-12"),
        ),
        ([1, 2], (None, None, None)),
        ({"title": 3, "date": None}, (None, None, None)),
    ],
)
def test_json(value: object, stated: tuple[str | None, ...]) -> None:
    assert plain(read_json_statement(json.dumps(value))) == stated


def test_origins_are_words() -> None:
    stated = read_json_statement(json.dumps(BUNDLE))
    assert stated.title is not None
    assert stated.title.where == "the report's title"
    event = read_json_statement(json.dumps(EVENT)).title
    assert event is not None
    assert event.where == "the event's info"


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "nul"])
def test_broken_json_states_nothing(text: str) -> None:
    assert read_json_statement(text) == Stated()


def test_sigma_rules() -> None:
    text = "title: 'Remote Access Tool'\nid: 1\nauthor: Ana Sol\ndate: 2021/08/16\ndetection:\n    title: inner\n---\ntitle: second\n"
    assert plain(read_yaml_statement(text)) == ("Remote Access Tool", "Ana Sol", "2021-08-16")
    assert read_yaml_statement("- a\n- b\n") == Stated()


def test_yara_rules() -> None:
    rule = 'private rule apt_heron : tag\n{\n  meta:\n    author = "Ana Sol"\n    date = "2021-06-21"\n  condition: true\n}\n'
    assert plain(read_yara_statement(rule)) == ("apt_heron", "Ana Sol", "2021-06-21")
    many = "".join(f"rule r{number} {{ condition: true }}\n" for number in range(5))
    assert plain(read_yara_statement(many)) == ("r0, r1, r2 and 2 more", None, None)
    assert read_yara_statement("// no rule here\n") == Stated()


@pytest.mark.parametrize("read", [read_json_statement, read_yaml_statement, read_yara_statement])
@pytest.mark.parametrize("piece", ["[", '{"a":', "title: ", "rule ", "private ", "\n", " "])
def test_a_megabyte_takes_little_time(read: Callable[[str], Stated], piece: str) -> None:
    began = time.process_time()
    read(piece * (1_000_000 // len(piece)))
    assert time.process_time() - began < 4
