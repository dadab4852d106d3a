"""The command `sample`."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from desktop.application.ingest.backlog import EmbeddingReport
from desktop.application.ingest.extracting import ExtractionReport
from desktop.application.ingest.recognition import RecognitionReport
from desktop.application.sample_case import SampleFilled
from desktop.application.services import Services
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.changes import Changes
from desktop.domain.errors import UsageError
from desktop.domain.ledger import Ledger, LedgerRow, Outcome

FILLED = SampleFilled(Ledger((LedgerRow("/reports/worm.pdf", Outcome.IMPORTED, document_id="worm"),), 1.0), frozenset({"a-fact"}))


class Vaults:
    """Makes one vault, and no second in its place."""

    def __init__(self) -> None:
        self.made: list[Path] = []

    def create(self, root: Path) -> None:
        if root in self.made:
            raise UsageError(f"{root} is not empty.")
        self.made.append(root)

    def open(self, root: Path, *, write: bool) -> Services:
        parts = SimpleNamespace(
            sample=SimpleNamespace(fill=lambda _: FILLED),
            recognition=SimpleNamespace(read_pending=lambda _: RecognitionReport(0, 0, 0, 0, Changes()), pending=lambda: 0),
            extraction=SimpleNamespace(extract_pending=lambda _: ExtractionReport(1, 0), pending=lambda: 0),
            backlog=SimpleNamespace(embed_pending=lambda _: EmbeddingReport(1, 0), pending=lambda: 0),
            library=SimpleNamespace(ledger=lambda _: FILLED.ledger.rows),
            warnings=(), writer="", close=list,
        )  # fmt: skip
        return cast("Services", parts)


def run(vaults: Vaults, *arguments: str) -> int:
    return main.run(parse(["sample", *arguments]), vaults, Path("/elsewhere"))


def test_it_makes_a_vault_and_says_what_is_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    vaults = Vaults()
    assert run(vaults, "/cases/sample", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["vault"], said["facts"], said["totals"]["imported"]) == ("/cases/sample", ["a-fact"], 1)
    assert vaults.made == [Path("/cases/sample")]


def test_a_folder_that_holds_something_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    vaults = Vaults()
    vaults.made.append(Path("/cases/sample"))
    assert run(vaults, "/cases/sample") == 2
    assert "is not empty" in capsys.readouterr().err
