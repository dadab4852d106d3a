"""The command `lexicon`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.extraction.extraction import Extractor
from desktop.application.graph.decisions import Decision
from desktop.application.ingest.extracting import ExtractionReport
from desktop.application.ports import LexiconTable
from desktop.application.services import Services
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.entity import EntityType


@dataclass
class Vault:
    """Notes what is decided."""

    given: list[Any] = field(default_factory=list)

    def create(self, root: Path) -> None:
        raise NotImplementedError

    def extractor(self, vault: Path | None = None) -> Extractor:
        raise NotImplementedError

    def open(self, root: Path, *, write: bool) -> Services:
        decided = Decision(LexiconTable.DENY, "X never counts", ({"value": "X"},), (), 7)

        def noting(name: str) -> Any:
            return lambda *arguments: self.given.append((name, *arguments)) or decided

        names = ("allow", "deny", "merge", "split", "dispute", "undo")
        decisions = SimpleNamespace(decided=lambda: [decided], **{name: noting(name) for name in names})
        extraction = SimpleNamespace(extract_pending=lambda _: self.given.append("extract") or ExtractionReport(2, 0), pending=lambda: 0)
        graph = SimpleNamespace(decisions=decisions)
        return cast(Services, SimpleNamespace(warnings=(), close=list, writer="", graph=graph, extraction=extraction))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("allow", "Elise", "malware"), ("allow", "Elise", EntityType.MALWARE)),
        (("deny", "a", "b"), ("deny", "a", "b")),
        (("same", "a", "b", "--note", "why"), ("merge", "a", "b", "why")),
        (("distinct", "a", "b"), ("split", "a", "b", "")),
        (("disputed", "a", "b"), ("dispute", "a", "b", "")),
        (("undo",), ("undo", None)),
        (("undo", "7"), ("undo", 7)),
    ],
)
def test_a_decision_is_made_and_what_it_touches_is_read_again(
    arguments: tuple[str, ...], expected: tuple[Any, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    vault = Vault()
    assert main.run(parse(["lexicon", *arguments, "--json"]), vault, Path("/vault")) == 0
    assert vault.given == [expected, "extract"]
    said = json.loads(capsys.readouterr().out)
    assert (said["decision"]["number"], said["decision"]["added"], said["extraction"]["extracted"]) == (7, [{"value": "X"}], 2)


def test_decisions_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(parse(["lexicon", "list"]), Vault(), Path("/vault")) == 0
    assert capsys.readouterr().out == "     7  X never counts\n"
