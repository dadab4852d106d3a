"""The command `stix`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.exchange.stix_exchange import ExchangeReport, ExportChoice
from desktop.application.extraction.extraction import Extractor
from desktop.application.gate import MarkingGate
from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.application.settings import MarkingSettings
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.errors import InvalidBundle
from desktop.domain.marking import Marking
from desktop.domain.passage import Filters
from tests.fakes.memory_facts import MemoryFactIndex


@dataclass
class Vault:
    """Takes in what it is given, and reports the same each time."""

    given: list[Any] = field(default_factory=list)
    fault: Exception | None = None

    def create(self, root: Path) -> None:
        raise NotImplementedError

    def extractor(self, vault: Path | None = None) -> Extractor:
        raise NotImplementedError

    def open(self, root: Path, *, write: bool) -> Services:
        gate = MarkingGate(MemoryFactIndex(), MarkingSettings())
        return cast(Services, SimpleNamespace(warnings=(), close=list, writer="", graph=SimpleNamespace(exchange=self), gate=gate))

    def import_files(self, _: JobContext, files: list[Path], tlp: Marking | None) -> ExchangeReport:
        if self.fault:
            raise self.fault
        self.given += [files, tlp]
        return ExchangeReport(3, 2, ("a changed",), tuple(f"{number} dropped" for number in range(30)), ("doc",))

    def export(self, _: JobContext, target: Path, choice: ExportChoice) -> ExchangeReport:
        self.given += [target, choice]
        return ExchangeReport(3, 3)


def run(vault: Vault, *arguments: str) -> int:
    return main.run(parse(arguments), vault, Path("/vault"))


def test_bundles_are_taken_in_and_what_became_of_them_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    assert run(vault, "stix", "import", "a.json", "b.json", "--tlp", "amber", "--json") == 0
    assert vault.given == [[Path("a.json"), Path("b.json")], Marking.AMBER]
    said = json.loads(capsys.readouterr().out)
    assert (said["objects"], said["kept"], said["changed"], len(said["dropped"]), said["documents"]) == (3, 2, ["a changed"], 30, ["doc"])
    run(vault, "stix", "import", "a.json")
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[1], lines[-1]) == (
        "2 of 3 objects read.",
        "changed: a changed",
        "dropped: and 10 more, which --json lists",
    )


def test_a_bundle_is_written_of_what_may_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    assert run(vault, "stix", "export", "/out.json", "--tlp-max", "GREEN", "--tag", "case", "--document", "one", "--json") == 0
    assert vault.given == [Path("/out.json"), ExportChoice(Marking.GREEN, Filters(tags=("case",), documents=("one",)))]
    assert json.loads(capsys.readouterr().out)["kept"] == 3


def test_what_is_no_bundle_is_a_known_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Vault(fault=InvalidBundle("It is no JSON.")), "stix", "import", "a.json", "--json") == 1
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "invalid_bundle"
