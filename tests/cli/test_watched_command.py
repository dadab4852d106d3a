"""Watched folders on the command line, with stand-ins for the use cases."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from desktop.application.job import JobContext
from desktop.application.services import Services
from desktop.cli import main, watched_command
from desktop.cli.arguments import parse
from desktop.domain.ledger import Ledger, LedgerRow, Outcome

NEW, LATER = LedgerRow("/in/new.pdf", Outcome.IMPORTED, job="j"), LedgerRow("/in/later.pdf", Outcome.IMPORTED, job="k")


@dataclass
class Vault:
    """Watches `folders`; each scan gives the next of `found`."""

    folders: tuple[Path, ...] = ()
    found: list[Ledger] = field(default_factory=list)
    kept: list[tuple[str, str, object]] = field(default_factory=list)

    def create(self, root: Path) -> None:
        raise NotImplementedError

    def open(self, root: Path, *, write: bool) -> Services:
        parts = SimpleNamespace(warnings=(), close=list, writer="")
        parts.maintenance = SimpleNamespace(synchronise=lambda _: None)
        parts.watched = self
        parts.change_setting = lambda *change: self.kept.append(change)
        read = SimpleNamespace(pages=0, with_text=0, failed=0, remaining=0)
        parts.recognition = SimpleNamespace(read_pending=lambda _: read, pending=int)
        parts.backlog = SimpleNamespace(embed_pending=lambda _: SimpleNamespace(embedded=0, remaining=0), pending=int)
        extracted = SimpleNamespace(extracted=0, failed=(), remaining=0)
        parts.extraction = SimpleNamespace(extract_pending=lambda _: extracted, pending=int)
        parts.library = SimpleNamespace(ledger=lambda _: ())
        return cast(Services, parts)

    @property
    def settling(self) -> bool:
        return bool(self.found)

    def scan(self, _: JobContext) -> Ledger:
        return self.found.pop(0)


def run(vault: Vault, *arguments: str) -> int:
    return main.run(parse(["watched", *arguments]), vault, Path("/default/vault"))


def said(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    return cast("dict[str, object]", json.loads(capsys.readouterr().out))


def test_folders_are_listed_with_those_that_are_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vault = Vault((tmp_path, tmp_path / "gone"))
    assert run(vault, "list", "--json") == 0
    assert said(capsys) == {"watched": [{"folder": str(tmp_path), "missing": False}, {"folder": f"{tmp_path}/gone", "missing": True}]}
    run(Vault(), "list")
    assert capsys.readouterr().out == "No folder is watched.\n"


def test_folders_are_added_once_and_removed(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    vault = Vault((tmp_path,))
    assert run(vault, "add", str(tmp_path / "in"), str(tmp_path)) == 0
    assert run(vault, "remove", str(tmp_path)) == 0
    assert vault.kept == [
        ("imports", "watched_folders", [str(tmp_path), str(tmp_path / "in")]),
        ("imports", "watched_folders", []),
    ]


@pytest.mark.parametrize(
    "arguments", [("add",), ("remove",), ("list", "/x"), ("run", "/x"), ("run",), ("add", "/not/there"), ("remove", "/not/watched")]
)
def test_what_makes_no_sense_changes_nothing(arguments: tuple[str, ...]) -> None:
    vault = Vault()
    assert run(vault, *arguments) == main.USAGE
    assert vault.kept == []


def test_what_is_new_is_imported_once_it_is_at_rest(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    waited: list[float] = []
    monkeypatch.setattr(watched_command, "sleep", waited.append)
    vault = Vault((Path("/in"),), [Ledger((NEW,), 0.5, "j"), Ledger((LATER,), 0.25, "k")])
    assert run(vault, "run", "--json") == 0
    ledger = said(capsys)
    assert [each["path"] for each in cast("list[dict[str, str]]", ledger["files"])] == ["/in/new.pdf", "/in/later.pdf"]
    assert (ledger["seconds"], ledger["job"], waited) == (0.75, "k", [2.1])


def test_nobody_waits_where_nothing_is_to_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched_command, "sleep", lambda _: pytest.fail("waited"))
    assert run(Vault((Path("/in"),), [Ledger((), 0.0)]), "run") == 0
