"""The graph given out, through the gate."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from desktop.application.exchange.graph_exports import GraphExports
from desktop.application.exchange.graph_parts import GraphParts
from desktop.application.exchange.stix_exchange import ExchangeReport, ExportChoice
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.ports import DocumentExtraction
from desktop.application.settings import MarkingSettings
from desktop.domain.chunk import content_hash
from desktop.domain.errors import StorageProblem
from desktop.domain.graph_export import ExportFormat, ExportReport, ExportScope
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from tests.fakes.audit import MemoryAuditLog
from tests.fakes.documents import put
from tests.fakes.extractions import APT28, HEADLACE, KNOWN, POLAND, an_entity, extract
from tests.fakes.memory_facts import MemoryFactIndex
from tests.fakes.memory_graph import MemoryGraph
from tests.fakes.searchable_index import SearchableIndex

F = ExportFormat
PHISHING = an_entity("attack-pattern:T1566.001", "Spearphishing")
SHELL = an_entity("attack-pattern:T1059", "Shell")
ODD = an_entity("attack-pattern:own-trick", "Trick")
TEXTS = {
    "one": ("APT28 uses Headlace. APT28 uses Spearphishing. APT28 never uses Mimikatz.", Marking.CLEAR, ("case",)),
    "two": ("APT28 uses Headlace. Shell was seen. Trick was seen. Spearphishing too.", Marking.CLEAR, ()),
    "red": ("APT28 targets Poland. APT28 uses Headlace. Sandworm uses Shell.", Marking.RED, ("case",)),
}


class Stix:
    """Notes what is to be given out."""

    def __init__(self) -> None:
        self.choices: list[ExportChoice] = []

    def export(self, _: JobContext, target: Path, choice: ExportChoice) -> ExchangeReport:
        self.choices.append(choice)
        return ExchangeReport(9, 7, ("changed",), ("dropped",))


class Desk:
    def __init__(self, folder: Path, limit: Marking = Marking.GREEN) -> None:
        self.folder, index, facts = folder, SearchableIndex(), MemoryFactIndex()
        for name, (text, marking, tags) in TEXTS.items():
            put(index, name, text, tlp=marking, tags=tags, published=f"2024-0{len(facts.markings) + 1}-01")
            facts.markings[name] = marking
            found = extract(text, [*KNOWN, PHISHING, SHELL, ODD])
            index.put_extractions([DocumentExtraction(name, content_hash(text), found)])
        graph, gate = MemoryGraph(index), MarkingGate(facts, MarkingSettings(export_max=limit.value))
        self.audit, self.stix = MemoryAuditLog(), Stix()
        self.exports = GraphExports(GraphParts(graph, index, gate), graph, self.stix, gate, self.audit)  # type: ignore[arg-type]

    def export(self, form: ExportFormat, name: str, scope: ExportScope = ExportScope(), **fields: Any) -> ExportReport:  # noqa: B008
        return self.exports.export(JobContext(), form, scope, self.folder / name, **fields)

    def rows(self, name: str) -> list[dict[str, str]]:
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_tables_hold_what_documents_say_that_may_leave_and_count_nothing_else(desk: Desk) -> None:
    report = desk.export(F.CSV, "all.csv")
    assert report == ExportReport(tuple(str(desk.folder / f"all-{each}.csv") for each in ("nodes", "edges")), 6, 3, Marking.CLEAR, 1)
    nodes = {row["name"]: row for row in desk.rows("all-nodes.csv")}
    assert sorted(nodes) == ["APT28", "Headlace", "Mimikatz", "Shell", "Spearphishing", "Trick"]
    assert [nodes["APT28"][each] for each in ("documents", "mentions", "first_seen", "last_seen", "tlp")] == [
        "2", "4", "2024-01-01", "2024-02-01", "CLEAR",
    ]  # fmt: skip
    uses = next(row for row in desk.rows("all-edges.csv") if row["target_name"] == "Headlace")
    assert (uses["relationship"], uses["sentences"], uses["documents"], uses["status"]) == ("uses", "2", "2", "derived")
    assert (uses["quotes"], uses["evidence"]) == ("APT28 uses Headlace. | APT28 uses Headlace.", "one:0-20 | two:0-20")
    assert [row["negated"] for row in desk.rows("all-edges.csv") if row["target_name"] == "Mimikatz"] == ["true"]
    assert "Poland" not in "".join(each.read_text() for each in desk.folder.iterdir())
    assert desk.audit.done() == [("export", "all.csv")]


def test_where_everything_may_leave_everything_does(tmp_path: Path) -> None:
    report = Desk(tmp_path, Marking.RED).export(F.CSV, "all.csv")
    assert (report.nodes, report.edges, report.marking, report.withheld) == (8, 5, Marking.RED, 0)
    assert Desk(tmp_path, Marking.RED).export(F.CSV, "all.csv", tlp_max=Marking.CLEAR).withheld == 1


@pytest.mark.parametrize(
    ("scope", "nodes", "edges"),
    [
        (ExportScope(tags=("case",)), {"APT28", "Headlace", "Spearphishing", "Mimikatz"}, 3),
        (ExportScope(documents=("two",)), {"APT28", "Headlace", "Shell", "Trick", "Spearphishing"}, 1),
        (ExportScope(entities=(APT28.id, HEADLACE.id, POLAND.id)), {"APT28", "Headlace"}, 1),
    ],
)
def test_a_case_some_documents_or_a_selection(desk: Desk, scope: ExportScope, nodes: set[str], edges: int) -> None:
    report = desk.export(F.CSV, "part.csv", scope)
    assert ({row["name"] for row in desk.rows("part-nodes.csv")}, report.edges) == (nodes, edges)


def test_graphml_holds_the_same_and_declares_every_attribute(desk: Desk) -> None:
    desk.export(F.GRAPHML, "all.graphml")
    root = ElementTree.parse(desk.folder / "all.graphml").getroot()  # noqa: S314 - what was just written
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    declared = {each.get("id") for each in root.findall("g:key", space)}
    nodes, edges = root.findall("g:graph/g:node", space), root.findall("g:graph/g:edge", space)
    assert (len(nodes), len(edges), root.findtext("g:graph/g:desc", "", space)) == (6, 3, "TLP:CLEAR")
    assert {each.get("key") for each in root.iter("{http://graphml.graphdrawing.org/xmlns}data")} <= declared
    uses = next(each for each in edges if each.get("target") == HEADLACE.id)
    said = {each.get("key"): each.text for each in uses.findall("g:data", space)}
    assert (uses.get("source"), said["edge_relationship"], said["edge_negated"]) == (APT28.id, "uses", "false")
    assert said["edge_quotes"] == "APT28 uses Headlace.\nAPT28 uses Headlace."


def test_a_layer_scores_techniques_by_their_documents(desk: Desk) -> None:
    report = desk.export(F.NAVIGATOR, "layer.json")
    layer = json.loads((desk.folder / "layer.json").read_text())
    assert (report.nodes, report.dropped) == (2, ("1 techniques have no ATT&CK number: Trick.",))
    assert (layer["name"], layer["domain"], layer["versions"]["layer"]) == ("layer", "enterprise-attack", "4.5")
    assert {each["techniqueID"]: each.get("score") for each in layer["techniques"]} == {"T1566.001": 2, "T1059": 1, "T1566": None}
    assert layer["techniques"][1]["comment"] == "With APT28"
    assert (layer["gradient"]["maxValue"], layer["metadata"]) == (2, [{"name": "TLP", "value": "CLEAR"}])


def test_a_layer_of_an_actor_scores_what_connects_it(desk: Desk) -> None:
    desk.export(F.NAVIGATOR, "layer.json", ExportScope(entities=(APT28.id,)))
    layer = json.loads((desk.folder / "layer.json").read_text())
    assert {each["techniqueID"]: each.get("score") for each in layer["techniques"]} == {"T1566.001": 1, "T1566": None}


def test_stix_is_limited_as_the_others_are(desk: Desk) -> None:
    report = desk.export(F.STIX, "out.json", ExportScope((APT28.id,), ("case",)))
    assert desk.stix.choices == [ExportChoice(Marking.GREEN, Filters(tags=("case",)), (APT28.id,))]
    assert (report.nodes, report.dropped) == (7, ("changed", "dropped"))
    assert (report.marking, report.withheld) == (Marking.CLEAR, 1)


def test_what_cannot_be_written_is_told(desk: Desk) -> None:
    for form in (F.CSV, F.GRAPHML, F.NAVIGATOR):
        with pytest.raises(StorageProblem):
            desk.export(form, "nowhere/out.json")
    assert desk.audit.done() == []


def test_tables_are_replaced_together_or_not_at_all(desk: Desk) -> None:
    (desk.folder / "all-nodes.csv").write_text("earlier", encoding="utf-8")
    (desk.folder / "all-edges.csv").mkdir()
    with pytest.raises(StorageProblem, match=r"all-edges\.csv could not be written"):
        desk.export(F.CSV, "all.csv")
    assert (desk.folder / "all-nodes.csv").read_text(encoding="utf-8") == "earlier"
    assert len(list(desk.folder.iterdir())) == 2
