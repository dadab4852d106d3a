"""The commands about backups."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from desktop.application.exchange.backup import BackupManifest, Backups, Rebuilt
from desktop.application.job import JobContext
from desktop.cli import main
from desktop.cli.arguments import parse
from desktop.domain.vault import VaultPaths


class Files:
    """Backups of one document and one fact."""

    def __init__(self) -> None:
        self.written: list[Path] = []

    def write(self, _root: Path, target: Path) -> BackupManifest:
        self.written.append(target)
        return self.read(target, target)

    def read(self, _archive: Path, _folder: Path) -> BackupManifest:
        return BackupManifest(dict.fromkeys(("docs/a.md", "memory/b.md", "memory/MEMORY.md", "coffer.toml"), "00"))


class Terminal:
    """What the last command printed; `facts` is how many a rebuilt vault holds."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.files, self.facts, self._capsys = Files(), 1, capsys

    def backups(self) -> Backups:
        def rebuilt(_: JobContext, _root: Path) -> Rebuilt:
            return Rebuilt(1, self.facts, ())

        return Backups(self.files, rebuilt)

    def open(self, root: Path, *, write: bool) -> Any:
        return SimpleNamespace(paths=VaultPaths(root), writer="", warnings=(), close=list)

    def run(self, *arguments: str, status: int = 0) -> Any:
        assert main.run(parse([*arguments, "--json"]), cast("Any", self), Path("/vault")) == status
        return json.loads(self._capsys.readouterr().out)


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(capsys)


def test_a_backup_is_written(terminal: Terminal) -> None:
    assert terminal.run("backup", "/b.zip") == {"path": "/b.zip", "files": 4, "documents": 1}
    assert terminal.files.written == [Path("/b.zip")]


def test_a_drill_tells_what_came_of_it(terminal: Terminal) -> None:
    told = terminal.run("backup", "/b.zip", "--drill")
    assert (told["ok"], told["files"], told["documents"], told["facts"]) == (True, 4, 1, 1)
    assert terminal.files.written == []


def test_what_does_not_come_back_is_said(terminal: Terminal) -> None:
    terminal.facts = 0
    told = terminal.run("restore", "/b.zip", "/again", status=1)
    assert told["problems"] == ["The backup holds 1 files of facts, but 0 facts came of them."]
