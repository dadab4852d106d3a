"""The command that writes reports, on a vault in memory."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.answer.threads import Threads
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.application.settings import MarkingSettings
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.fact import indexed_id
from desktop.domain.graph_view import GraphView, add, document_key
from desktop.domain.layout import LayoutKind
from desktop.domain.marking import Marking
from tests.fakes.documents import a_document
from tests.fakes.extractions import put_extracted
from tests.fakes.facts_vault import FactsVault
from tests.fakes.memory_threads import MemoryThreads
from tests.fakes.reports import GraphsVault, reports_of


class Desk(FactsVault):
    """A vault with two facts, and what the last command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.open_id, self.strict_id = self.keep("Open.", tags=("case-7",)), self.keep("A quuxotic thing.", tlp=Marking.AMBER_STRICT)
        self.index.markings = {indexed_id(self.open_id): Marking.CLEAR, indexed_id(self.strict_id): Marking.AMBER_STRICT}
        gate = MarkingGate(self.index, MarkingSettings(export_max="GREEN"))
        self.graphs = GraphsVault(self, gate=gate)
        self.reports = reports_of(self, Threads(MemoryThreads(), self.documents, gate, self.audit), gate, self.graphs)
        self.written: list[bool] = []
        self._capsys = capsys

    def open(self, root: Path, *, write: bool) -> Services:
        self.written.append(write)
        return cast(Services, SimpleNamespace(reports=self.reports, writer="", warnings=(), close=list))

    def run(self, *arguments: str, status: int = 0) -> Any:
        assert main.run(parse([*arguments, "--json"]), cast("Any", self), Path("/vault")) == status
        return json.loads(self._capsys.readouterr().out)


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(capsys)


def test_every_fact_that_may_leave_is_written_and_the_others_are_told(desk: Desk, tmp_path: Path) -> None:
    said = desk.run("report", str(tmp_path / "report.md"))
    assert {key: said[key] for key in ("tlp", "limit", "items", "sources", "template")} == {
        "tlp": "CLEAR",
        "limit": "GREEN",
        "items": 1,
        "sources": 0,
        "template": "flash",
    }
    assert [(each["name"], each["tlp"], each["because"]) for each in said["withheld"]] == [
        ("A quuxotic thing.", "AMBER+STRICT", [indexed_id(desk.strict_id)])
    ]
    written = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert written == said["markdown"]
    assert "Open." in written
    assert "quuxotic" not in written


def test_a_format_can_be_named(desk: Desk, tmp_path: Path) -> None:
    desk.run("report", str(tmp_path / "report"), "--format", "pdf")
    assert (tmp_path / "report").read_bytes().startswith(b"pdf TLP:CLEAR")


def test_a_dry_run_writes_nothing_and_does_not_hold_the_vault(desk: Desk, tmp_path: Path) -> None:
    said = desk.run("report", str(tmp_path / "report.md"), "--dry-run", "--fact", desk.strict_id)
    assert (said["path"], said["items"], said["markdown"]) == (None, 0, "")
    assert not (tmp_path / "report.md").exists()
    assert desk.written == [False]


def test_a_graph_is_named_as_a_person_calls_it_and_comes_without_facts(desk: Desk, tmp_path: Path) -> None:
    body = "APT28 uses Headlace."
    desk.documents.place(a_document("one", "First", tlp=Marking.GREEN), body)
    put_extracted(desk.graphs.index, "one", body, title="First")
    desk.index.markings["one"] = Marking.GREEN
    view = add(GraphView(), desk.graphs.picturing.begin(JobContext(), [document_key("one")], []))
    desk.graphs.named.save("Winter", view, LayoutKind.FORCE)
    said = desk.run("report", str(tmp_path / "report.md"), "--graph", "winter")
    assert (said["title"], said["items"], said["sources"], said["tlp"], said["withheld"]) == ("Winter", 1, 1, "GREEN", [])
    assert "APT28 | uses | Headlace" in (tmp_path / "report.md").read_text(encoding="utf-8")
    assert desk.run("report", str(tmp_path / "report.md"), "--graph", "summer", status=2)["error"]["code"] == "usage"


def test_a_case_narrows_what_is_written(desk: Desk, tmp_path: Path) -> None:
    said = desk.run("--case", "case-7", "report", str(tmp_path / "report.md"))
    assert (said["items"], said["withheld"]) == (1, [])


@pytest.mark.parametrize(("arguments", "code", "status"), [(["--answer", "what"], "usage", 2), (["--fact", "none"], "fact_not_found", 1)])
def test_what_is_not_there_is_an_error(desk: Desk, tmp_path: Path, arguments: list[str], code: str, status: int) -> None:
    said = desk.run("report", str(tmp_path / "report.md"), *arguments, status=status)
    assert said["error"]["code"] == code
