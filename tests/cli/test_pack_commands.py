"""The command `packs`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.extraction.extraction import Extractor
from desktop.application.graph.pack_updates import ListedPack, PackChanges
from desktop.application.ingest.extracting import ExtractionReport
from desktop.application.ports import Signed
from desktop.application.services import Services
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.pack import PackManifest

MANIFEST = PackManifest("own", "Ours", "2", "2026-11-01", "internal", "us", 2, ())
BEFORE = replace(MANIFEST, version="1")
CHANGES = PackChanges(MANIFEST, BEFORE, Signed.TRUSTED, "team", tuple(f"New {number}" for number in range(30)), ("Old",), (), 3, 0)


@dataclass
class Vault:
    """Notes what is done to packs."""

    given: list[Any] = field(default_factory=list)

    def create(self, root: Path) -> None:
        raise NotImplementedError

    def extractor(self, vault: Path | None = None) -> Extractor:
        raise NotImplementedError

    def open(self, root: Path, *, write: bool) -> Services:
        packs = SimpleNamespace(
            listed=lambda: [ListedPack(MANIFEST, True, 2), ListedPack(BEFORE, False, 0)],
            compare=lambda source: self.given.append(("compare", source)) or CHANGES,
            add=lambda source: self.given.append(("add", source)) or CHANGES,
            roll_back=lambda name: self.given.append(("roll back", name)),
        )
        extraction = SimpleNamespace(extract_pending=lambda _: self.given.append("extract") or ExtractionReport(2, 0), pending=lambda: 0)
        graph = SimpleNamespace(packs=packs)
        return cast(Services, SimpleNamespace(warnings=(), close=list, writer="", graph=graph, extraction=extraction))


def run(vault: Vault, *arguments: str) -> int:
    return main.run(parse(["packs", *arguments]), vault, Path("/vault"))


def test_packs_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Vault(), "list", "--json") == 0
    said = json.loads(capsys.readouterr().out)["packs"]
    assert [(each["name"], each["version"], each["added"], each["rollbacks"]) for each in said] == [
        ("own", "2", True, 2),
        ("own", "1", False, 0),
    ]
    run(Vault(), "list")
    assert capsys.readouterr().out.splitlines()[1] == "2  own 1 (2026-11-01)  Ours  [bundled]"


def test_what_a_pack_would_change_is_shown_and_nothing_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    assert run(vault, "diff", "/stick/own") == 0
    assert vault.given == [("compare", Path("/stick/own"))]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == (
        "Ours (own) 1 → 2, 2026-11-01, internal; signed by team; would change: 30 entries added, 1 removed, 0 called differently, "
        "3 relations added, 0 removed."
    )
    assert (lines[1], lines[21], lines[22]) == ("  + New 0", "  + and 10 more, which --json lists", "  − Old")


def test_a_pack_is_added_and_taken_back_and_what_that_touches_is_read_again(capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault()
    assert run(vault, "add", "/stick/own", "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["manifest"]["version"], said["before"]["version"], len(said["added"]), said["signed"]) == ("2", "1", 30, "trusted")
    assert said["extraction"]["extracted"] == 2
    assert run(vault, "rollback", "own", "--json") == 0
    assert json.loads(capsys.readouterr().out)["now"] is None
    assert vault.given == [("add", Path("/stick/own")), "extract", ("roll back", "own"), "extract"]
