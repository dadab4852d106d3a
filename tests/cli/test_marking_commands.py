"""The commands about the log and about what may leave, on a vault in memory."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.audit_trail import AuditTrail
from desktop.application.gate import MarkingGate
from desktop.application.services import Services
from desktop.application.settings import MarkingSettings
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.marking import Marking
from tests.fakes.facts_vault import FactsVault


class Desk(FactsVault):
    """A vault with two facts, and what the last command printed."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        super().__init__()
        self.open_id, self.strict_id = self.keep("Open."), self.keep("Strict.", tlp=Marking.AMBER_STRICT)
        self.gate = MarkingGate(self.index, MarkingSettings(export_max="GREEN"))
        self._capsys = capsys

    def create(self, root: Path) -> None:
        raise AssertionError

    def open(self, root: Path, *, write: bool) -> Services:
        library = SimpleNamespace(rows=lambda _: ())
        parts = {"memory": self.memory, "library": library, "gate": self.gate, "audit": AuditTrail(self.audit, self.gate)}
        return cast(Services, SimpleNamespace(**parts, writer="", warnings=(), close=list))

    def run(self, *arguments: str) -> Any:
        assert main.run(parse([*arguments, "--json"]), cast("Any", self), Path("/vault")) == 0
        return json.loads(self._capsys.readouterr().out)


@pytest.fixture
def desk(capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(capsys)


def test_the_log_is_shown_newest_first_and_filtered(desk: Desk) -> None:
    assert [each["action"] for each in desk.run("audit")["records"]] == ["remember", "remember"]
    assert [each["subject"] for each in desk.run("audit", f"memory/{desk.open_id}")["records"]] == [f"memory/{desk.open_id}"]
    assert desk.run("audit", "--action", "forget")["records"] == []


def test_what_is_exported_of_the_log_passes_the_gate(desk: Desk, tmp_path: Path) -> None:
    written = desk.run("audit", "--export", str(tmp_path / "log.csv"))
    assert (written["written"], written["withheld"]) == (1, 1)
    assert desk.strict_id not in (tmp_path / "log.csv").read_text()


def test_a_dry_run_tells_what_is_held_back(desk: Desk) -> None:
    told = desk.run("withheld")
    assert (told["limit"], told["allowed"], told["effective"]) == ("GREEN", [f"memory/{desk.open_id}"], "CLEAR")
    strict = f"memory/{desk.strict_id}"
    assert told["withheld"] == [{"id": strict, "tlp": "AMBER+STRICT", "because": [strict]}]
    assert desk.run("withheld", "--exit", "remote")["limit"] == "CLEAR"
