"""The commands of the graph, on a graph in memory."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.graph.decisions import Decisions
from desktop.application.graph.exploring import GraphExplorer
from desktop.application.graph.extraction import Extractor
from desktop.application.services import Services
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.fact import FactStatus
from tests.fakes.documents import a_document
from tests.fakes.extractions import APT28, HEADLACE, POLAND, put_extracted
from tests.fakes.facts_vault import FactsVault
from tests.fakes.lexicon import Tables
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex
from tests.fakes.services import FakeExtraction

BODY = "APT28 uses Headlace. APT28 targets Poland. Tsar Team was there. Sandworm never uses Headlace."


class Vault:
    """One document, extracted."""

    def __init__(self) -> None:
        self.index, self.facts = SearchableIndex(), FactsVault()
        self.facts.documents.place(a_document("one"), BODY)
        put_extracted(self.index, "one", BODY)

    def create(self, root: Path) -> None:
        raise NotImplementedError

    def extractor(self, vault: Path | None = None) -> Extractor:
        raise NotImplementedError

    def open(self, root: Path, *, write: bool) -> Services:
        graph = MemoryGraph(self.index)
        desk = SimpleNamespace(explorer=GraphExplorer(graph), decisions=Decisions(Tables(), graph, self.facts.memory, self.facts.audit))
        return cast(Services, SimpleNamespace(warnings=(), close=list, writer="", graph=desk, extraction=FakeExtraction()))


def run(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0, vault: Vault | None = None) -> Any:
    assert main.run(parse([*arguments, "--json"]), vault or Vault(), Path("/vault")) == status
    return json.loads(capsys.readouterr().out)


def test_entities_are_listed_with_their_names_and_counts(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "entities", "--type", "intrusion-set", "--type", "malware", "--limit", "2")
    assert said["total"] == 3
    assert said["entities"] == [
        {
            "entity_id": APT28.id,
            "type": "intrusion-set",
            "value": "APT28",
            "aliases": ["Fancy Bear", "Sofacy", "Tsar Team"],
            "documents": 1,
            "mentions": 2,
        },
        {"entity_id": HEADLACE.id, "type": "malware", "value": "Headlace", "aliases": [], "documents": 1, "mentions": 2},
    ]
    assert [each["entity_id"] for each in run(capsys, "entities", "--text", "fancy")["entities"]] == [APT28.id]


def test_neighbours_come_with_evidence(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "graph", "neighbours", "Fancy Bear", "--relationship", "uses")
    assert [each["entity_id"] for each in said["nodes"]] == [APT28.id, HEADLACE.id]
    (edge,) = said["edges"]
    assert (edge["source"], edge["relationship"], edge["target"], edge["status"]) == (APT28.id, "uses", HEADLACE.id, "derived")
    (evidence,) = edge["evidence"]
    assert evidence["document_id"] == "one"
    assert BODY[evidence["start"] : evidence["end"]] == evidence["quote"] == "APT28 uses Headlace."
    assert said["total"] == 1


def test_neighbours_two_edges_away_and_what_is_denied(capsys: pytest.CaptureFixture[str]) -> None:
    assert [each["entity_id"] for each in run(capsys, "graph", "neighbours", "Poland", "--hops", "2")["nodes"]][-1] == HEADLACE.id
    said = run(capsys, "graph", "neighbours", "Headlace", "--negated", "--type", "intrusion-set")
    assert [each["negated"] for each in said["edges"]] == [False, True]


def test_paths_name_the_entities_on_them(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "graph", "path", "Poland", "Headlace")
    assert said["paths"] == [[POLAND.id, APT28.id, HEADLACE.id]]
    assert {(each["source"], each["target"]) for each in said["edges"]} == {(APT28.id, HEADLACE.id), (APT28.id, POLAND.id)}


def test_who_is_unknown_or_not_one_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "graph", "neighbours", "Tsar Team", status=1)["error"]["code"] == "ambiguous_name"
    assert run(capsys, "graph", "path", "Poland", "nobody", status=1)["error"]["code"] == "entity_not_found"


def test_a_relation_is_accepted_and_rejected_as_one_fact(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    said = run(capsys, "graph", "accept", "Fancy Bear", "uses", "Headlace", "--note", "We saw it.", vault=vault)
    accepted = vault.facts.memory.read(said["fact_id"])
    assert (accepted.text, accepted.fact.status, said["extraction"]["remaining"]) == ("We saw it.\n", FactStatus.ACCEPTED, 0)
    assert run(capsys, "graph", "reject", "APT28", "uses", HEADLACE.id, vault=vault)["facts"] == [said["fact_id"]]
    assert vault.facts.memory.read(said["fact_id"]).fact.status is FactStatus.REJECTED
    denied = run(capsys, "graph", "accept", "Sandworm", "uses", "Headlace", "--negated", vault=vault)
    assert vault.facts.memory.read(denied["fact_id"]).fact.negated


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("entities", "--text", "headlace"), "    1      2  malware:S9001  Headlace\n1 entities"),
        (
            ("graph", "neighbours", "Poland"),
            "APT28 [targets] Poland  (1 sentence, 2024-03-02 to 2024-03-02, derived)\n    one:21-42  APT28 t",
        ),
        (("graph", "path", "Poland", "Headlace"), "Poland → APT28 → Headlace\n"),
        (("graph", "neighbours", "Sandworm"), "No relation is known; --co-occurring"),
    ],
)
def test_people_read_lines(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], expected: str) -> None:
    assert main.run(parse(arguments), Vault(), Path("/vault")) == 0
    assert capsys.readouterr().out.startswith(expected)
