"""The commands of the graph, on a graph in memory."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.exchange.graph_exports import GraphExports
from desktop.application.exchange.graph_parts import GraphParts
from desktop.application.exchange.stix_exchange import StixExchange
from desktop.application.extraction.extraction import Extractor
from desktop.application.gate import MarkingGate
from desktop.application.graph.decisions import Decisions
from desktop.application.graph.exploring import GraphExplorer
from desktop.application.graph.ordered_ways import OrderedPaths
from desktop.application.graph.picturing import Picturing
from desktop.application.graph.review import Review
from desktop.application.ports import FactQuery, LexiconTable
from desktop.application.services import Services
from desktop.application.settings import MarkingSettings
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.fact import FactStatus
from desktop.domain.marking import Marking
from tests.fakes.documents import a_document
from tests.fakes.extractions import APT28, HEADLACE, POLAND, SANDWORM, put_extracted
from tests.fakes.facts_vault import FactsVault
from tests.fakes.lexicon import Tables
from tests.fakes.memory_candidates import MemoryCandidates
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex
from tests.fakes.services import FakeExtraction

BODY = "APT28 uses Headlace. APT28 targets Poland. Tsar Team was there. Sandworm never uses Headlace."


class Vault:
    """One document, extracted."""

    def __init__(self) -> None:
        self.index, self.facts, self.lexicon = SearchableIndex(), FactsVault(), Tables()
        self.facts.documents.place(a_document("one"), BODY)
        put_extracted(self.index, "one", BODY)
        self.facts.index.markings["one"] = Marking.GREEN

    def create(self, root: Path) -> None:
        raise NotImplementedError

    def extractor(self, vault: Path | None = None) -> Extractor:
        raise NotImplementedError

    def open(self, root: Path, *, write: bool) -> Services:
        graph = MemoryGraph(self.index)
        decisions = Decisions(self.lexicon, graph, self.facts.memory, self.facts.audit)
        review = Review(MemoryCandidates(self.index, self.facts.index), decisions, self.facts.history, self.facts.documents)
        gate = MarkingGate(self.facts.index, MarkingSettings())
        parts = GraphParts(graph, self.index, gate)
        exports = GraphExports(parts, graph, cast("StixExchange", None), gate, self.facts.audit)
        ordered = OrderedPaths(graph, Picturing(graph, self.index))
        desk = SimpleNamespace(explorer=GraphExplorer(graph), ordered=ordered, decisions=decisions, review=review, exports=exports)
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


def test_a_relation_is_not_accepted_from_a_text_that_was_changed_since(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    vault.facts.documents.place(a_document("one"), "Nobody uses Headlace. " + BODY)
    refused = run(capsys, "graph", "accept", "Fancy Bear", "uses", "Headlace", vault=vault, status=2)
    assert refused["error"]["message"].startswith("A text that states “APT28 uses Headlace” was changed since.")
    assert vault.facts.memory.rows(FactQuery()) == ()
    assert run(capsys, "graph", "reject", "Fancy Bear", "uses", "Headlace", vault=vault)["facts"]
    own_word = run(capsys, "graph", "accept", "Sandworm", "targets", "Poland", vault=vault)
    assert vault.facts.memory.read(own_word["fact_id"]).fact.sources == ()


def test_what_waits_is_listed_with_why_it_was_found_and_how_much_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "graph", "candidates", "--type", "location", "--least", "0.5")
    assert said["left"] == {"relations": 1, "names": 1, "shared-names": 0, "indicators": 0}
    (candidate,) = said["candidates"]
    assert (candidate["statement"], candidate["by"], candidate["confidence"], candidate["status"]) == (
        "APT28 targets Poland", "“targets”", 0.5, "derived",
    )  # fmt: skip
    assert (candidate["source"]["entity_id"], candidate["target"]["entity_id"]) == (APT28.id, POLAND.id)
    (shared,) = run(capsys, "graph", "candidates", "--kind", "shared-names")["candidates"]
    assert (shared["source"]["entity_id"], [each["value"] for each in shared["candidates"]]) == (None, ["APT28", "Sandworm"])


def test_an_entity_is_accepted_as_a_fact_and_rejected_by_the_lexicon(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    accepted = run(capsys, "graph", "accept", "Headlace", vault=vault)
    assert vault.facts.memory.read(accepted["facts"][0]).fact.statement == f"{HEADLACE.id} is malware"
    assert len(run(capsys, "graph", "reject", "Poland", vault=vault)["decisions"]) == 1
    assert vault.lexicon.rows(LexiconTable.DENY) == [{"value": "Poland"}]
    assert run(capsys, "graph", "accept", "Headlace", vault=vault, status=2)["error"]["code"] == "usage"
    assert run(capsys, "graph", "accept", "APT28", "uses", vault=vault, status=2)["error"]["code"] == "usage"


class DatedVault(Vault):
    """What APT28 uses, another targeted later."""

    def __init__(self) -> None:
        super().__init__()
        self.index = SearchableIndex()
        for name, body, day in (("first", "APT28 uses Headlace.", "2022-05-01"), ("then", "Sandworm uses Headlace.", "2023-05-01")):
            self.facts.documents.place(a_document(name, published=day), body)
            put_extracted(self.index, name, body, published=day)


def test_ways_in_the_order_of_time_have_the_date_and_the_sentence_of_each_step(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "graph", "path", "APT28", "Sandworm", "--in-time", vault=DatedVault())
    (way,) = said["ways"]
    assert (way["source"], way["target"], way["undated"], said["co_occurring"]) == (APT28.id, SANDWORM.id, False, False)
    assert [(each["date"], each["source"], each["target"], each["evidence"][0]["quote"]) for each in way["steps"]] == [
        ("2022-05-01", APT28.id, HEADLACE.id, "APT28 uses Headlace."),
        ("2023-05-01", SANDWORM.id, HEADLACE.id, "Sandworm uses Headlace."),
    ]
    assert [each["entity_id"] for each in said["nodes"]] == [APT28.id, HEADLACE.id, SANDWORM.id]
    assert said["edges"] == way["steps"]
    early = run(capsys, "graph", "path", "APT28", "Sandworm", "--in-time", "--as-of", "2022-12-31", vault=DatedVault())
    assert (early["ways"], early["nodes"]) == ([], [])
    wrong = ("graph", "path", "APT28", "Sandworm", "--in-time", "--co-occurring")
    assert run(capsys, *wrong, status=2)["error"]["code"] == "usage"


def test_ways_in_the_order_of_time_are_told_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(parse(["graph", "path", "APT28", "Sandworm", "--in-time"]), DatedVault(), Path("/vault")) == 0
    assert capsys.readouterr().out.splitlines() == [
        "APT28 → Sandworm, way 1",
        "  2022-05-01  APT28 [uses] Headlace",
        "      first:0-20  APT28 uses Headlace.",
        "  2023-05-01  Sandworm [uses] Headlace",
        "      then:0-23  Sandworm uses Headlace.",
    ]


def test_the_graph_is_written_in_the_format_that_the_file_s_name_says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    said = run(capsys, "graph", "export", str(tmp_path / "out.graphml"), "--entity", "Fancy Bear", "--entity", "Headlace")
    assert (said["nodes"], said["edges"], said["marking"], said["withheld"]) == (2, 1, "GREEN", 0)
    assert said["files"] == [str(tmp_path / "out.graphml")]
    assert b"Headlace" in (tmp_path / "out.graphml").read_bytes()
    held = run(capsys, "graph", "export", str(tmp_path / "out.csv"), "--tlp-max", "CLEAR")
    assert (held["nodes"], held["withheld"], len(held["files"])) == (0, 1, 2)
    assert run(capsys, "graph", "export", str(tmp_path / "out.json"), status=2)["error"]["code"] == "usage"
    layer = run(capsys, "graph", "export", str(tmp_path / "out.json"), "--format", "navigator")
    assert (layer["nodes"], json.loads((tmp_path / "out.json").read_text())["techniques"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("entities", "--text", "headlace"), "    1      2  malware:S9001  Headlace\n1 entities"),
        (
            ("graph", "neighbours", "Poland"),
            "APT28 [targets] Poland  (1 sentence, 2024-03-02 to 2024-03-02, derived)\n    one:21-42  APT28 t",
        ),
        (("graph", "path", "Poland", "Headlace"), "Poland → APT28 → Headlace\n"),
        (("graph", "candidates", "--kind", "shared-names"), "0.80     1  Tsar Team  [pack: Tsar Team]\nleft: 3 relations"),
        (("graph", "neighbours", "Sandworm"), "No relation is known; --co-occurring"),
    ],
)
def test_people_read_lines(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], expected: str) -> None:
    assert main.run(parse(arguments), Vault(), Path("/vault")) == 0
    assert capsys.readouterr().out.startswith(expected)
